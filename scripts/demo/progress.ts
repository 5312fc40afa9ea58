import { randomBytes, randomUUID } from "node:crypto";
import { readIfExists, replaceFile } from "../local/files.mjs";

export interface Content {
	email: string;
	password: string;
	/** The demo key. It exists as soon as everything else is made. */
	key?: string;
	/** The prefix of every Idempotency-Key. */
	run: string;
	founded_at: string;
	/** The id of the record that each finished step has made; empty if it made none. */
	made: Record<string, string>;
	/** The port of the website that gets the studio's events. */
	receiver_port?: number;
	/** The values of the keys that make the records. */
	helpers: Record<string, string>;
}

/** The file lets an interrupted start be continued. */
export class Progress {
	readonly #file: string;
	readonly content: Content;

	constructor(file: string) {
		this.#file = file;
		this.content = { ...newContent(), ...JSON.parse(readIfExists(file) ?? "{}") };
		this.#save();
	}

	idOf = (name: string): string => {
		const id = this.content.made[name];
		if (id === undefined) throw new Error(`The demo studio has no "${name}".`);
		return id;
	};

	/** Notes more than the progress of a step. */
	note(more: Partial<Content>): void {
		Object.assign(this.content, more);
		this.#save();
	}

	isDone = (name: string): boolean => Object.hasOwn(this.content.made, name);

	markDone(name: string, id = "", more: Partial<Content> = {}): void {
		this.content.made[name] = id;
		Object.assign(this.content, more);
		this.#save();
	}

	#save(): void {
		replaceFile(this.#file, JSON.stringify(this.content, null, 2));
	}
}

const newContent = (): Content => ({
	email: "owner@demo-studio.example",
	password: randomBytes(15).toString("base64url"),
	run: randomUUID(),
	founded_at: new Date().toISOString(),
	made: {},
	helpers: {},
});
