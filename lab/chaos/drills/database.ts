import { setTimeout as sleep } from "node:timers/promises";
import { countsOf, type Drill, times } from "../drill.ts";
import { arrivedAt, listenAt, sweepUntil, withReceiver } from "../receiver.ts";
import type { Service } from "../service/service.ts";
import { newKey, newTenant } from "../studio.ts";

/** The number of tries for a write that fails. */
const maxTries = 50;

export const database: Drill = {
	name: "database",
	promise:
		"every acknowledged change is there once, and its event arrives, although the databases refuse every twentieth statement, in turn before and after executing it",
	run: ({ service, short }, findings) =>
		withReceiver(async (receiver) => {
			const on = await service();
			const tenants = await Promise.all(times(3, (n) => newTenant(on, { database: `DATA_${n + 1}` })));
			const keys = await Promise.all(tenants.map((id) => newKey(on, id)));
			for (const [n, key] of keys.entries()) await listenAt(on, key, receiver.url(`/database-${n}`));
			const before = await on.faults({ refuseEveryStatement: 20 });
			const work = new Work(on, keys);
			await Promise.all(times(10, (sender) => work.send(sender, short ? 5 : 60)));
			const after = await on.faults({ refuseEveryStatement: 0 });
			findings.note(
				`${after.statements - before.statements} statements, refused ${after.refusedBefore - before.refusedBefore} before and ${after.refusedAfter - before.refusedAfter} after; answers: ${countsOf(work.answers)}`,
			);
			findings.expect(after.refusedAfter > before.refusedAfter, "The databases refused nothing.");
			for (const wrong of work.wrong) findings.expect(false, wrong);
			for (const [n, key] of keys.entries()) {
				const clients = await on.all("/v1/clients", key);
				const events = await on.all("/v1/events", key);
				for (const [email, outcomes] of work.expected(n)) {
					const { length } = clients.filter((client) => client.email === email);
					findings.expect(
						outcomes.includes(length),
						`A create that was to be there ${outcomes} times is there ${length} times.`,
					);
				}
				findings.expect(
					events
						.map(({ data }) => data.clientId)
						.sort()
						.join() ===
						clients
							.map(({ id }) => id)
							.sort()
							.join(),
					"The events are not one for each client.",
				);
				const numbers = events.map(({ sequence }) => sequence).sort((a, b) => a - b);
				findings.expect(
					numbers.every((number, at) => number === at + 1),
					"The numbers of the events have a gap.",
				);
				const missing = () => {
					const ids = new Set(arrivedAt(receiver, `/database-${n}`));
					return events.filter(({ id }) => !ids.has(id)).length;
				};
				await sweepUntil(on, missing);
				findings.expect(missing() === 0, `${missing()} events never arrived.`);
			}
			const left = (await (await on.database("DB")).prepare("SELECT id FROM effects").all()).results.length;
			findings.expect(left === 0, `${left} effects of changes were never applied.`);
		}),
};

/** The permitted numbers of copies of a client at the end. */
type Outcomes = number[];

class Work {
	readonly answers: string[] = [];
	readonly wrong: string[] = [];
	private readonly outcomes: Map<string, Outcomes>[];
	private readonly on: Service;
	private readonly keys: string[];

	constructor(on: Service, keys: string[]) {
		this.on = on;
		this.keys = keys;
		this.outcomes = keys.map(() => new Map());
	}

	expected = (n: number): Iterable<[email: string, Outcomes]> => this.outcomes[n] ?? [];

	/** Every second create has an Idempotency-Key and is repeated until it succeeds. */
	async send(sender: number, count: number): Promise<void> {
		for (let n = 0; n < count; n++) {
			const at = n % this.keys.length;
			const email = `database-${sender}-${n}@example.com`;
			this.outcomes[at]?.set(email, n % 2 === 0 ? await this.once(at, email) : await this.keyed(at, email));
			await this.ask(at, "GET", "/v1/clients?limit=5");
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
		const answer = await this.on.call(method, path, { key: this.keys[at], body, headers });
		const retryAfter = answer.headers.get("Retry-After");
		const { status } = answer;
		const invites = status === 503 ? (retryAfter === null ? " without" : " with") : "";
		this.answers.push(`${method} ${status}${invites && `${invites} Retry-After`}`);
		const isRight =
			(status === 200 && method === "GET") ||
			(status === 201 && method === "POST") ||
			(status === 503 && answer.body.code === "service_unavailable") ||
			(status === 409 && answer.body.code === "idempotency_key_concurrent");
		if (!isRight) this.wrong.push(`${method} ${path} was answered ${status} ${answer.body.code}.`);
		return { status, retryAfter };
	}
}
