import { expect, it } from "vitest";
import { ownersOfPictures } from "../src/domain/access/audit-log/record-scopes.ts";
import { actionsOf, deletedTypes } from "../src/domain/access/deletions/types.ts";
import { call } from "./support/api.ts";
import { now } from "./support/clock.ts";
import { costOf } from "./support/cost.ts";
import { database } from "./support/database.ts";
import { newKey, newWorld, type Tenant } from "./support/world.ts";

const many = 10_000;

/** `many` entries of other actions, and in between the deletions of `of`, one in every `step` entries. */
async function fill({ id }: Tenant, step: number, of: readonly string[]): Promise<void> {
	await database
		.prepare(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${many})
			INSERT INTO audit_entries (id, tenant_id, action, resource_id, actor_type, request_id, details, created_at)
			SELECT 'aud_' || printf('%012x', CAST(?4 AS INTEGER) + i) || printf('%020x', i), ?1,
				CASE WHEN i % CAST(?2 AS INTEGER) = 0 THEN json_extract(?3, '$[' || (i / CAST(?2 AS INTEGER) % json_array_length(?3)) || ']') || '.deleted' ELSE 'client.updated' END,
				'x', 'system', 'req', '{"owner_id":"led_x"}', CAST(?4 AS INTEGER) + i FROM n`,
		)
		.bind(id, step, JSON.stringify(of), Date.parse(now()))
		.run();
}

it("a page of 50 deletions reads few rows beside its own among 10 000 entries, whoever asks", async () => {
	const ranges = deletedTypes.flatMap(actionsOf).length;
	// The types whose pictures the caller reads are a list of values, which count as rows, too.
	const most = 50 + ranges + ownersOfPictures.length;
	for (const [step, of] of [
		[100, deletedTypes],
		[2, deletedTypes],
		[2, ["delivery"]],
	] as const) {
		const world = await newWorld();
		await fill(world, step, of);
		const { key } = await newKey(world.id, { scopes: ["read:events", "read:clients"] });
		const middle = `updated_since=${new Date(Date.parse(now()) + many / 2).toISOString()}`;
		for (const caller of [world.key, key]) {
			await call(200, "/v1/deletions", { key: caller });
			for (const query of ["", "sort=updated_at", middle, `${middle}&sort=updated_at`, "type=client"]) {
				const cost = await costOf(`/v1/deletions?${query}`, caller);
				expect(cost).toMatchObject({ status: 200, db: { inSequence: 1 } });
				expect(cost.rowsRead, `${step} ${query}\n${cost.statements.join("\n")}`).toBeLessThanOrEqual(most);
			}
		}
	}
});
