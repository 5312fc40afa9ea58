import { expect, it } from "vitest";
import { newId } from "../src/platform/lib/ids.ts";
import { call } from "./support/api.ts";
import { costOf } from "./support/cost.ts";
import { database } from "./support/database.ts";
import { newWorld, type Tenant } from "./support/world.ts";

const sorted = "sort=updated_at";
/** One appointment of so many is of the rare artist. */
const rareStep = 100;

/** Clients 1 to `count`. Client n changed last at the time n. */
async function fill({ id }: Tenant, count: number): Promise<void> {
	await database
		.prepare(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
			INSERT INTO clients (id, tenant_id, email, email_key, first_name, created_at, updated_at)
			SELECT 'cli_' || printf('%08x%024x', random() & 0xffffffff, i), ?1, i || '@example.com', i || '@example.com', 'Ana', 1, i FROM n`,
		)
		.bind(id, count)
		.run();
}

const artists = { rare: newId("artist", 1), often: newId("artist", 2) };
const client = newId("client", 1);

async function fillAppointments({ id }: Tenant, count: number): Promise<void> {
	await database.batch([
		database
			.prepare(
				"INSERT INTO artists (id, tenant_id, name, slug, timezone, status, created_at, updated_at) SELECT value, ?1, value, value || ?1, 'UTC', 'ACTIVE', 1, 1 FROM json_each(?2)",
			)
			.bind(id, JSON.stringify(Object.values(artists))),
		database
			.prepare(
				"INSERT INTO clients (id, tenant_id, email, email_key, first_name, created_at, updated_at) VALUES (?2, ?1, 'a@b.cd', 'a@b.cd', 'Ana', 1, 1)",
			)
			.bind(id, client),
		database
			.prepare(
				`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
				INSERT INTO appointments (id, tenant_id, artist_id, client_id, status, start_at, end_at, timezone, day_start_at, day_end_at, created_at, updated_at)
				SELECT 'apt_' || printf('%032x', i), ?1, CASE WHEN i % ${rareStep} = 0 THEN ?3 ELSE ?4 END, ?5, 'COMPLETED', i, i + 1, 'UTC', 0, 1, 1, i FROM n`,
			)
			.bind(id, count, artists.rare, artists.often, client),
	]);
}

it("a page in the order of changes reads at most 60 rows without filters, on the first page, in the middle and near the end", async () => {
	const world = await newWorld();
	const count = 10_000;
	await fill(world, count);
	const middle = `updated_since=${new Date(count / 2).toISOString()}`;
	const end = `updated_since=${new Date(count - 100).toISOString()}`;
	for (const query of [sorted, `${sorted}&${middle}`, `${sorted}&${end}`]) {
		const { body } = await call(200, `/v1/clients?${query}`, { key: world.key });
		expect(body.data).toHaveLength(50);
		for (const page of [query, `${query}&cursor=${body.next_cursor}`]) {
			const cost = await costOf(`/v1/clients?${page}`, world.key);
			expect(cost).toMatchObject({ status: 200, db: { inSequence: 1 } });
			expect(cost.rowsRead).toBeLessThanOrEqual(60);
		}
	}
});

it("a page in the order of changes reads at most 1000 rows with a filter, and all pages have all that pass it", async () => {
	const world = await newWorld();
	await fillAppointments(world, 2000);
	// The gate remembers the key.
	await costOf("/v1/me", world.key);
	for (const [artist, id] of Object.entries(artists)) {
		const found: number[] = [];
		for (let cursor: string | null = ""; cursor !== null; ) {
			const { body, rowsRead }: Awaited<ReturnType<typeof costOf>> = await costOf(
				`/v1/appointments?${sorted}&artist_id=${id}&cursor=${cursor}`,
				world.key,
			);
			found.push(...body.data.map(({ id }: { id: string }) => Number.parseInt(id.slice(4), 16)));
			// Both parts of the statement read the record of the cursor, too.
			expect(rowsRead).toBeLessThanOrEqual(1002);
			cursor = body.next_cursor;
		}
		const numbers = Array.from({ length: 2000 }, (_, n) => n + 1);
		expect(found).toEqual(numbers.filter((n) => (n % rareStep === 0) === (artist === "rare")));
	}
});
