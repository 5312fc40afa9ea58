import { beforeAll, describe, expect, it } from "vitest";
import { call } from "./support/api.ts";
import { costOf } from "./support/cost.ts";
import { database } from "./support/database.ts";
import { readAllPages } from "./support/read-all-pages.ts";
import { newArtist } from "./support/studio.ts";
import { newWorld, type Tenant } from "./support/world.ts";

const filters = ["tag=often", "source=fair", "assigned_artist_id=$artist", "is_blocked=true"];

interface Studio extends Tenant {
	artistId: string;
}

/** Each client passes all filters but one, by turns. The oldest 120 and one of every 900 pass them all. */
async function newFilledStudio(count: number): Promise<Studio> {
	const world = await newWorld();
	const studio = { ...world, artistId: await newArtist(world.key) };
	await fill(studio, count);
	await costOf("/v1/me", world.key);
	return studio;
}

async function fill({ id, artistId }: Studio, count: number): Promise<void> {
	const fails = (n: number) => `(i > 120 AND i % 900 <> 0 AND i % ${filters.length} = ${n})`;
	await database
		.prepare(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
			INSERT INTO clients (id, tenant_id, email, email_key, first_name, tags, source, assigned_artist_id, is_blocked, created_at, updated_at)
			SELECT 'cli_' || printf('%016x%016x', i, i), ?1, i || '@y.zz', i || '@y.zz', 'A', iif(${fails(0)}, '[]', '["often"]'),
				iif(${fails(1)}, NULL, 'fair'), iif(${fails(2)}, NULL, '${artistId}'), NOT ${fails(3)}, i, i FROM n`,
		)
		.bind(id, count)
		.run();
}

/** Every set of filters: of two, of three and all four. */
const sets = Array.from({ length: 2 ** filters.length }, (_, bits) => filters.filter((_, n) => bits & (1 << n))).filter(
	(set) => set.length > 1,
);

const numbersOf = (clients: { id: string }[]) => clients.map(({ id }) => Number.parseInt(id.slice(4, 20), 16));

function readsLittle(count: number) {
	let world: Studio;
	const passing = (set: string[]) =>
		Array.from({ length: count }, (_, n) => count - n).filter(
			(i) => i <= 120 || i % 900 === 0 || !set.some((filter) => i % filters.length === filters.indexOf(filter)),
		);
	beforeAll(async () => {
		world = await newFilledStudio(count);
	});

	it.each(sets.map((set) => [set.join("&"), set] as const))("by %s, and the page is full", async (query, set) => {
		const expected = passing(set);
		const path = `/v1/clients?limit=50&${query.replace("$artist", world.artistId)}`;
		const cost = await costOf(path, world.key);
		expect(numbersOf(cost.body.data)).toEqual(expected.slice(0, 50));
		expect(cost.body.has_more).toBe(expected.length > 50);
		expect(cost.rowsRead, cost.statements.join("\n")).toBeLessThanOrEqual(5 * cost.body.data.length + 20);
		expect(cost.db.inSequence).toBe(1);
	});

	it("by several filters and few that changed lately", async () => {
		const since = new Date(count - 40).toISOString();
		const cost = await costOf(`/v1/clients?${filters[0]}&${filters[1]}&updated_since=${since}`, world.key);
		expect(numbersOf(cost.body.data)).toEqual(passing(filters.slice(0, 2)).filter((i) => i >= count - 40));
		expect(cost.rowsRead).toBeLessThanOrEqual(600);
	});
}

describe.each([60, 4000])("among %i clients a page by several filters reads little more than it shows", readsLittle);
describe("among 100 000 clients a page by several filters reads little more than it shows", () => readsLittle(100_000));

describe("a list of clients by filters", () => {
	let world: Studio;
	beforeAll(async () => {
		world = await newFilledStudio(4000);
	});

	it.each([
		filters.join("&"),
		`${filters.join("&")}&sort=updated_at`,
		// Nearly all changed in this time, and all but the oldest of those who pass are far apart.
		`${filters.join("&")}&updated_since=1970-01-01T00:00:00Z`,
		`${filters.join("&")}&updated_until=1970-01-01T00:00:01Z`,
	])("has full pages by %s, of which none is empty", async (query) => {
		const isRising = query.includes("sort");
		const until = query.includes("until") ? 1000 : Number.POSITIVE_INFINITY;
		const expected = [...Array.from({ length: 120 }, (_, n) => n + 1), 900, 1800, 2700, 3600].filter((i) => i < until);
		const pages = await readAllPages(`/v1/clients?limit=30&${query.replace("$artist", world.artistId)}`, world.key);
		expect(numbersOf(pages.flat())).toEqual(isRising ? expected : expected.reverse());
		expect(pages.map(({ length }) => length)).toEqual(until > 1000 ? [30, 30, 30, 30, 4] : [30, 30, 30, 30, 1]);
	});

	it("is not cut short by clients whose ids begin alike and who pass the filters only together", async () => {
		const { id, key } = await newWorld();
		const add = (beginning: string, digit: number, tags: string, source: string | null) =>
			database
				.prepare(
					`INSERT INTO clients (id, tenant_id, email, email_key, first_name, tags, source, created_at, updated_at)
					VALUES (?2, ?1, ?2, ?2, 'A', ?3, ?4, 1, 1)`,
				)
				.bind(id, `cli_${beginning}${String(digit).repeat(16)}`, tags, source)
				.run();
		for (const beginning of ["0123456789abcdef", "0123456789abcdee", "0123456789abcded"]) {
			await add(beginning, 1, '["often"]', null);
			await add(beginning, 2, "[]", "fair");
		}
		await add("0123456789abcde0", 1, '["often"]', "fair");
		await add("0123456789abcde1", 1, '["often"]', "fair");
		const { body } = await call(200, "/v1/clients?limit=1&tag=often&source=fair", { key });
		expect([body.data.length, body.has_more]).toEqual([1, true]);
		expect((await readAllPages("/v1/clients?limit=1&tag=often&source=fair", key)).map((page) => page.length)).toEqual([
			1, 1,
		]);
	});
});

describe("among 4000 clients, of whom the oldest 900 have changed lately", () => {
	let world: Studio;
	beforeAll(async () => {
		world = await newFilledStudio(4000);
		await database
			.prepare("UPDATE clients SET updated_at = 5000 + updated_at WHERE tenant_id = ?1 AND updated_at <= 900")
			.bind(world.id)
			.run();
	});

	it("a list by two filters and the time of change is exact, and reads no other clients", async () => {
		const expected = Array.from({ length: 900 }, (_, n) => 900 - n).filter((i) => i <= 120 || i % 4 > 1 || i === 900);
		const path = `/v1/clients?limit=50&tag=often&source=fair&updated_since=${new Date(5000).toISOString()}`;
		const cost = await costOf(path, world.key);
		expect(numbersOf(cost.body.data)).toEqual(expected.slice(0, 50));
		expect(cost.db.inSequence).toBe(1);
		expect(cost.rowsRead, cost.statements.join("\n")).toBeLessThanOrEqual(3 * 900 + 200);
		expect(numbersOf((await readAllPages(path, world.key)).flat())).toEqual(expected);
	});
});
