import { expect, it } from "vitest";
import { call } from "./support/api.ts";
import { costOf } from "./support/cost.ts";
import { database } from "./support/database.ts";
import { newWorld, type Tenant } from "./support/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: records as JSON
type Json = any;

const path = (q: string, more = "") => `/v1/clients?q=${encodeURIComponent(q)}${more}`;

/** Enough for every word to be common. */
const many = 25_000;

/** Each has a first name, a last name, an email at gmail or gmx, and one of 25 000 numbers. */
async function fill({ id }: Tenant): Promise<void> {
	await database
		.prepare(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${many})
			INSERT INTO clients (id, tenant_id, email, email_key, first_name, search_words, created_at, updated_at)
			SELECT 'cli_' || printf('%016x%016x', i, i), ?1, i || '@y.zz', i || '@y.zz', 'A',
				json_array(CASE i % 2 WHEN 0 THEN 'anna' ELSE 'berta' END, CASE i % 50 WHEN 0 THEN 'anton' WHEN 1 THEN 'berger' ELSE 'lopez' END,
					CASE i % 3 WHEN 0 THEN 'gmx' ELSE 'gmail' END, 'com', printf('n%06d', i / 4)), i, i FROM n`,
		)
		.bind(id)
		.run();
}

const queries = [
	"a",
	"gmail",
	"com",
	"anna",
	"a gmail com",
	"anna lopez",
	"anna berta",
	"gmail gmx",
	"anna berger gmx",
	"anna anton",
	"n0010",
	"gmail n001001",
	"zzz com",
	"a g",
	"a b",
	"a b c d e f g h",
];

it("a page of a search reads at most 2010 rows for any words, common ones and such that never meet, and 160 for one word", async () => {
	const big = await newWorld();
	await fill(big);
	await call(200, path("x"), { key: big.key });
	for (const q of queries)
		for (const more of [
			"",
			`&updated_since=${new Date(many - 50).toISOString()}`,
			`&updated_since=${new Date(2).toISOString()}`,
		]) {
			const cost = await costOf(path(q, more), big.key);
			expect(cost).toMatchObject({ status: 200, db: { inSequence: 1 } });
			// For each client the row of the index, the client's, and the next one, at which SQLite sees the end. Then the
			// rows of the index again, for the position of the cursor.
			const bound = more === "" && !q.includes(" ") ? 3 * 50 + 10 : 4 * 500 + 10;
			expect(cost.rowsRead, q + more).toBeLessThanOrEqual(bound);
		}
	const first = async (q: string) => (await call(200, path(q), { key: big.key })).body;
	const numbers = (body: Json) => body.data.map(({ id }: Json) => Number.parseInt(id.slice(4, 20), 16));
	expect(numbers(await first("gmail")).slice(0, 3)).toEqual([many, many - 2, many - 3]);
	expect(numbers(await first("anna anton")).slice(0, 3)).toEqual([many, many - 50, many - 100]);
	expect(await first("anna berta")).toMatchObject({ data: [], has_more: true });
	expect(numbers(await first("gmail n001001"))).toEqual([4007, 4006, 4004]);
});
