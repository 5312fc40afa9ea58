import { beforeAll, expect, it } from "vitest";
import { call } from "../support/api.ts";
import { costOf } from "../support/cost.ts";
import { columnsOf, database } from "../support/database.ts";
import { newArtist, newStudio, type Studio } from "../support/studio.ts";

const count = 100_000;
const hour = 3_600_000;

let studio: Studio;
let shopId: string;

/** Copies the newest row of the studio, an hour apart, half of the copies before the present. */
async function multiply(table: string, rows: number, other: Record<string, string> = {}) {
	const values: Record<string, string> = {
		id: "substr(t.id, 1, 4) || printf('%032x', n.i)",
		start_at: `t.start_at + (n.i - ${rows / 2}) * ${hour}`,
		end_at: `t.end_at + (n.i - ${rows / 2}) * ${hour}`,
		...other,
	};
	const columns = await columnsOf(table);
	await database
		.prepare(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
			INSERT INTO ${table} (${columns}) SELECT ${columns.map((column) => values[column] ?? `t.${column}`)}
			FROM n, (SELECT * FROM ${table} WHERE tenant_id = ?1 ORDER BY id DESC LIMIT 1) t`,
		)
		.bind(studio.id)
		.run();
}

beforeAll(async () => {
	studio = await newStudio();
	const { key, artistId, clientId } = studio;
	shopId = (await call(201, "/v1/shops", { key, body: { name: "Kreuzberg" } })).body.id;
	await call(200, `/v1/artists/${artistId}`, { key, method: "PATCH", body: { shop_id: shopId } });
	const others = await newArtist(key);
	const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
	const times = { start_at: at(10), end_at: at(40) };
	await call(201, `/v1/artists/${artistId}/time_blocks`, { key, body: times });
	await multiply("time_blocks", 20_000);
	await call(201, "/v1/appointments", { key, body: { artist_id: artistId, client_id: clientId, ...times } });
	// Every second appointment is another artist's.
	await multiply("appointments", count, { artist_id: `iif(n.i % 2, t.artist_id, '${others}')` });
}, 300_000);

it("a feed among 100 000 appointments takes one call and a bounded number of rows, and fewer for a reader who has it", async () => {
	for (const [owner, mostRead, mostReadAgain] of [
		[`/v1/artists/${studio.artistId}`, 20_000, 10_000],
		[`/v1/shops/${shopId}`, 20_000, 10_000],
	] as const) {
		const { url } = (await call(200, `${owner}/calendar_feed`, { key: studio.key, method: "PUT", body: {} })).body;
		const { pathname } = new URL(url);
		// The first reading is noted, which is a write.
		await call(200, pathname);
		const full = await costOf(pathname, "");
		expect(full).toMatchObject({ status: 200, db: { inSequence: 1, calls: 1 }, rowsWritten: 0 });
		expect(full.rowsRead, full.statements.join("\n")).toBeLessThanOrEqual(mostRead);
		const { headers } = await call(200, pathname);
		const again = await costOf(pathname, "", { headers: { "If-None-Match": headers.get("ETag") ?? "" } });
		expect(again).toMatchObject({ status: 304, db: { inSequence: 1, calls: 1 }, rowsWritten: 0 });
		expect(again.rowsRead, again.statements.join("\n")).toBeLessThanOrEqual(mostReadAgain);
	}
}, 120_000);
