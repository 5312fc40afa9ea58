import { expect, it } from "vitest";
import { call } from "./support/api.ts";
import { costOf } from "./support/cost.ts";
import { database } from "./support/database.ts";
import { newClient } from "./support/studio.ts";
import { newWorld } from "./support/world.ts";

/** Adds rows with the numbers `i` from 1. */
const fill = (tenantId: string, table: string, count: number, columns: string, values: string) =>
	database
		.prepare(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
			INSERT INTO ${table} (tenant_id, id, ${columns}) SELECT ?1, ${values} FROM n`,
		)
		.bind(tenantId, count)
		.run();

it.each([60, 3000])("the events about one record are found among %i others with few rows", async (count) => {
	const world = await newWorld();
	const clientId = await newClient(world.key);
	for (let n = 0; n < 4; n++)
		await call(200, `/v1/clients/${clientId}`, { key: world.key, method: "PATCH", body: { notes: `${n}` } });
	await fill(
		world.id,
		"events",
		count,
		"sequence, type, data, actor_type, request_id, created_at",
		`'evt_' || printf('%012x', i) || printf('%020x', i), 100 + i, 'client.updated', json_object('clientId', 'cli_' || i), iif(i % 2, 'system', 'api_key'), 'req_' || i, i`,
	);
	await fill(
		world.id,
		"audit_entries",
		count,
		"action, resource_id, actor_type, request_id, created_at",
		"'aud_' || printf('%012x', i) || printf('%020x', i), 'client.updated', 'cli_' || i, 'api_key', 'req_' || i, i",
	);
	await costOf("/v1/me", world.key);
	for (const query of [`about=${clientId}`, `about=${clientId}&after_sequence=0`, "about=cli_7", "request_id=req_8"]) {
		const { body } = await call(200, `/v1/events?${query}`, { key: world.key });
		const cost = await costOf(`/v1/events?${query}`, world.key);
		expect(body.data.length).toBe(query.includes(clientId) ? 5 : 1);
		expect(cost.rowsRead, `${query}\n${cost.statements.join("\n")}`).toBeLessThanOrEqual(13 * body.data.length + 25);
	}
});

it.each([60, 3000])("a page of the %i events about one record reads few rows beyond it", async (count) => {
	const world = await newWorld();
	const clientId = await newClient(world.key);
	await fill(
		world.id,
		"events",
		count,
		"sequence, type, data, actor_type, request_id, created_at",
		`'evt_' || printf('%012x', i) || printf('%020x', i), 100 + i, 'client.updated', json_object('clientId', '${clientId}'), 'api_key', 'mine', i`,
	);
	await fill(
		world.id,
		"audit_entries",
		count,
		"action, resource_id, actor_type, request_id, created_at",
		`'aud_' || printf('%012x', i) || printf('%020x', i), 'client.updated', '${clientId}', 'api_key', 'mine', i`,
	);
	await costOf("/v1/me", world.key);
	for (const query of [`about=${clientId}`, "request_id=mine", "request_id=mine&after_sequence=100"]) {
		const cost = await costOf(`/v1/events?limit=2&${query}`, world.key);
		expect(cost.rowsRead, `${query}\n${cost.statements.join("\n")}`).toBeLessThanOrEqual(1200);
	}
});

it("the events of a request with thousands of entries are looked at once", async () => {
	const world = await newWorld();
	const [events, entries] = [100, 2000];
	await fill(
		world.id,
		"events",
		events,
		"sequence, type, data, actor_type, request_id, created_at",
		"'evt_' || printf('%012x', 7) || printf('%020x', i), i, 'appointment.cancelled', '{}', 'api_key', 'large', 7",
	);
	await fill(
		world.id,
		"audit_entries",
		entries,
		"action, resource_id, actor_type, request_id, created_at",
		"'aud_' || printf('%012x', 7) || printf('%020x', i), 'idea.deleted', 'ide_' || i, 'api_key', 'large', 7",
	);
	for (const query of ["request_id=large", "request_id=large&after_sequence=0"]) {
		const { body } = await call(200, `/v1/events?limit=100&${query}`, { key: world.key });
		expect(body.data).toHaveLength(events);
		const cost = await costOf(`/v1/events?limit=100&${query}`, world.key);
		expect(cost.rowsRead, query).toBeLessThanOrEqual(5 * entries);
	}
});
