import { afterAll, beforeAll, expect, it } from "vitest";
import { Server, sleep, until } from "../../lab/harness/server.ts";

const server = new Server();
beforeAll(async () => {
	await server.start();
});
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
	const send = async (name: string, delay: number) => {
		await sleep(delay);
		const { status } = await create(key, name).catch(() => ({ status: 0 }));
		if (status === 201) answered++;
	};
	const half = changes / 2;
	const first = names.slice(0, half).map((name, n) => send(name, n * 5));
	let second: Promise<void>[] = [];
	await until(() => answered >= half / 2, 20_000, "a quarter of the changes are answered");
	// The second half leaves in the moment of the crash, so that a fast machine cannot answer it before.
	await server.crash(async () => {
		second = names.slice(half).map((name) => send(name, 0));
		await sleep(5);
	});
	await Promise.all([...first, ...second]);
	expect(answered).toBeLessThan(changes);
	await server.start();
	const ids = await Promise.all(names.map(async (name) => (await create(key, name)).body.id));
	await until(() => seen.length >= changes, 60_000, "the reader has all events").catch(() => {});
	done = true;
	await Promise.race([reading, sleep(1000)]);
	expect(seen.map(({ sequence }) => sequence)).toEqual(names.map((_, n) => n + 1));
	expect(seen.map(({ client }) => client).sort()).toEqual([...ids].sort());
});
