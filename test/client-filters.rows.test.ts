import { beforeAll, describe, expect, it } from "vitest";
import { costOf } from "./support/cost.ts";
import { database } from "./support/database.ts";
import { newArtist } from "./support/studio.ts";
import { newWorld, type Tenant } from "./support/world.ts";

const filters = ["tag=often", "source=fair", "assigned_artist_id=$artist", "is_blocked=true"];
const count = 4000;

/** Each client passes all filters but one, by turns. The oldest 120 and one of every 900 pass them all. */
const passes = (i: number, set: string[]) =>
	i <= 120 || i % 900 === 0 || !set.some((filter) => i % filters.length === filters.indexOf(filter));

describe(`among ${count} clients a page by several filters reads at most 1000 rows, and all pages have all who pass`, () => {
	let world: Tenant;
	let artistId: string;
	beforeAll(async () => {
		world = await newWorld();
		artistId = await newArtist(world.key);
		const fails = (n: number) => `(i > 120 AND i % 900 <> 0 AND i % ${filters.length} = ${n})`;
		await database
			.prepare(
				`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
				INSERT INTO clients (id, tenant_id, email, email_key, first_name, tags, source, assigned_artist_id, is_blocked, created_at, updated_at)
				SELECT 'cli_' || printf('%016x%016x', i, i), ?1, i || '@y.zz', i || '@y.zz', 'A', iif(${fails(0)}, '["rare"]', '["often"]'),
					iif(${fails(1)}, NULL, 'fair'), iif(${fails(2)}, NULL, '${artistId}'), NOT ${fails(3)}, i, i FROM n`,
			)
			.bind(world.id, count)
			.run();
		await costOf("/v1/me", world.key);
	});

	it.each([
		[filters[0], filters[1]],
		[filters[1], filters[2]],
		[filters[2], filters[3]],
		[filters[1], "updated_since=1970-01-01T00:00:01Z"],
		filters,
		[...filters, "sort=updated_at"],
		[...filters, "updated_until=1970-01-01T00:00:01Z"],
	] as string[][])("%s", async (...set) => {
		const found: number[] = [];
		for (let cursor: string | null = ""; cursor !== null; ) {
			const query = set.join("&").replace("$artist", artistId);
			const cost: Awaited<ReturnType<typeof costOf>> = await costOf(`/v1/clients?${query}&cursor=${cursor}`, world.key);
			const { data, next_cursor } = cost.body;
			found.push(...data.map(({ id }: { id: string }) => Number.parseInt(id.slice(4, 20), 16)));
			// Both parts of the statement read the record of the cursor, and D1 counts the tags that are compared.
			expect(cost.rowsRead, cost.statements.join("\n")).toBeLessThanOrEqual(1002 + 2 * data.length);
			expect(cost.db.inSequence).toBe(1);
			cursor = next_cursor;
		}
		const since = set.some((one) => one.startsWith("updated_since")) ? 1000 : 1;
		const until = set.some((one) => one.startsWith("updated_until")) ? 1000 : count + 1;
		const all = Array.from({ length: count }, (_, n) => n + 1).filter((i) => i >= since && i < until && passes(i, set));
		expect(found).toEqual(set.includes("sort=updated_at") ? all : all.reverse());
	});
});
