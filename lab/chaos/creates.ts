import { setTimeout as sleep } from "node:timers/promises";
import type { LoopbackReceiver } from "../harness/loopback-receiver.ts";
import { countsOf, type Findings } from "./drill.ts";
import { arrivedAt, sweepUntil } from "./receiver.ts";
import type { Service } from "./service/service.ts";

/** The number of tries for a write that fails. */
const maxTries = 50;

/** The permitted numbers of copies of a client at the end. */
type Outcomes = number[];

interface Answered {
	/** The method, the status, and whether a 503 invites to try again. */
	answer: string;
	at: number;
	ms: number;
}

/** Callers who create clients and read lists. */
export class Creates {
	readonly answered: Answered[] = [];
	readonly wrong: string[] = [];
	private readonly outcomes: Map<string, Outcomes>[];
	private readonly on: Service;
	private readonly keys: string[];
	private readonly name: string;

	/** The name is part of the clients' emails. */
	constructor(on: Service, keys: string[], name: string) {
		this.on = on;
		this.keys = keys;
		this.name = name;
		this.outcomes = keys.map(() => new Map());
	}

	get answers(): string {
		return countsOf(this.answered.map(({ answer }) => answer));
	}

	/** Every second create has an Idempotency-Key and is repeated until it succeeds. */
	async send(sender: number, more: (sent: number) => boolean): Promise<void> {
		for (let n = 0; more(n); n++) {
			const at = n % this.keys.length;
			const email = `${this.name}-${sender}-${n}@example.com`;
			this.outcomes[at]?.set(email, n % 2 === 0 ? await this.once(at, email) : await this.keyed(at, email));
			await this.ask(at, "GET", "/v1/clients?limit=5");
		}
	}

	/** Reads the clients of a studio again and again. */
	async read(studio: number, more: () => boolean): Promise<void> {
		while (more()) {
			await this.ask(studio, "GET", "/v1/clients?limit=5");
			await sleep(100);
		}
	}

	private async once(at: number, email: string): Promise<Outcomes> {
		const { status, retryAfter } = await this.ask(at, "POST", "/v1/clients", { email, first_name: "Ana" });
		return status === 201 ? [1] : retryAfter === null ? [0, 1] : [0];
	}

	private async keyed(at: number, email: string): Promise<Outcomes> {
		for (let tries = 0; tries < maxTries; tries++) {
			const { status } = await this.ask(at, "POST", "/v1/clients", { email, first_name: "Ana" }, email);
			if (status === 201) return [1];
			await sleep(50);
		}
		this.wrong.push(`A keyed create was refused ${maxTries} times in a row.`);
		return [0, 1];
	}

	private async ask(at: number, method: string, path: string, body?: object, idempotencyKey?: string) {
		const headers = idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey };
		const began = Date.now();
		const answer = await this.on.call(method, path, { key: this.keys[at], body, headers });
		const retryAfter = answer.headers.get("Retry-After");
		const { status } = answer;
		const invites = status === 503 ? (retryAfter === null ? " without" : " with") : "";
		this.answered.push({
			answer: `${method} ${status}${invites && `${invites} Retry-After`}`,
			at: began,
			ms: Date.now() - began,
		});
		const isRight =
			(status === 200 && method === "GET") ||
			(status === 201 && method === "POST") ||
			(status === 503 && answer.body.code === "service_unavailable") ||
			(status === 409 && answer.body.code === "idempotency_key_concurrent");
		if (!isRight) this.wrong.push(`${method} ${path} was answered ${status} ${answer.body.code}.`);
		return { status, retryAfter };
	}

	/** Everything that was acknowledged is there once, with its event, and each event arrives at `/<name>-<n>`. */
	async expectEachOnce(receiver: LoopbackReceiver, findings: Findings): Promise<void> {
		for (const wrong of this.wrong) findings.expect(false, wrong);
		for (const [n, key] of this.keys.entries()) {
			const clients = await this.on.all("/v1/clients", key);
			const events = await this.on.all("/v1/events", key);
			for (const [email, outcomes] of this.outcomes[n] ?? []) {
				const { length } = clients.filter((client) => client.email === email);
				findings.expect(
					outcomes.includes(length),
					`A create that was to be there ${outcomes} times is there ${length} times.`,
				);
			}
			const sorted = (ids: string[]) => ids.sort().join();
			findings.expect(
				sorted(events.map(({ data }) => data.clientId)) === sorted(clients.map(({ id }) => id)),
				"The events are not one for each client.",
			);
			const numbers = events.map(({ sequence }) => sequence).sort((a, b) => a - b);
			findings.expect(
				numbers.every((number, at) => number === at + 1),
				"The numbers of the events have a gap.",
			);
			const missing = () => {
				const ids = new Set(arrivedAt(receiver, `/${this.name}-${n}`));
				return events.filter(({ id }) => !ids.has(id)).length;
			};
			await sweepUntil(this.on, missing);
			findings.expect(missing() === 0, `${missing()} events never arrived.`);
		}
		const left = (await (await this.on.database("DB")).prepare("SELECT id FROM effects").all()).results.length;
		findings.expect(left === 0, `${left} effects of changes were never applied.`);
	}
}
