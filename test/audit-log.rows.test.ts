import { describe, expect, it } from "vitest";
import { costOf } from "./support/cost.ts";
import { database } from "./support/database.ts";
import { everyPair } from "./support/pairs.ts";
import { newWorld } from "./support/world.ts";

const often: Record<string, string> = {
	action: "client.updated",
	actor: `key_${"a".repeat(32)}`,
	resource_id: `cli_${"a".repeat(32)}`,
	request_id: "often",
};
const rare: Record<string, string> = {
	action: "client.blocked",
	actor: "operator",
	resource_id: `cli_${"b".repeat(32)}`,
	request_id: "rare",
};
const names = Object.keys(often);
/** The sets of names, each as the bits of their places. */
const sets = Array.from({ length: 2 ** names.length }, (_, bits) => bits);
const has = (bits: number, n: number) => (bits & (1 << n)) > 0;
const each = 5;

/** Adds entries with the frequent values, and among them five with each set of rare ones. */
async function fill({ id }: { id: string }, count: number): Promise<void> {
	const value = (name: string, column: string, none = "NULL") =>
		`iif(r & ${1 << names.indexOf(name)}, ${column === "actor_id" ? none : `'${rare[name]}'`}, '${often[name]}')`;
	await database
		.prepare(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2),
				e(i, r) AS (SELECT i, 0 FROM n UNION ALL
					SELECT h.i * ?2 / ${each} + s.i, s.i FROM n h, n s WHERE h.i <= ${each} AND s.i < ${sets.length})
			INSERT INTO audit_entries (tenant_id, id, action, resource_id, actor_type, actor_id, request_id, created_at)
			SELECT ?1, 'aud_' || printf('%012x%02x%018x', i, r, i), ${value("action", "action")}, ${value("resource_id", "resource_id")},
				iif(r & 2, 'operator', 'api_key'), ${value("actor", "actor_id")}, ${value("request_id", "request_id")}, i FROM e`,
		)
		.bind(id, count)
		.run();
}

/** Each set of filters, and each set of those whose values are rare. */
const queries = sets.flatMap((wanted) =>
	sets.filter((rares) => wanted > 0 && (rares & ~wanted) === 0).map((rares) => ({ wanted, rares })),
);

/** Each of these has an index. */
const indexed = ["resource_id", "request_id"];

function readsLittle(count: number, tried: typeof queries) {
	it("by each filter and by all of them together", async () => {
		const world = await newWorld();
		await fill(world, count);
		await costOf("/v1/me", world.key);
		for (const { wanted, rares } of tried) {
			const pairs = names.flatMap((name, n) =>
				has(wanted, n) ? [[name, (has(rares, n) ? rare : often)[name] as string] as const] : [],
			);
			const path = `/v1/audit_log?${new URLSearchParams(pairs.map((pair) => [...pair]))}&created_until=1990-01-01T00:00:00Z`;
			const isWalked = pairs.length > 1 || !indexed.includes(pairs[0]?.[0] ?? "");
			const known = sets.filter((set) => set > 0 && (set & wanted) === rares).length * each;
			const ids: string[] = [];
			for (let cursor: string | null = ""; cursor !== null && ids.length < 50; ) {
				const cost: Awaited<ReturnType<typeof costOf>> = await costOf(`${path}&cursor=${cursor}`, world.key);
				const { data, next_cursor } = cost.body;
				ids.push(...data.map(({ id }: { id: string }) => id));
				cursor = next_cursor;
				// A page that is short reads its records twice: for itself, and for the position of the cursor.
				const most = isWalked ? 1004 : 2 * data.length + 10;
				expect(cost.rowsRead, `${path}\n${cost.statements.join("\n")}`).toBeLessThanOrEqual(most);
				if (!isWalked && rares > 0) expect(cursor, path).toBe(null);
			}
			expect(ids, path).toEqual(ids.toSorted().reverse());
			if (rares > 0) expect(ids.length, path).toBe(known);
		}
	}, 60_000);
}

const bySize = [...Map.groupBy(everyPair([60, 3000], queries), ([count]) => count)];
describe.each(bySize)("among %i entries a page of the audit log reads a bounded number of rows", (count, pairs) =>
	readsLittle(
		count,
		pairs.map(([, query]) => query),
	),
);

it("reads at most 1004 rows when a request made many changes, of which few are among the many of one record", async () => {
	const world = await newWorld();
	const [record, other] = [`cli_${"a".repeat(32)}`, `cli_${"b".repeat(32)}`];
	await database
		.prepare(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
			INSERT INTO audit_entries (tenant_id, id, action, resource_id, actor_type, request_id, created_at)
			SELECT ?1, 'aud_' || printf('%032x', i), 'client.updated', iif(i % 2 = 0 OR i IN (7, 2999, 5001), ?2, ?3), 'operator',
				iif(i % 2, 'import-7', 'import-' || (8 + i % 3)), i FROM n`,
		)
		.bind(world.id, record, other)
		.run();
	await costOf("/v1/me", world.key);
	const path = `/v1/audit_log?request_id=import-7&resource_id=${record}`;
	const found: number[] = [];
	for (let cursor: string | null = ""; cursor !== null; ) {
		const cost: Awaited<ReturnType<typeof costOf>> = await costOf(`${path}&cursor=${cursor}`, world.key);
		found.push(...cost.body.data.map(({ id }: { id: string }) => Number.parseInt(id.slice(4), 16)));
		expect(cost.rowsRead, cost.statements.join("\n")).toBeLessThanOrEqual(1004);
		cursor = cost.body.next_cursor;
	}
	expect(found).toEqual([5001, 2999, 7]);
});
