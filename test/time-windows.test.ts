import { beforeAll, describe, expect, it } from "vitest";
import { operatorEndpoints } from "../src/api/operator/endpoints.ts";
import { endpoints } from "../src/api/v1.ts";
import { isList } from "../src/platform/http/endpoint/endpoint.ts";
import { newId } from "../src/platform/lib/ids.ts";
import { call, send } from "./support/api.ts";
import { database } from "./support/database.ts";
import { expectProblem } from "./support/expect.ts";
import { readAllPages } from "./support/read-all-pages.ts";
import { newWorld, operate, type Tenant } from "./support/world.ts";

const isoAt = (ms: number): string => encodeURIComponent(new Date(ms).toISOString());

describe("every list that takes a time from which on takes one before which, too", () => {
	const declared = [...endpoints.filter(isList), ...operatorEndpoints.filter(isList)];
	it.each(declared.map(({ id, query }) => [id, Object.keys(query?.shape ?? {})] as const))("%s", (_, names) => {
		for (const time of ["updated", "created"])
			expect(names.includes(`${time}_until`)).toBe(names.includes(`${time}_since`));
	});
});

describe("windows of time that adjoin", () => {
	let world: Tenant;
	beforeAll(async () => {
		world = await newWorld();
		for (let n = 1; n <= 30; n++)
			await database
				.prepare(
					`INSERT INTO clients (id, tenant_id, email, email_key, first_name, search_words, created_at, updated_at)
					VALUES (?2, ?1, ?3, ?3, 'Kai', '["kai"]', 1, ?4)`,
				)
				.bind(world.id, `cli_${n.toString(16).padStart(32, "0")}`, `${n}@example.com`, Math.ceil(n / 3) * 100)
				.run();
	});

	it.each(["", "&sort=updated_at", "&q=kai", "&email=4@example.com"])(
		"show each changed client exactly once, with %j",
		async (more) => {
			const all = (await readAllPages(`/v1/clients?limit=7${more}`, world.key)).flat();
			const windows: { id: string }[] = [];
			for (const from of [0, 300, 301, 700])
				windows.push(
					...(
						await readAllPages(
							`/v1/clients?limit=2&updated_since=${isoAt(from)}&updated_until=${isoAt({ 0: 300, 300: 301, 301: 700, 700: 5000 }[from] ?? 0)}${more}`,
							world.key,
						)
					).flat(),
				);
			expect(new Set(windows.map(({ id }) => id)).size).toBe(windows.length);
			expect(windows.map(({ id }) => id).sort()).toEqual(all.map(({ id }: { id: string }) => id).sort());
		},
	);

	it("leave out the record that changed at their end", async () => {
		const { body } = await call(200, `/v1/clients?updated_until=${isoAt(200)}`, { key: world.key });
		expect(body.data.map(({ updated_at }: { updated_at: string }) => Date.parse(updated_at))).toEqual([100, 100, 100]);
	});

	it("show each created event exactly once, and its cursor belongs to its window", async () => {
		for (let n = 1; n <= 12; n++)
			await database
				.prepare(
					`INSERT INTO events (id, tenant_id, sequence, type, data, actor_type, created_at)
					VALUES (?2, ?1, ?3, 'client.created', '{}', 'system', ?4)`,
				)
				.bind(world.id, newId("event", 1e12 + Math.ceil(n / 2)), n, 1e12 + Math.ceil(n / 2))
				.run();
		const events = (await readAllPages("/v1/events", world.key)).flat();
		const middle = encodeURIComponent(events[5].created_at);
		const later = (await readAllPages(`/v1/events?limit=2&created_since=${middle}`, world.key)).flat();
		const earlier = (await readAllPages(`/v1/events?limit=2&created_until=${middle}`, world.key)).flat();
		expect([...later, ...earlier]).toEqual(events);
		const { next_cursor } = (await call(200, `/v1/events?limit=1&created_until=${middle}`, { key: world.key })).body;
		expectProblem(await send(`/v1/events?cursor=${next_cursor}`, { key: world.key }), "/v1/events", "invalid_cursor");
	});

	it("do not go with the feed", async () => {
		const path = `/v1/events?after_sequence=0&created_until=${isoAt(1)}`;
		const answer = await send(path, { key: world.key });
		expectProblem(answer, path, "validation_error");
		expect(answer.body.errors).toMatchObject([{ path: "created_until" }]);
	});

	it("end the operator's lists", async () => {
		const since = isoAt(0);
		const { body } = await operate(200, `/admin/tenants?updated_since=${since}&updated_until=${isoAt(1)}`);
		expect(body.data).toEqual([]);
		const databases = await operate(200, `/admin/databases?updated_until=${isoAt(0)}`);
		expect(databases.body.data).toEqual([]);
	});

	it("take a plus that nobody escaped for what it was meant", async () => {
		const count = async (query: string) =>
			(await call(200, `/v1/clients?limit=100&${query}`, { key: world.key })).body.data.length;
		expect(await count("updated_since=1970-01-01T02:00:00.500+02:00")).toBe(await count(`updated_since=${isoAt(500)}`));
		expect(await count("updated_since=1970-01-01T02:00:00.500+0200")).toBe(18);
		expect(await count("updated_since=1970-01-01T02:00:00.500+02")).toBe(18);
		const answer = await send("/v1/clients?updated_since=1970-01-01+02:00", { key: world.key });
		expectProblem(answer, "/v1/clients", "validation_failed");
	});
});
