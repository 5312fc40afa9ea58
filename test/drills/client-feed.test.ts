import { afterAll, beforeAll, expect, it } from "vitest";
import { type StudioEvent, TattooStudio } from "../../client/src/index.ts";
import { Server, until } from "../../lab/harness/server.ts";

const server = new Server();
beforeAll(async () => {
	await server.start();
});
afterAll(() => server.remove());

it("a reader that follows gets every event once and in order, though the service is killed and started again", async () => {
	const studio = new TattooStudio({ apiKey: await server.newKey(), baseUrl: server.origin });
	const create = (name: string) => studio.clients.create({ email: `${name}@example.com`, first_name: name });
	const seen: StudioEvent[] = [];
	const failures: unknown[] = [];
	const feed = studio.events.follow({ after: 0, onRetry: ({ error }) => failures.push(error) });
	const reading = (async () => {
		for await (const event of feed) seen.push(event);
	})();
	for (const round of [1, 2, 3]) {
		await Promise.all(["a", "b", "c"].map((name) => create(`${name}-${round}`)));
		await until(() => seen.length === round * 3, 30_000, `the events of round ${round}`);
		await server.crash();
		await until(() => failures.length > 2, 30_000, "the reader notices");
		await server.start();
		failures.length = 0;
	}
	await create("last");
	await until(() => seen.length >= 10, 30_000, "the last event");
	await feed.return();
	await reading;
	expect(seen.map(({ sequence }) => sequence)).toEqual(seen.map((_, n) => n + 1));
	expect(new Set(seen.map(({ id }) => id)).size).toBe(10);
}, 300_000);
