import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { operatorEndpoints } from "../src/api/operator/endpoints.ts";
import { endpoints } from "../src/api/v1.ts";
import type { Change } from "../src/platform/commit/change.ts";
import { execute } from "../src/platform/commit/execute.ts";
import { isList } from "../src/platform/http/endpoint/endpoint.ts";
import { newId } from "../src/platform/lib/ids.ts";
import { call } from "./support/api.ts";
import { advance } from "./support/clock.ts";
import { database } from "./support/database.ts";
import { localIn } from "./support/local.ts";
import { readAllPages } from "./support/read-all-pages.ts";
import { Receiver } from "./support/receiver.ts";
import { newKey, newTenant, newWorld, operate, type Tenant } from "./support/world.ts";

beforeEach(() => advance(60));

const sorted = "sort=updated_at";
type Item = { id: string; updated_at: string };
const idsIn = (rows: Item[]): string[] => rows.map(({ id }) => id);

/** Clients 1 to `count`. Client n changed last at the time n / `together`, so that as many share each time. */
async function fill({ id }: Tenant, count: number, together = 1): Promise<string[]> {
	const { results } = await database
		.prepare(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
			INSERT INTO clients (id, tenant_id, email, email_key, first_name, source, created_at, updated_at)
			SELECT 'cli_' || printf('%08x%04x7fff8fff%012x', random() & 0xffffffff, i & 0xffff, i), ?1, i || '@example.com', i || '@example.com', 'Ana',
				CASE WHEN i % 1000 = 0 THEN 'rare' ELSE 'often' END, 1, i / CAST(?3 AS INTEGER) FROM n RETURNING id, updated_at`,
		)
		.bind(id, count, together)
		.run<{ id: string; updated_at: number }>();
	return results.sort((a, b) => a.updated_at - b.updated_at || (a.id < b.id ? -1 : 1)).map((row) => row.id);
}

describe("with sort=updated_at a list", () => {
	it("rises by time of change and by id, whatever the pages are, and begins at updated_since", async () => {
		const world = await newWorld();
		const ids = await fill(world, 45, 10);
		const pages = await readAllPages(`/v1/clients?${sorted}&limit=7`, world.key);
		expect(pages.map((page) => page.length)).toEqual([7, 7, 7, 7, 7, 7, 3]);
		expect(idsIn(pages.flat())).toEqual(ids);
		const since = `updated_since=${new Date(2).toISOString()}`;
		const changed = await readAllPages(`/v1/clients?${sorted}&limit=13&${since}`, world.key);
		expect(idsIn(changed.flat())).toEqual(ids.slice(19));
	});

	it("ends exactly, also when the last page is full", async () => {
		const world = await newWorld();
		await fill(world, 4, 4);
		const { body } = await call(200, `/v1/clients?${sorted}&limit=4`, { key: world.key });
		expect([body.data.length, body.has_more, body.next_cursor]).toEqual([4, false, null]);
	});

	it("meets a record again that changes while somebody syncs, and loses none", async () => {
		const world = await newWorld();
		const ids = await fill(world, 6);
		const first = (await call(200, `/v1/clients?${sorted}&limit=2`, { key: world.key })).body;
		// One that was read already, and one that was still to come.
		for (const id of [ids[0], ids[4]])
			await call(200, `/v1/clients/${id}`, { key: world.key, method: "PATCH", body: { notes: "new" } });
		const rest: Item[] = [];
		for (let cursor = first.next_cursor; cursor !== null; ) {
			const { body } = await call(200, `/v1/clients?${sorted}&limit=2&cursor=${cursor}`, { key: world.key });
			rest.push(...body.data);
			cursor = body.next_cursor;
		}
		expect(idsIn(first.data)).toEqual(ids.slice(0, 2));
		expect(idsIn(rest)).toEqual([ids[2], ids[3], ids[5], ...[ids[0], ids[4]]]);
	});

	it("refuses the cursor of another order, and another order refuses its cursor", async () => {
		const { key, ...world } = await newWorld();
		await fill({ key, ...world }, 3);
		const of = async (query: string) => (await call(200, `/v1/clients?limit=1&${query}`, { key })).body.next_cursor;
		const [byChange, newest] = [await of(sorted), await of("")];
		for (const query of [`cursor=${byChange}`, `${sorted}&cursor=${newest}`])
			expect((await call(400, `/v1/clients?${query}`, { key })).body.code).toBe("invalid_cursor");
	});

	it("names the order in the address of the next page", async () => {
		const world = await newWorld();
		await fill(world, 2);
		const { headers } = await call(200, `/v1/clients?${sorted}&limit=1`, { key: world.key });
		expect(headers.get("Link")).toContain(sorted);
	});

	it.each(["created_at", "-updated_at", "UPDATED_AT", ""])("refuses sort=%s", async (sort) => {
		const { key } = await newWorld();
		const { body } = await call(400, `/v1/clients?sort=${sort}`, { key });
		expect(body).toMatchObject({ code: "validation_failed", errors: [{ location: "querystring", path: "sort" }] });
	});

	it("keeps to the filters of leads and ideas, whether few records pass them or many", async () => {
		const world = await newWorld();
		const client_id = (await call(201, "/v1/clients", { key: world.key, body: { email: "a@b.cd", first_name: "A" } }))
			.body.id;
		await database.batch([
			database
				.prepare(
					`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900)
					INSERT INTO leads (id, tenant_id, first_name, stage, source, created_at, updated_at)
					SELECT 'led_' || printf('%032x', 1000 - i), ?1, 'A', CASE i % 2 WHEN 0 THEN 'NEW' ELSE 'LOST' END, CASE i % 9 WHEN 0 THEN 'web' END, 1, i FROM n`,
				)
				.bind(world.id),
			database
				.prepare(
					`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
					INSERT INTO ideas (id, tenant_id, client_id, subject, stage, source_type, btt_status, created_at, updated_at)
					SELECT 'ide_' || printf('%032x', 1000 - i), ?1, ?2, 'A', CASE i % 2 WHEN 0 THEN 'NEW' ELSE 'DONE' END, 'API', 'NONE', 1, i FROM n`,
				)
				.bind(world.id, client_id),
		]);
		const numbers = async (path: string) => {
			const { body } = await call(200, path, { key: world.key });
			return body.data.map(({ id }: Item) => 1000 - Number.parseInt(id.slice(4), 16));
		};
		const since = `updated_since=${new Date(11).toISOString()}`;
		expect(await numbers(`/v1/leads?${sorted}&limit=3&stage=NEW&${since}`)).toEqual([12, 14, 16]);
		expect(await numbers(`/v1/leads?${sorted}&limit=3&stage=NEW&source=web&archived=false`)).toEqual([18, 36, 54]);
		expect(await numbers(`/v1/ideas?${sorted}&limit=3&stage=DONE&client_id=${client_id}&${since}`)).toEqual([
			11, 13, 15,
		]);
	});

	it("is one of an endpoint's deliveries, also with filters", async () => {
		new Receiver();
		const world = await newWorld();
		const url = "https://hooks.test/sync";
		const id = (await call(201, "/v1/webhook_endpoints", { key: world.key, body: { url, events: ["*"] } })).body
			.endpoint.id;
		const rows = Array.from({ length: 4 }, (_, n) => ({ id: newId("delivery", 1000 + n), at: 10 - n, type: n % 2 }));
		await database.batch(
			rows.map((row) =>
				database
					.prepare(
						`INSERT INTO deliveries (id, tenant_id, endpoint_id, event_id, event_type, status, test_body, created_at, updated_at)
						VALUES (?1, ?2, ?3, ?6, ?4, 'SUCCEEDED', '{}', 1, ?5)`,
					)
					.bind(row.id, world.id, id, row.type ? "lead.created" : "client.created", row.at, newId("event", row.at)),
			),
		);
		const path = `/v1/webhook_endpoints/${id}/deliveries?${sorted}&limit=1`;
		const rising = idsIn(rows as never).reverse();
		expect(idsIn((await readAllPages(path, world.key)).flat())).toEqual(rising);
		const ofType = await readAllPages(`${path}&event_type=lead.created&status=SUCCEEDED`, world.key);
		expect(idsIn(ofType.flat())).toEqual([rising[0], rising[2]]);
	});

	it("ends a page of large submissions early", async () => {
		const world = await newWorld();
		const fields = [{ key: "a", label: "A", type: "textarea" }];
		const form = (await call(201, "/v1/forms", { key: world.key, body: { name: "Intake", fields } })).body.id;
		// The newest submission is the one that changed first.
		const { results } = await database
			.prepare(
				`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12)
				INSERT INTO form_submissions (id, tenant_id, form_id, submission_data, signature, created_at, updated_at)
				SELECT 'fsb_' || printf('%032x', i), ?1, ?2, '{}', hex(zeroblob(500000)), 1, 100 - i FROM n RETURNING id`,
			)
			.bind(world.id, form)
			.run<Item>();
		const pages = await readAllPages(`/v1/forms/${form}/submissions?${sorted}`, world.key);
		expect(pages.map((page) => page.length)).toEqual([4, 4, 4]);
		expect(idsIn(pages.flat())).toEqual(idsIn(results).reverse());
	});

	it("is one of a studio's users, members and invited, by the later change of person and seat", async () => {
		const tenantId = await newTenant();
		const path = `/admin/tenants/${tenantId}/users`;
		const ids: string[] = [];
		for (const [n, password] of ["correct horse battery", undefined, "correct horse battery"].entries()) {
			advance(1);
			ids.push((await operate(201, path, { body: { email: `${tenantId}${n}@example.com`, password } })).body.id);
		}
		advance(1);
		await operate(200, `${path}/${ids[0]}`, { method: "PATCH", body: { role: "STAFF" } });
		const first = (await operate(200, `${path}?${sorted}&limit=2`)).body;
		const second = (await operate(200, `${path}?${sorted}&limit=2&cursor=${first.next_cursor}`)).body;
		expect(idsIn([...first.data, ...second.data])).toEqual([ids[1], ids[2], ids[0]]);
		const since = await operate(200, `${path}?${sorted}&updated_since=${second.data[0].updated_at}`);
		expect(idsIn(since.body.data)).toEqual([ids[0]]);
	});

	it("is one of tenants and of API keys", async () => {
		const [a, b] = [await newTenant(), await newTenant()];
		const since = advance(60);
		for (const id of [b, a])
			await operate(200, `/admin/tenants/${id}`, { method: "PATCH", body: { name: advance(1).slice(0, 20) } });
		const tenants = (await operate(200, `/admin/tenants?${sorted}&updated_since=${since}&limit=1`)).body;
		const next = (
			await operate(200, `/admin/tenants?${sorted}&updated_since=${since}&limit=1&cursor=${tenants.next_cursor}`)
		).body;
		expect(idsIn([...tenants.data, ...next.data])).toEqual([b, a]);
		const keys = [await newKey(a), await newKey(a)];
		advance(1);
		await operate(200, `/admin/api_keys/${keys[0]?.id}`, { method: "PATCH", body: { name: "Renamed" } });
		const listed = (await operate(200, `/admin/tenants/${a}/api_keys?${sorted}`)).body.data;
		expect(idsIn(listed)).toEqual([keys[1]?.id, keys[0]?.id]);
	});
});

describe("every list that takes updated_since takes sort=updated_at", () => {
	const declared = [...endpoints.filter(isList), ...operatorEndpoints.filter(isList)];
	it.each(declared.map(({ id, query }) => [id, Object.keys(query?.shape ?? {})] as const))("%s", (_, names) => {
		expect(names.includes("sort")).toBe(names.includes("updated_since"));
	});
});

describe("a change that took longer than a sync goes back", () => {
	it("is not made, and the caller may repeat it", async () => {
		const { caller, writer } = localIn("DATA_1");
		const now = Date.now();
		const decide = (): Change<null> => {
			vi.spyOn(Date, "now").mockReturnValue(now + 30_000);
			return { result: null, writes: [sql`INSERT INTO a_table_that_does_not_exist VALUES (1)`] };
		};
		const made = execute(writer, caller, decide).finally(() => vi.restoreAllMocks());
		await expect(made).rejects.toMatchObject({ code: "service_unavailable", headers: { "Retry-After": "1" } });
	});
});
