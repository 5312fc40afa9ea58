import { expect, it } from "vitest";
import { costOf } from "./support/cost.ts";
import { database } from "./support/database.ts";
import { newWorld } from "./support/world.ts";

it("a page of leads reads a bounded number of rows for a source, be it frequent or rare, new or old", async () => {
	const lister = await newWorld();
	const count = 5000;
	const leadNumber = (i: number) => ({
		id: `led_${i.toString(16).padStart(32, "0")}`,
		source: i <= 3 ? "rare" : i <= 300 ? "old" : i % 50 ? "web" : "shop",
		stage: i % 1000 === 1 ? "LOST" : i < 2500 ? "QUALIFIED" : "NEW",
		archived: i % 7 ? 0 : 1,
	});
	const all = Array.from({ length: count }, (_, index) => leadNumber(count - index));
	for (let from = 0; from < count; from += 1000)
		await database
			.prepare(
				`INSERT INTO leads (id, tenant_id, first_name, source, stage, archived, created_at, updated_at)
				SELECT value->>'id', ?1, 'Noor', value->>'source', value->>'stage', value->>'archived', 1, 1 FROM json_each(?2)`,
			)
			.bind(lister.id, JSON.stringify(all.slice(from, from + 1000)))
			.run();
	for (const source of ["rare", "old", "web", "shop", "none"])
		for (const stage of [undefined, "LOST", "NEW"])
			for (const archived of [undefined, "true"]) {
				const query = new URLSearchParams({
					source,
					...(stage ? { stage } : {}),
					...(archived ? { archived } : {}),
				});
				const path = `/v1/leads?${query}`;
				const expected = all.filter(
					(lead) => lead.source === source && (!stage || lead.stage === stage) && (!archived || lead.archived === 1),
				);
				const found: string[] = [];
				for (let cursor: string | null = ""; cursor !== null; ) {
					const { body, rowsRead }: Awaited<ReturnType<typeof costOf>> = await costOf(
						`${path}&cursor=${cursor}`,
						lister.key,
					);
					found.push(...body.data.map(({ id }: { id: string }) => id));
					expect(rowsRead, path).toBeLessThanOrEqual(stage || archived ? 1000 : 60);
					cursor = body.next_cursor;
				}
				expect(found).toEqual(expected.map(({ id }) => id));
			}
});
