import { expect, it } from "vitest";
import { costOf } from "./support/cost.ts";
import { database } from "./support/database.ts";
import { newArtist } from "./support/studio.ts";
import { newWorld } from "./support/world.ts";

it("a list of time blocks reads few rows among 20 000 of an artist, one a day, for what a calendar asks", async () => {
	const { id, key } = await newWorld();
	const artistId = await newArtist(key);
	const day = 86_400_000;
	await database
		.prepare(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
			INSERT INTO time_blocks (id, tenant_id, artist_id, start_at, end_at, created_at)
			SELECT 'tbl_' || printf('%032x', i), ?1, ?2, i * ${day}, i * ${day} + 3600000, 1 FROM n`,
		)
		.bind(id, artistId)
		.run();
	const time = (n: number) => new Date(n * day).toISOString();
	for (const [query, most] of [
		["", 60],
		[`from=${time(19_990)}`, 120],
		[`from=${time(10)}`, 1600],
		[`to=${time(19_000)}`, 3000],
		[`from=${time(9000)}&to=${time(9020)}`, 1600],
	] as const) {
		const cost = await costOf(`/v1/artists/${artistId}/time_blocks?${query}`, key);
		expect(cost).toMatchObject({ status: 200, db: { inSequence: 1 } });
		expect(cost.rowsRead, query).toBeLessThanOrEqual(most);
	}
});
