import { afterAll, beforeAll, expect, it } from "vitest";
import { Server, sleep, until } from "../../../lab/harness/server.ts";

const server = new Server();
beforeAll(async () => {
	await server.start();
}, 120_000);
afterAll(() => server.remove());

const create = (key: string, name: string) =>
	server.call("POST", "/v1/clients", {
		key,
		body: { email: `${name}@example.com`, first_name: name },
		headers: { "Idempotency-Key": name },
	});

it("one reader gets every event of 200 racing changes once and in order, though the service is killed in between", async () => {
	const key = await server.newKey();
	const changes = 200;
	const names = Array.from({ length: changes }, (_, n) => `client-${n}`);
	const seen: { sequence: number; client: string }[] = [];
	let done = false;
	const reading = (async () => {
		for (let after = 0; !done && seen.length < changes; ) {
			const page = await server
				.call("GET", `/v1/events?after_sequence=${after}&wait=20&limit=7`, { key })
				.catch(() => null);
			if (page?.status !== 200) {
				await sleep(50);
				continue;
			}
			for (const { sequence, data } of page.body.data) seen.push({ sequence, client: data.clientId });
			after = page.body.next_after_sequence;
		}
	})();
	let answered = 0;
	const sending = names.map(async (name, n) => {
		await sleep(n * 5);
		const { status } = await create(key, name).catch(() => ({ status: 0 }));
		if (status === 201) answered++;
	});
	await until(() => answered >= changes / 4, 20_000, "a quarter of the changes are answered");
	await server.crash();
	await Promise.all(sending);
	expect(answered).toBeLessThan(changes);
	await server.start();
	const ids = await Promise.all(names.map(async (name) => (await create(key, name)).body.id));
	await until(() => seen.length >= changes, 60_000, "the reader has all events").catch(() => {});
	done = true;
	await Promise.race([reading, sleep(1000)]);
	expect(seen.map(({ sequence }) => sequence)).toEqual(names.map((_, n) => n + 1));
	expect(seen.map(({ client }) => client).sort()).toEqual([...ids].sort());
}, 120_000);
