import { afterAll, beforeAll, expect, it } from "vitest";
import { LoopbackReceiver } from "../../lab/harness/loopback-receiver.ts";
import { sleep, until } from "../../lab/harness/server.ts";
import { newKey, newTenant, request } from "../../lab/harness/studio.ts";
import { Service } from "./faulty-service/service.ts";

/** D1 has stood still for so long. */
const standstillMs = 80_000;
/** A read is given up after 10 seconds, a commit after 30, and the look for the commit after 10 more. */
const longestMs = { GET: 12_000, POST: 45_000 };
const catchUpMs = 30_000;

let service: Service;
const receiver = new LoopbackReceiver();
beforeAll(async () => {
	await receiver.listen();
	service = await Service.start();
});
afterAll(async () => {
	await service.stop();
	receiver.close();
});

interface Answer {
	method: "GET" | "POST";
	/** The status, and the code of a refusal. */
	outcome: string;
	retryAfter: string | null;
	at: number;
	ms: number;
}

/** A studio whose callers create and read clients until they are told to end. */
class Studio {
	readonly answers: Answer[] = [];
	/** How many clients of each email may be there at the end. */
	readonly permitted = new Map<string, number[]>();
	isOver = false;
	readonly key: string;

	constructor(key: string) {
		this.key = key;
	}

	async ask(method: "GET" | "POST", email = "", headers: Record<string, string> = {}): Promise<Answer> {
		const at = Date.now();
		const body = method === "POST" ? { email, first_name: "Ana" } : undefined;
		const path = method === "POST" ? "/v1/clients" : "/v1/clients?limit=5";
		const answer = await service.call(method, path, { key: this.key, body, headers });
		const outcome = `${method} ${answer.status} ${answer.body.code ?? ""}`.trim();
		const made = { method, outcome, retryAfter: answer.headers.get("Retry-After"), at, ms: Date.now() - at };
		this.answers.push(made);
		return made;
	}

	/** Repeats every second create under its key until it is made. */
	async create(sender: string): Promise<void> {
		for (let n = 0; !this.isOver; n++) {
			const email = `${sender}-${n}@example.com`;
			if (n % 2 === 0) {
				while ((await this.ask("POST", email, { "Idempotency-Key": email })).outcome !== "POST 201") await sleep(50);
				this.permitted.set(email, [1]);
			} else {
				const { outcome, retryAfter } = await this.ask("POST", email);
				// A refusal that invites to try again has made nothing.
				this.permitted.set(email, outcome === "POST 201" ? [1] : retryAfter === null ? [0, 1] : [0]);
			}
		}
	}

	async read(): Promise<void> {
		for (; !this.isOver; await sleep(100)) await this.ask("GET");
	}
}

it("while all databases stand still for 80 seconds, reads get a 503 within 12 and changes within 45; nothing is lost or done twice, and 30 seconds later every event has arrived", async () => {
	const studios = await Promise.all(
		["DATA_1", "DATA_2", "DATA_3"].map(async (database) => {
			const key = await newKey(service, await newTenant(service, { database }));
			const endpoint = { url: receiver.url(`/${key}`), events: ["*"] };
			await request(service, ["POST", "/v1/webhook_endpoints", 201], { key, body: endpoint });
			return new Studio(key);
		}),
	);
	const working = studios.flatMap((studio) => [studio.create("one"), studio.create("other"), studio.read()]);
	await sleep(3000);
	const began = Date.now();
	await service.standStill(true);
	await sleep(standstillMs);
	await service.standStill(false);
	const ended = Date.now();
	await sleep(10_000);
	for (const studio of studios) studio.isOver = true;
	await Promise.all(working);

	const answers = studios.flatMap((studio) => studio.answers);
	expect(answers.filter(({ outcome }) => !expectedOutcomes.includes(outcome))).toEqual([]);
	const during = answers.filter(({ at, ms }) => at + ms > began && at < ended);
	for (const method of ["GET", "POST"] as const) {
		const refused = during.filter((one) => one.outcome === `${method} 503 service_unavailable`);
		expect(refused.some(({ retryAfter }) => retryAfter !== null)).toBe(true);
		expect(Math.max(...during.filter((one) => one.method === method).map(({ ms }) => ms))).toBeLessThan(
			longestMs[method],
		);
	}
	const late = answers.filter(({ at }) => at > ended + 1000);
	expect(late.length).toBeGreaterThan(0);
	expect(late.filter(({ outcome }) => outcome.includes("503"))).toEqual([]);

	for (const { key, permitted } of studios) {
		const clients: { id: string; email: string }[] = await service.all("/v1/clients", key);
		const wrong = [...permitted].filter(
			([email, counts]) => !counts.includes(clients.filter((client) => client.email === email).length),
		);
		expect(wrong).toEqual([]);
		const events = await service.all("/v1/events", key);
		expect(events.map(({ data }) => data.clientId).sort()).toEqual(clients.map(({ id }) => id).sort());
		expect(events.map(({ sequence }) => sequence).sort((a, b) => a - b)).toEqual(events.map((_, n) => n + 1));
		const arrived = () => new Set(receiver.at(`/${key}`).map(({ event }) => event.id));
		const left = ended + catchUpMs - Date.now();
		await until(() => events.every(({ id }) => arrived().has(id)), left, "every event has arrived");
	}
});

const expectedOutcomes = [
	...["GET 200", "GET 503 service_unavailable"],
	...["POST 201", "POST 503 service_unavailable", "POST 409 idempotency_key_concurrent"],
];
