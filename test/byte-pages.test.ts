import { exports } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { clock } from "../src/platform/lib/clock.ts";
import { newId } from "../src/platform/lib/ids.ts";
import { call, newAddress } from "./support/api.ts";
import { addRows, database } from "./support/database.ts";
import { type EndpointOfTenant, newEndpoint } from "./support/endpoints.ts";
import { readAllPages } from "./support/read-all-pages.ts";
import { newWorld, type Tenant } from "./support/world.ts";

const mebi = 1024 * 1024;

async function withEvents({ id }: Tenant, sizes: number[]): Promise<string[]> {
	const ids = sizes.map(() => newId("event", clock.now()));
	for (const [n, size] of sizes.entries())
		await database
			.prepare(
				`INSERT INTO events (id, tenant_id, sequence, type, data, actor_type, created_at)
				VALUES (?1, ?2, ?3, 'lead.created', json_object('notes', ?4), 'system', ?5)`,
			)
			.bind(ids[n], id, n + 1, "x".repeat(size), clock.now())
			.run();
	return ids.reverse();
}

it("a page of events ends at 4 MiB, and the pages together are the whole list", async () => {
	const world = await newWorld();
	const ids = await withEvents(world, Array(10).fill(mebi));
	const pages = await readAllPages("/v1/events", world.key);
	expect(pages.map((page) => page.length)).toEqual([3, 3, 3, 1]);
	expect(pages.flat().map(({ id }) => id)).toEqual(ids);
});

it("a page of small and large events has the whole of each, and no other large event is loaded", async () => {
	const world = await newWorld();
	const sizes = [10, 2 * mebi - 1000, 20, 300_000, 30, mebi, 1.5 * mebi, 40];
	await withEvents(world, sizes);
	const loaded = vi.spyOn(JSON, "parse");
	const sizesIn = (page: { data: { data: { notes: string } }[] }) => page.data.map(({ data }) => data.notes.length);
	const types = ["", "&type=lead.created", "&type=lead.created,client.created"];
	for (const query of ["limit=100", ...types.map((type) => `after_sequence=0&limit=100${type}`)]) {
		loaded.mockClear();
		// Sent without `send`, because the API document does not describe these payloads.
		const headers = { Authorization: `Bearer ${world.key}`, "CF-Connecting-IP": newAddress() };
		const response = await exports.default.fetch(new Request(`https://api.test/v1/events?${query}`, { headers }));
		const expected = query.startsWith("after") ? sizes.slice(0, 6) : sizes.slice(2).reverse();
		expect(sizesIn(await response.json()), query).toEqual(expected);
		const large = loaded.mock.calls.filter(([text]) => text.startsWith('{"notes"') && text.length > 100_000);
		expect(large).toHaveLength(3);
	}
	loaded.mockRestore();
});

it("a page of forms ends at 4 MiB, and the pages together are the whole list, in either order", async () => {
	const { key } = await newWorld();
	const options = Array.from({ length: 100 }, (_, n) => String(n).padEnd(100, "日"));
	const fields = Array.from({ length: 4 }, (_, n) => ({ key: `f${n}`, label: "F", type: "select", options }));
	const made: string[] = [];
	for (let n = 0; n < 40; n++)
		made.push((await call(201, "/v1/forms", { key, body: { name: `Form ${n}`, fields } })).body.id);
	for (const [query, ids] of [
		["limit=100", made.toReversed()],
		["limit=100&sort=updated_at", made],
	] as const) {
		const pages = await readAllPages(`/v1/forms?${query}`, key);
		expect(pages.map((page) => page.length)).toEqual([34, 6]);
		expect(pages.flat().map(({ id }) => id)).toEqual(ids);
		for (const form of pages.flat()) expect(form.fields[3].options).toEqual(options);
	}
});

it("a page of small records is as long as ever", async () => {
	const world = await newWorld();
	await withEvents(world, Array(7).fill(100));
	const pages = await readAllPages("/v1/events?limit=3", world.key);
	expect(pages.map((page) => page.length)).toEqual([3, 3, 1]);
});

it("the answer of a trigger ends at 4 MiB too", async () => {
	const world = await newWorld();
	const ids = await withEvents(world, Array(6).fill(mebi));
	// Sent without `send`, because the API document does not describe these payloads.
	const headers = { Authorization: `Bearer ${world.key}`, "CF-Connecting-IP": newAddress() };
	const request = new Request("https://api.test/v1/automation/triggers/new_lead", { headers });
	const body = await (await exports.default.fetch(request)).json<{ id: string }[]>();
	expect(body.map(({ id }) => id)).toEqual(ids.slice(0, 3));
});

