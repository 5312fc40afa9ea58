import { beforeAll, expect, it } from "vitest";
import { csv, type Progress, report, type Store } from "../../client/examples/report.ts";
import { call } from "../support/api.ts";
import { database, rows } from "../support/database.ts";
import { newArtist, newStudio, type Studio } from "../support/studio.ts";
import { studioClient } from "./studio-client.ts";

const count = 1234;
const [from, to] = [new Date("2020-01-01T00:00:00Z"), new Date("2026-01-01T00:00:00Z")];
let studio: Studio;
let second: string;

/** Adds appointments of the past, whose end no other overlaps: one in a day, of two artists. */
async function addPast(artistId: string, first: number): Promise<void> {
	await database
		.prepare(
			`WITH RECURSIVE n(i) AS (SELECT ?4 UNION ALL SELECT i + 2 FROM n WHERE i + 2 < ?5)
			INSERT INTO appointments (id, tenant_id, artist_id, client_id, status, start_at, end_at, timezone, day_start_at,
				day_end_at, price_amount, currency, metadata, created_at, updated_at)
			SELECT 'apt_' || printf('%032x', i), ?1, ?2, ?3, CASE i % 10 WHEN 1 THEN 'CANCELLED' WHEN 2 THEN 'NO_SHOW' ELSE 'COMPLETED' END,
				?6 + i * 86400000, ?6 + i * 86400000 + 3600000, 'UTC', ?6 + i * 86400000, ?6 + (i + 1) * 86400000,
				i * 100, CASE WHEN i % 7 = 0 THEN 'USD' ELSE 'EUR' END, '{}', 1, 1 FROM n`,
		)
		.bind(studio.id, artistId, studio.clientId, first, count, from.getTime())
		.run();
}

beforeAll(async () => {
	studio = await newStudio();
	second = await newArtist(studio.key, { name: 'Noor "the needle" Haddad' });
	await addPast(studio.artistId, 0);
	await addPast(second, 1);
});

/** A store in memory, which keeps what a file would. */
class StoreStandIn implements Store {
	text: string | undefined;
	saves = 0;

	async load(): Promise<Progress | undefined> {
		return this.text === undefined ? undefined : JSON.parse(this.text);
	}

	async save(progress: Progress): Promise<void> {
		this.text = JSON.stringify(progress);
		this.saves++;
	}
}

const expected = async () =>
	(
		await rows(
			`SELECT artist_id || ',' || strftime('%Y-%m', start_at / 1000, 'unixepoch') || ',' || currency AS name,
				count(*) AS appointments, sum(status = 'NO_SHOW') AS noShows, sum(iif(status = 'NO_SHOW', 0, price_amount)) AS amount
			FROM appointments WHERE tenant_id = ? AND status <> 'CANCELLED' GROUP BY 1`,
			studio.id,
		)
	).map(({ name, ...sum }) => [name, sum]);

it("sums every appointment once", async () => {
	const { sums } = await report(studioClient(studio.key), from, to, new StoreStandIn());
	expect(sums).toEqual(Object.fromEntries(await expected()));
	expect(Object.keys(sums).length).toBeGreaterThan(100);
});

it("goes on behind the last page that was stored after a crash at any request, and reads no page twice", async () => {
	const store = new StoreStandIn();
	let [requests, crashes] = [0, 0];
	for (;;) {
		let left = 1 + (crashes % 4);
		const crash = () => {
			requests++;
			if (left-- === 0) throw new Error("crash");
		};
		const ended = await report(studioClient(studio.key, crash), from, to, store).then(
			() => true,
			() => false,
		);
		if (ended) break;
		crashes++;
	}
	expect(crashes).toBeGreaterThan(5);
	expect(store.saves).toBe(Math.ceil(count / 100));
	expect(requests).toBeGreaterThan(2 * store.saves);
	expect((await store.load())?.sums).toEqual(Object.fromEntries(await expected()));
	// Nothing is left to read.
	await report(studioClient("svc_live_sk_none"), from, to, store);
});

it("takes the month from the zone of the artist", async () => {
	const { key, id } = studio;
	await database
		.prepare("UPDATE appointments SET timezone = 'Europe/Berlin', start_at = ?3 WHERE tenant_id = ?1 AND id = ?2")
		.bind(id, `apt_${"0".repeat(32)}`, Date.parse("2019-12-31T23:30:00Z"))
		.run();
	const { sums } = await report(studioClient(key), new Date("2019-12-01"), new Date("2020-01-01"), new StoreStandIn());
	expect(Object.keys(sums)).toEqual([`${studio.artistId},2020-01,USD`]);
});

it("writes the names of the artists as CSV does", async () => {
	const { name } = (await call(200, `/v1/artists/${studio.artistId}`, { key: studio.key })).body;
	const sums = {
		[`${second},2020-02,EUR`]: { appointments: 2, noShows: 1, amount: 500 },
		[`${studio.artistId},2020-01,`]: { appointments: 1, noShows: 0, amount: 0 },
	};
	const lines: string[] = [];
	for await (const line of csv(studioClient(studio.key), sums)) lines.push(line);
	expect(lines.sort()).toEqual(
		[
			"artist,month,currency,appointments,no_shows,amount\n",
			`"${name}",2020-01,,1,0,0\n`,
			'"Noor ""the needle"" Haddad",2020-02,EUR,2,1,500\n',
		].sort(),
	);
});
