import { afterAll, beforeAll, expect, it } from "vitest";
import { amount, itInFull } from "../support/depth.ts";
import { LoopbackReceiver } from "./loopback-receiver.ts";
import { Server, until } from "./server.ts";

const server = new Server();
const receiver = new LoopbackReceiver();

beforeAll(async () => {
	await receiver.listen();
	await server.start();
}, 120_000);
afterAll(async () => {
	await server.remove();
	receiver.close();
});

const create = (key: string, name: string) =>
	server.call("POST", "/v1/clients", {
		key,
		body: { email: `${name}@example.com`, first_name: name },
		headers: { "Idempotency-Key": name },
	});

/**
 * Sends creates, twenty at a time, until the service is crashed, once `after` of them are answered. Each sender goes on
 * until a create of its own fails, so that some are cut off however fast the service is.
 */
async function cutOff(key: string, prefix: string, after: number): Promise<{ names: string[]; answered: string[] }> {
	const names: string[] = [];
	const answered: string[] = [];
	const send = async () => {
		for (let goesOn = true; goesOn; ) {
			const name = `${prefix}-${names.length}`;
			names.push(name);
			const { status, body } = await create(key, name).catch(() => ({ status: 0, body: null }));
			if (status === 201) answered.push(body.id);
			goesOn = status === 201;
		}
	};
	const sending = Array.from({ length: 20 }, send);
	await server.crash(() => until(() => answered.length >= after, 20_000, `${after} creates are answered`));
	await Promise.all(sending);
	return { names, answered };
}

/** All records of a list, page by page. */
async function all(key: string, path: string) {
	// biome-ignore lint/suspicious/noExplicitAny: records of every list
	const records: any[] = [];
	let cursor = "";
	do {
		const { body } = await server.call(
			"GET",
			`${path}${path.includes("?") ? "&" : "?"}limit=100${cursor && `&cursor=${cursor}`}`,
			{ key },
		);
		records.push(...body.data);
		cursor = body.next_cursor ?? "";
	} while (cursor);
	return records;
}

it("the service killed in the middle of many keyed creates: repeating each leaves each client there once, with one event", async () => {
	const key = await server.newKey();
	const { names, answered } = await cutOff(key, "client", amount(20, 50));
	expect(answered.length).toBeLessThan(names.length);
	await server.start();
	const ids: string[] = [];
	for (const name of names) {
		const { status, body } = await create(key, name);
		expect(status).toBe(201);
		ids.push(body.id);
	}
	expect(new Set(ids).size).toBe(names.length);
	for (const id of answered) expect(ids).toContain(id);
	expect((await all(key, "/v1/clients")).map(({ id }) => id).sort()).toEqual([...ids].sort());
	const events = await all(key, "/v1/events?type=client.created");
	expect(events.map(({ data }) => data.clientId).sort()).toEqual([...ids].sort());
	expect(events.map(({ sequence }) => sequence).sort((a, b) => a - b)).toEqual(names.map((_, n) => n + 1));
}, 120_000);

itInFull(
	"crash after crash during changes: every event that was committed arrives",
	async () => {
		const key = await server.newKey();
		const { body } = await server.call("POST", "/v1/webhook_endpoints", {
			key,
			body: { url: receiver.url("/crash"), events: ["*"] },
		});
		expect(body.endpoint.status).toBe("ACTIVE");
		const answered: string[] = [];
		const crashes = 20;
		for (let crash = 0; crash < crashes; crash++) {
			answered.push(...(await cutOff(key, `round-${crash}`, 5 * (crash % 5) + 5)).answered);
			await server.start();
		}
		expect(answered.length).toBeGreaterThanOrEqual(5 * crashes);
		const events = await all(key, "/v1/events");
		const told = new Set(events.map(({ data }) => data.clientId));
		expect(answered.filter((id) => !told.has(id))).toEqual([]);
		const missing = () => {
			const arrived = new Set(receiver.at("/crash").map(({ event }) => event.id));
			return events.filter(({ id }) => !arrived.has(id));
		};
		// The sweep trusts for a minute that a nudge is on its way, and crashes have lost some.
		await server.operate("POST", "/admin/dev/advance", { seconds: 60 });
		await until(() => missing().length === 0, 60_000, "every event has arrived");
		expect(events.map(({ sequence }) => sequence).sort((a, b) => a - b)).toEqual(events.map((_, n) => n + 1));
	},
	400_000,
);
