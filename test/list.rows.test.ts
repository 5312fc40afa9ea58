import { beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "../src/api/v1.ts";
import { isList } from "../src/platform/http/endpoint/endpoint.ts";
import { call } from "./support/api.ts";
import { costOf } from "./support/cost.ts";
import { database, rows } from "./support/database.ts";
import { newFullStudio } from "./support/full-studio.ts";
import type { Studio } from "./support/studio.ts";

const many = 2000;

/** The tables of the lists, with the columns in which the copies of a record differ, as SQL: `i` is a number. */
const tables: Record<string, Record<string, string>> = {
	clients: { email: "i || '@example.com'", email_key: "i || '@example.com'" },
	artists: { slug: "'a' || i" },
	shops: { slug: "'s' || i" },
	event_types: { slug: "'e' || i" },
	forms: {},
	form_submissions: {},
	leads: {},
	ideas: {},
	appointments: { status: "'CANCELLED'" },
	time_blocks: {},
	events: { sequence: "1000 + i" },
	deliveries: { event_id: "'evt_' || printf('%032x', i)" },
	webhook_endpoints: { number: "1000 + i" },
	audit_entries: {},
	jobs: {},
	import_rows: { row: "i + 1000" },
};

/** A tenant has few webhook endpoints and hooks, and one table holds both. */
const copiesOf = (table: string): number => (table === "webhook_endpoints" ? 55 : many);

async function copy(studio: Studio, table: string, different: Record<string, string>): Promise<void> {
	const [one] = await rows(`SELECT * FROM ${table} WHERE tenant_id = ? LIMIT 1`, studio.id);
	if (!one) throw new Error(`The studio has nothing in ${table}.`);
	const own: Record<string, string> = { id: `'${String(one.id).slice(0, 4)}' || printf('%032x', i)`, ...different };
	const names = Object.keys(one);
	// The rows of an import have no ids.
	const key = "id" in one ? "id" : "row";
	await database
		.prepare(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
			INSERT INTO ${table} (${names.map((name) => `"${name}"`)})
			SELECT ${names.map((name) => own[name] ?? `"${name}"`)} FROM n CROSS JOIN ${table} WHERE tenant_id = ?2 AND "${key}" = ?3`,
		)
		.bind(copiesOf(table), studio.id, one[key])
		.run();
}

/** The most rows that a page of 50 reads, for lists whose records show more than their own row. */
const most: Record<string, number> = {
	// The name of the artist of each is in its booking address.
	listEventTypes: 110,
	// Each shows its event and its attempts, and their sizes are summed up first.
	listDeliveries: 1200,
	listAutomationHookDeliveries: 1200,
	// The same, and the ranges of its endpoints are merged, once for the deliveries and once for their attempts.
	listAllDeliveries: 2400,
	// Of each endpoint, its delivery of the event is looked up.
	listEventDeliveries: 400,
};

describe(`a page of 50 of ${many} records`, () => {
	let studio: Studio;
	let ids: Record<string, string>;
	beforeAll(async () => {
		studio = await newFullStudio();
		for (const [table, different] of Object.entries(tables)) await copy(studio, table, different);
		const [delivery] = await rows("SELECT endpoint_id FROM deliveries WHERE tenant_id = ?", studio.id);
		const [submission] = await rows("SELECT form_id FROM form_submissions WHERE tenant_id = ?", studio.id);
		const body = { target_url: "https://hooks.test/cost", trigger: "new_client" };
		const hook_id = (await call(201, "/v1/automation/hooks", { key: studio.key, body })).body.id;
		await database
			.prepare("UPDATE deliveries SET endpoint_id = ? WHERE tenant_id = ? AND substr(id, -1) IN ('1', '3')")
			.bind(hook_id, studio.id)
			.run();
		const first = async (table: string): Promise<string> => {
			const [row] = await rows(`SELECT id FROM ${table} WHERE tenant_id = ? LIMIT 1`, studio.id);
			return String((row as { id: string }).id);
		};
		ids = {
			artist_id: studio.artistId,
			hook_id,
			idea_id: await first("ideas"),
			lead_id: await first("leads"),
			event_id: await first("events"),
			import_id: await first("jobs"),
			submission_id: await first("form_submissions"),
			...(delivery as object),
			...(submission as object),
		};
		await costOf("/v1/me", studio.key);
	});

	it.each(endpoints.filter(isList).map(({ id, path }) => [id, path]))(
		"%s reads at most 60 rows, or what it shows",
		async (id, path) => {
			const cost = await costOf(
				path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? ""),
				studio.key,
			);
			expect(cost).toMatchObject({ status: 200, gate: { inSequence: 1 }, rowsWritten: 0 });
			expect(cost.db.inSequence).toBeLessThanOrEqual(1);
			expect(cost.rowsRead).toBeLessThanOrEqual(most[id] ?? 60);
		},
	);
});
