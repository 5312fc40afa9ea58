import { afterAll, beforeAll, expect, it } from "vitest";
import { crashAgainAndAgain, createClient, createUntilCrash } from "../../lab/harness/create-until-crash.ts";
import { LoopbackReceiver } from "../../lab/harness/loopback-receiver.ts";
import { Server } from "../../lab/harness/server.ts";

const server = new Server();
const receiver = new LoopbackReceiver();

beforeAll(async () => {
	await receiver.listen();
	await server.start();
});
afterAll(async () => {
	await server.remove();
	receiver.close();
});

it("the service killed in the middle of many keyed creates: repeating each leaves each client there once, with one event", async () => {
	const key = await server.newKey();
	const { names, answered } = await createUntilCrash(server, key, "client", 50);
	expect(answered.length).toBeLessThan(names.length);
	await server.start();
	const ids: string[] = [];
	for (const name of names) {
		const { status, body } = await createClient(server, key, name);
		expect(status).toBe(201);
		ids.push(body.id);
	}
	expect(new Set(ids).size).toBe(names.length);
	for (const id of answered) expect(ids).toContain(id);
	expect((await server.all("/v1/clients", key)).map(({ id }) => id).sort()).toEqual([...ids].sort());
	const events = await server.all("/v1/events?type=client.created", key);
	expect(events.map(({ data }) => data.clientId).sort()).toEqual([...ids].sort());
	expect(events.map(({ sequence }) => sequence).sort((a, b) => a - b)).toEqual(names.map((_, n) => n + 1));
});

it("crash after crash during changes: every event that was committed arrives", async () => {
	const crashes = 20;
	const { answered, clients, events, arrived } = await crashAgainAndAgain(server, receiver, crashes);
	expect(answered.length).toBeGreaterThanOrEqual(5 * crashes);
	expect(answered.filter((id) => !clients.includes(id))).toEqual([]);
	expect(events.map(({ data }) => data.clientId).sort()).toEqual([...clients].sort());
	expect(events.filter(({ id }) => !arrived.has(id))).toEqual([]);
	expect(events.map(({ sequence }) => sequence).sort((a, b) => a - b)).toEqual(events.map((_, n) => n + 1));
}, 600_000);
