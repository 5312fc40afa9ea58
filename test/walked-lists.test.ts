import { expect, it } from "vitest";
import { call } from "./support/api.ts";
import { database } from "./support/database.ts";
import { newWorld } from "./support/world.ts";

const idOf = (i: number) => `led_${i.toString(16).padStart(32, "0")}`;

/** Leads with the numbers from 1 to `count`. Every 400th is archived. */
async function newStudioWithLeads(count: number) {
	const studio = await newWorld();
	await database
		.prepare(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
			INSERT INTO leads (id, tenant_id, first_name, stage, archived, created_at, updated_at)
			SELECT 'led_' || printf('%032x', i), ?1, 'Noor', 'NEW', i % 400 = 0, i, i FROM n`,
		)
		.bind(studio.id, count)
		.run();
	return studio;
}

const page = async (key: string, query: string) => {
	const { data, has_more, next_cursor } = (await call(200, `/v1/leads?${query}`, { key })).body;
	return { ids: data.map(({ id }: { id: string }) => id), has_more, next_cursor };
};

it("a page that a filter leaves short has looked at 500 records, and the next one goes on after them", async () => {
	const { key } = await newStudioWithLeads(1100);
	for (const [sort, found] of [
		["", [[800], [400], []]],
		["&sort=updated_at", [[400], [800], []]],
	] as const) {
		let cursor = "";
		for (const [n, numbers] of found.entries()) {
			const { ids, has_more, next_cursor } = await page(key, `archived=true${sort}&cursor=${cursor}`);
			expect(ids).toEqual(numbers.map(idOf));
			expect(has_more).toBe(n < 2);
			cursor = next_cursor;
		}
	}
	expect(await page(key, "stage=LOST&archived=true")).toEqual({ ids: [], has_more: false, next_cursor: null });
});

it("no match is left out, and none comes twice, while leads are deleted and created between the pages", async () => {
	const { id, key } = await newStudioWithLeads(2000);
	const found: string[] = [];
	for (let [cursor, n]: [string | null, number] = ["", 0]; cursor !== null; n++) {
		const next: Awaited<ReturnType<typeof page>> = await page(key, `archived=true&cursor=${cursor}`);
		found.push(...next.ids);
		cursor = next.next_cursor;
		await database
			.prepare("DELETE FROM leads WHERE tenant_id = ? AND archived = 0 AND created_at % 7 = ?")
			.bind(id, n)
			.run();
		await call(201, "/v1/leads", { key, body: { first_name: "Mika", email: `mika-${n}@example.com` } });
	}
	expect(found).toEqual([2000, 1600, 1200, 800, 400].map(idOf));
});

it("without filters has_more is exact, and no page is empty", async () => {
	const { key } = await newStudioWithLeads(100);
	const first = await page(key, "");
	expect(first.ids).toHaveLength(50);
	expect(await page(key, `cursor=${first.next_cursor}`)).toMatchObject({ has_more: false, next_cursor: null });
});
