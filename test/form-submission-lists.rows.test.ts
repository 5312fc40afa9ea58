import { expect, it } from "vitest";
import { call } from "./support/api.ts";
import { costOf } from "./support/cost.ts";
import { database } from "./support/database.ts";
import { newClient } from "./support/studio.ts";
import { newWorld } from "./support/world.ts";

const newForm = async (key: string): Promise<string> =>
	(await call(201, "/v1/forms", { key, body: { name: "Form", fields: [{ key: "a", label: "A", type: "text" }] } })).body
		.id;

it("a page of submissions reads a bounded number of rows among 50 000 submissions, with every filter", async () => {
	const { id, key } = await newWorld();
	const form = await newForm(key);
	const [rare, often] = [await newClient(key), await newClient(key)];
	await database
		.prepare(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
			INSERT INTO form_submissions (id, tenant_id, form_id, client_id, submission_data, created_at, updated_at)
			SELECT 'fsb_' || printf('%032x', i), ?1, ?2, CASE WHEN i % 1000 = 0 THEN ?3 ELSE ?4 END, '{}', i, i FROM n`,
		)
		.bind(id, form, rare, often)
		.run();
	const most = { newest: 60, walked: 1002 };
	const late = new Date(49_000).toISOString();
	for (const [query, bound] of [
		["", most.newest],
		[`client_id=${rare}`, most.newest],
		[`client_id=${often}`, most.newest],
		[`form_id=${form}`, most.newest],
		[`form_id=${form}&client_id=${rare}`, 2 * 50],
		[`form_id=${await newForm(key)}&client_id=${often}`, most.walked],
		["sort=updated_at", most.newest],
		[`client_id=${rare}&sort=updated_at`, most.walked],
		[`client_id=${often}&sort=updated_at`, most.walked],
		[`client_id=${rare}&updated_since=${late}`, most.walked],
		[`client_id=${often}&updated_since=${late}`, most.walked],
	] as const) {
		const cost = await costOf(`/v1/form_submissions?${query}`, key);
		expect(cost).toMatchObject({ status: 200, db: { inSequence: 1 } });
		expect(cost.rowsRead, query).toBeLessThanOrEqual(bound);
	}
	const window = `client_id=${rare}&created_since=1970-01-01T00:00:00Z&limit=10`;
	const { body } = await costOf(`/v1/form_submissions?${window}`, key);
	const next = await costOf(`/v1/form_submissions?${window}&cursor=${body.next_cursor}`, key);
	expect(next.body.data).toHaveLength(10);
	expect(next.rowsRead).toBeLessThanOrEqual(most.newest);
});
