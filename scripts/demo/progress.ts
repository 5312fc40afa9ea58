import { randomBytes, randomUUID } from "node:crypto";
import { readIfExists, replaceFile } from "../local/files.mjs";

export interface Content {
	email: string;
	password: string;
	/** The demo key: there is one as soon as everything else has been made. */
	key?: string;
	/** What every Idempotency-Key begins with. */
	run: string;
	founded_at: string;
	/** Of each step that has been carried out: the id of what it made, if it made something. */
	made: Record<string, string>;
	/** The values of the keys that make the records. */
	helpers: Record<string, string>;
}

/** What has been made of the demo studio so far, in a file: an interrupted start is taken up where it ended. */
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