it("a page of submissions ends at 4 MiB, and the pages together are the whole list", async () => {
	const world = await newWorld();
	const fields = [{ key: "a", label: "A", type: "textarea" }];
	const form = (await call(201, "/v1/forms", { key: world.key, body: { name: "Intake", fields } })).body.id;
	const ids = Array.from({ length: 50 }, () => newId("form_submission", clock.now()));
	for (const id of ids)
		await database
			.prepare(
				`INSERT INTO form_submissions (id, tenant_id, form_id, submission_data, signature, created_at, updated_at)
				VALUES (?1, ?2, ?3, '{}', ?4, 1, 1)`,
			)
			.bind(id, world.id, form, "x".repeat(200_000))
			.run();
	const pages = await readAllPages(`/v1/forms/${form}/submissions`, world.key);
	expect(pages.map((page) => page.length)).toEqual([20, 20, 10]);
	expect(pages.flat().map(({ id }) => id)).toEqual([...ids].reverse());
});

/** The delivery is dead after twelve attempts, each with this answer. */
async function triedTwelveTimes(hook: EndpointOfTenant, eventId: string, answer: string): Promise<string> {
	// It ends with the number of its endpoint.
	const id = `${newId("delivery", clock.now()).slice(0, -7)}0000001`;
	const of = { tenant_id: hook.tenantId, endpoint_id: hook.id, event_id: eventId, event_type: "lead.created" };
	const attempts = JSON.stringify(
		Array.from({ length: 12 }, (_, n) => ({
			attempt: n + 1,
			response_status: 500,
			response_body: answer,
			duration_ms: 1,
			error_message: null,
			attempted_at: 1,
		})),
	);
	await addRows([
		"deliveries",
		{ id, ...of, status: "DEAD", attempt_count: 12, attempts, created_at: 1, updated_at: 1 },
	]);
	return id;
}

it("a page of deliveries ends at 4 MiB of what their attempts show, and the pages together are the whole list", async () => {
	const world = await newWorld();
	const hook = await newEndpoint(world);
	const ids: string[] = [];
	for (const event of await withEvents(world, Array(9).fill(100_000)))
		ids.unshift(await triedTwelveTimes(hook, event, "x".repeat(8192)));
	const all = await readAllPages("/v1/deliveries", world.key);
	expect(all.map((page) => page.length)).toEqual([3, 3, 3]);
	expect(all.flat().map(({ id }) => id)).toEqual(ids);
	const loaded = vi.spyOn(JSON, "parse");
	const pages = await readAllPages(`/v1/webhook_endpoints/${hook.id}/deliveries`, world.key);
	expect(pages.map((page) => page.length)).toEqual([3, 3, 3]);
	expect(pages.flat().map(({ id }) => id)).toEqual(ids);
	// The data of the page's events and of one more were read, and no others.
	expect(loaded.mock.calls.filter(([text]) => text.startsWith('{"notes"')).length).toBeLessThanOrEqual(4 + 4 + 3);
	loaded.mockRestore();
});

it("a delivery shows as many of its latest attempts as have room, so that its answer can be stored under a key", async () => {
	const world = await newWorld();
	const hook = await newEndpoint(world);
	const [event = ""] = await withEvents(world, [250_000]);
	const id = await triedTwelveTimes(hook, event, "x".repeat(8192));
	const shown = (await call(200, `/v1/deliveries/${id}`, { key: world.key })).body;
	expect([shown.attempt_count, shown.attempts.map((made: { attempt: number }) => made.attempt)]).toEqual([
		12,
		[7, 8, 9, 10, 11, 12],
	]);
	// The endpoint is disabled, so the replay waits.
	const endpoint = `/v1/webhook_endpoints/${hook.id}`;
	await call(200, endpoint, { method: "PATCH", key: world.key, body: { status: "DISABLED" } });
	const headers = { "Idempotency-Key": "again" };
	const replay = { method: "POST", key: world.key, headers };
	const { body } = await call(200, `/v1/deliveries/${id}/replay`, replay);
	expect(JSON.stringify(body).length).toBeLessThan(2_000_000);
	expect((await call(200, `/v1/deliveries/${id}/replay`, replay)).body).toEqual(body);
});

it("a page of an automation hook's deliveries ends at 4 MiB, too", async () => {
	const world = await newWorld();
	const body = { target_url: "https://hooks.example/large", trigger: "new_lead" };
	const { id } = (await call(201, "/v1/automation/hooks", { key: world.key, body })).body;
	const hook = { ...(await newEndpoint(world)), id };
	const ids: string[] = [];
	for (const event of await withEvents(world, Array(5).fill(100_000)))
		ids.unshift(await triedTwelveTimes(hook, event, "x".repeat(8192)));
	const pages = await readAllPages(`/v1/automation/hooks/${id}/deliveries`, world.key);
	expect(pages.map((page) => page.length)).toEqual([3, 2]);
	expect(pages.flat().map((delivery) => delivery.id)).toEqual(ids);
});

it("a page of small deliveries is as long as ever", async () => {
	const world = await newWorld();
	const hook = await newEndpoint(world);
	for (const event of await withEvents(world, Array(5).fill(10))) await triedTwelveTimes(hook, event, "no");
	const pages = await readAllPages(`/v1/webhook_endpoints/${hook.id}/deliveries?limit=3`, world.key);
	expect(pages.map((page) => page.length)).toEqual([3, 2]);
});
