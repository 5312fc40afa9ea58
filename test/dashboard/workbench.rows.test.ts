import { beforeAll, expect, it } from "vitest";
import { hourOf, keptHours } from "../../src/domain/events/attempts/hourly-counts.ts";
import { call } from "../support/api.ts";
import { costOf } from "../support/cost.ts";
import { database } from "../support/database.ts";
import { createClient, createEndpoint } from "../support/deliveries.ts";
import { Receiver } from "../support/receiver.ts";
import { inStudio, newWorkbenchMember, type WorkbenchMember } from "../support/workbench.ts";
import { newWorld, type Tenant } from "../support/world.ts";

const many = 50_000;
const chunk = 10_000;

let world: Tenant;
let owner: WorkbenchMember;
let endpointId: string;
let ids: { event: string; delivery: string; client: string };

/** `n.i` counts from 1 to `many`. */
async function fill(sql: string, ...params: unknown[]): Promise<void> {
	for (let from = 0; from < many; from += chunk)
		await database
			.prepare(
				`WITH RECURSIVE n(i) AS (SELECT ${from + 1} UNION ALL SELECT i + 1 FROM n WHERE i < ${from + chunk}) ${sql}`,
			)
			.bind(world.id, ...params)
			.run();
}

beforeAll(async () => {
	new Receiver();
	world = await newWorld({ plan: "studio" });
	owner = await newWorkbenchMember(world.id);
	endpointId = (await createEndpoint(world.key)).id;
	await fill(
		`INSERT INTO events (id, tenant_id, sequence, type, data, actor_type, actor_id, request_id, created_at)
		SELECT 'evt_00' || printf('%023x0000000', i), ?1, i, 'client.created', '{}', 'api_key', ?2, 'r' || i, i FROM n`,
		world.keyId,
	);
	await fill(
		`INSERT INTO deliveries (id, tenant_id, endpoint_id, event_id, event_type, status, attempt_count, attempts, created_at, updated_at)
		SELECT 'wbd_00' || printf('%023x0000001', i), ?1, ?2, 'evt_00' || printf('%023x0000000', i), 'client.created', 'SUCCEEDED', 1,
			json_array(json_object('attempt', 1, 'response_status', 200, 'duration_ms', 5, 'attempted_at', i)), i, i FROM n`,
		endpointId,
	);
	await fill(
		`INSERT INTO audit_entries (id, tenant_id, action, resource_id, actor_type, actor_id, request_id, created_at)
		SELECT 'aud_00' || printf('%030x', i), ?1, 'client.created', 'cli_' || i, 'api_key', ?2, 'r' || i, i FROM n`,
		world.keyId,
	);
	// The session's use is recorded behind the first page, and would count as a call of it.
	await owner.open("/dashboard/account");
	const headers = { "X-Request-ID": "costed" };
	const { id } = await createClient(world.key);
	await call(200, `/v1/clients/${id}`, { method: "PATCH", key: world.key, body: { notes: "x" }, headers });
	const event = (await call(200, "/v1/events?limit=1", { key: world.key })).body.data[0].id;
	const { body } = await call(200, `/v1/webhook_endpoints/${endpointId}/deliveries?limit=1`, { key: world.key });
	ids = { event, delivery: body.data[0].id, client: id };
}, 120_000);

/** The pages, each with the rows that it may read. The list of endpoints may read the hours of a week for each. */
const pages: [name: string, page: () => [path: string, query?: Record<string, string>], rows: number][] = [
	["endpoints", () => ["/dashboard/webhooks"], 300],
	["an endpoint", () => [`/dashboard/webhooks/${endpointId}`], 450],
	["its deliveries of a state", () => [`/dashboard/webhooks/${endpointId}`, { status: "DEAD" }], 300],
	["its deliveries of a type", () => [`/dashboard/webhooks/${endpointId}`, { type: "lead.created" }], 1800],
	[
		"its deliveries of both",
		() => [`/dashboard/webhooks/${endpointId}`, { type: "client.created", status: "DEAD" }],
		1800,
	],
	["a recovery's count", () => [`/dashboard/webhooks/${endpointId}/recover`, { since: "2020-01-01T00:00" }], 50],
	["the checker", () => [`/dashboard/webhooks/${endpointId}/verify`], 30],
	["a delivery", () => [`/dashboard/deliveries/${ids.delivery}`], 50],
	["events", () => ["/dashboard/events"], 400],
	["events of a type", () => ["/dashboard/events", { type: "client.updated" }], 100],
	["an event", () => [`/dashboard/events/${ids.event}`], 60],
	["requests", () => ["/dashboard/requests"], 50],
	["a request", () => ["/dashboard/requests/costed"], 100],
	["the audit log", () => ["/dashboard/audit_log"], 300],
	["the audit log of a record", () => ["/dashboard/audit_log", { resource_id: ids.client }], 60],
	["the audit log of an action that is rare", () => ["/dashboard/audit_log", { action: "lead.deleted" }], 6500],
];

it.each(pages)(`%s of ${many}: at most three calls of D1 in sequence, and few rows`, async (_, page, rows) => {
	const [path, query] = page();
	const cost = await costOf(inStudio(world.id, path, query), "", { headers: { Cookie: owner.cookie } });
	expect(cost.status).toBe(200);
	expect(cost.db.inSequence).toBeLessThanOrEqual(3);
	expect(cost.rowsRead, cost.statements.join("\n")).toBeLessThanOrEqual(rows);
});

it("an endpoint's seven days cost as many rows as hours are kept, however many attempts there were", async () => {
	await database
		.prepare(
			`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
			INSERT OR REPLACE INTO endpoint_hours (tenant_id, endpoint_id, slot, hour, succeeded, failed, duration_ms, slowest_ms)
			SELECT ?1, ?2, (?4 - i) % ?5, ?4 - i, 1000, 10, 5000, 90 FROM n`,
		)
		.bind(world.id, endpointId, keptHours - 1, hourOf(Date.now()), keptHours)
		.run();
	for (const path of ["/dashboard/webhooks", `/dashboard/webhooks/${endpointId}`]) {
		const cost = await costOf(inStudio(world.id, path), "", { headers: { Cookie: owner.cookie } });
		expect(cost.rowsRead).toBeGreaterThan(keptHours);
		expect(cost.rowsRead).toBeLessThanOrEqual(2 * keptHours + 200);
	}
});
