import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bindingsOf } from "../../platform/bindings.ts";
import type { WorkerCode } from "../cloud/bundle.ts";
import { Cloud } from "../cloud/cloud.ts";
import { Simulation } from "../cloud/simulation.ts";
import { Calendars } from "./calendars.ts";
import { Findings } from "./findings.ts";
import { Receivers } from "./receivers.ts";

export const operatorToken = "svcop_universe";
/** After a fault requests may be refused for this long. */
const graceMs = 5 * 60_000;
/** Spring 2027: the clocks of Europe change on 28 March, those of America on 14 March. */
const beginning = Date.UTC(2027, 2, 8);
const root = join(import.meta.dirname, "../../..");

export interface Answer {
	status: number;
	headers: Headers;
	// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
	body: any;
}

export interface App {
	id: string;
	clientId: string;
	secret: string;
	/** Suspended, or about to be. */
	suspended: boolean;
}

/** The service, the servers that it calls, and what was found. */
export class World extends Findings {
	readonly cloud: Cloud;
	readonly receivers: Receivers;
	readonly calendars = new Calendars();
	app: Promise<App | undefined> | undefined;
	/** The addresses that got a mail. */
	readonly mailed = new Set<string>();
	requests = 0;
	private mailsSent = 0;
	/** The mail service takes no mail. */
	isMailAway = false;
	/** The faults of the platform last until this time. */
	private troubledUntil = 0;

	/** The versions of the service that deployments change between. */
	readonly versions: readonly WorkerCode[];

	constructor(seed: number, versions: readonly WorkerCode[], isolates?: { front: number; objects: number }) {
		const [code] = versions;
		if (!code) throw new Error("The universe needs a version of the service.");
		super(new Simulation(seed, beginning));
		this.versions = versions;
		this.receivers = new Receivers(this, (line) => this.cloud.note(line));
		const vars = {
			DATA_3_REGION: "eu",
			ENVIRONMENT: "production",
			BASE_URL: "https://api.example.com",
			OPERATOR_TOKEN: operatorToken,
			ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
		};
		this.cloud = new Cloud({
			bindings: bindingsOf({ d1: ["DATA_2", "DATA_3"], vars }),
			code,
			isolates,
			simulation: this.simulation,
			fetchElsewhere: async (request) => this.calendars.answer(request.url) ?? (await this.receivers.fetch(request)),
			sendMail: async (mail) => {
				if (this.isMailAway) throw new Error("The mail service is away.");
				const { to } = mail as { to: string | { email: string } };
				this.mailed.add(typeof to === "string" ? to : to.email);
				return { messageId: `<${++this.mailsSent}@example.com>` };
			},
			log: (line) => this.look(line),
		});
		this.migrate();
	}

	get beginning(): number {
		return beginning;
	}

	/** Says that requests may be refused for some time. */
	trouble(ms = 0): void {
		this.troubledUntil = Math.max(this.troubledUntil, this.simulation.now() + ms + graceMs);
	}

	get isTroubled(): boolean {
		return this.simulation.now() < this.troubledUntil;
	}

	/** No request fails without a reason. */
	expectHealth({ status, body }: Answer, what: string): void {
		this.expect("no internal error", status !== 500, () => `${what}: ${JSON.stringify(body)}`);
		this.expect(
			"no refusal without a fault",
			status < 501 || this.isTroubled,
			() => `${what}: ${JSON.stringify(body)}`,
		);
	}

	private look(line: string): void {
		if (!line.includes('"level":"error"') || this.isTroubled) return;
		this.finding("no error in the log without a fault", line);
	}

	private migrate(): void {
		for (const [binding, database] of this.cloud.platform.databases) {
			const folder = join(root, "migrations", binding === "DB" ? "control" : "data");
			for (const file of readdirSync(folder)
				.filter((name) => name.endsWith(".sql"))
				.sort())
				database.transaction([{ sql: readFileSync(join(folder, file), "utf8"), params: [] }]);
		}
	}
}
