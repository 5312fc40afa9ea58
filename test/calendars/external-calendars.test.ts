import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { clock } from "../../src/platform/lib/clock.ts";
import { newId } from "../../src/platform/lib/ids.ts";
import { dayMs, hourMs, minuteMs } from "../../src/platform/lib/time.ts";
import type { Call } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { database, rows } from "../support/database.ts";
import { expectProblem } from "../support/expect.ts";
import { Sites } from "../support/sites.ts";
import { newTenant, operate } from "../support/world.ts";
import { event, ics } from "./ics.ts";
import { readDue } from "./queue.ts";

interface Artist {
	tenantId: string;
	artistId: string;
	path: string;
	url: string;
}

let made = 0;

async function newArtist(timezone = "Europe/Berlin", ofTenant?: string): Promise<Artist> {
	const tenantId = ofTenant ?? (await newTenant());
	const artistId = newId("artist", clock.now());
	await database
		.prepare(
			`INSERT INTO artists (id, tenant_id, name, slug, timezone, status, created_at, updated_at)
			VALUES (?1, ?2, 'Mia', ?1, ?3, 'ACTIVE', ?4, ?4)`,
		)
		.bind(artistId, tenantId, timezone, clock.now() - 1)
		.run();
	return {
		tenantId,
		artistId,
		path: `/admin/artists/${artistId}/external_calendar`,
		url: `https://calendar.example/${++made}.ics`,
	};
}

const put = (status: number, { path }: Pick<Artist, "path">, body: Call["body"]) =>
	operate(status, path, { method: "PUT", body });
const get = async ({ path }: Artist) => (await operate(200, path)).body;

/** The busy times as booking reads them. */
async function busyOf({ artistId }: Pick<Artist, "artistId">): Promise<{ start: number; end: number }[]> {
	const rows = database.prepare(
		"SELECT start_at AS start, end_at AS end FROM external_busy WHERE artist_id = ? ORDER BY start_at",
	);
	return (await rows.bind(artistId).all<{ start: number; end: number }>()).results;
}

/** The start of the present hour, plus so many hours. */
const hourFromNow = (hours: number) => Math.floor(clock.now() / hourMs) * hourMs + hours * hourMs;
const stamp = (ms: number) => new Date(ms).toISOString().replace(/[-:]|\.000/g, "");
const span = (start: number, hours = 1) => ({ start, end: start + hours * hourMs });
const calendarOf = (...starts: number[]) =>
	ics(...starts.flatMap((start) => event(`DTSTART:${stamp(start)}`, "DURATION:PT1H")));

let server: Sites;
beforeEach(() => {
	server = new Sites();
});
afterEach(() => vi.restoreAllMocks());

describe("setting a calendar", () => {
	test("never moves updated_at back, whatever the clock says", async () => {
		const artist = await newArtist();
		const busy = (hours: number) => [
			{ start_at: new Date(hourFromNow(hours)).toISOString(), end_at: new Date(hourFromNow(hours + 1)).toISOString() },
		];
		await put(200, artist, { busy: busy(1) });
		const ahead = clock.now() + minuteMs;
		await database
			.prepare("UPDATE external_calendars SET updated_at = ? WHERE artist_id = ?")
			.bind(ahead, artist.artistId)
			.run();
		const { body } = await put(200, artist, { busy: busy(3) });
		expect(Date.parse(body.updated_at)).toBeGreaterThan(ahead);
		expect((await get(artist)).updated_at).toBe(body.updated_at);
	});

	test("a URL is fetched before the answer", async () => {
		const artist = await newArtist();
		const [first, second] = [hourFromNow(5), hourFromNow(10)];
		server.answers(artist.url, () => new Response(calendarOf(first, second)));
		const { body } = await put(200, artist, { ics_url: artist.url });
		expect(body).toEqual({
			object: "external_calendar",
			artist_id: artist.artistId,
			ics_url: artist.url,
			fetched_at: body.updated_at,
			error: null,
			next_fetch_at: new Date(Date.parse(body.updated_at) + 15 * minuteMs).toISOString(),
			busy_count: 2,
			created_at: expect.any(String),
			updated_at: expect.any(String),
		});
		expect(await busyOf(artist)).toEqual([span(first), span(second)]);
		expect(await get(artist)).toEqual(body);
	});

	test("floating times are in the artist's zone", async () => {
		const artist = await newArtist("Pacific/Kiritimati");
		const start = hourFromNow(48);
		const wall = stamp(start + 14 * hourMs).replace("Z", "");
		server.answers(artist.url, () => new Response(ics(...event(`DTSTART:${wall}`, "DURATION:PT1H"))));
		await put(200, artist, { ics_url: artist.url });
		expect(await busyOf(artist)).toEqual([span(start)]);
	});

	test("a URL that cannot be fetched is set, and the error shown", async () => {
		const artist = await newArtist();
		const { body } = await put(200, artist, { ics_url: artist.url });
		expect(body).toMatchObject({
			ics_url: artist.url,
			error: "The address answered with status 404.",
			fetched_at: null,
			busy_count: 0,
		});
		server.answers(artist.url, () => new Response("<html>"));
		expect((await put(200, artist, { ics_url: artist.url })).body.error).toBe("The answer is not an iCalendar file.");
	});

	test("busy times are merged and counted as what they are", async () => {
		const artist = await newArtist();
		const at = (hours: number) => new Date(hourFromNow(hours)).toISOString();
		const busy = [
			{ start_at: at(100), end_at: at(200) },
			{ start_at: at(1), end_at: at(2) },
			{ start_at: at(2), end_at: at(3) },
		];
		const { body } = await put(200, artist, { busy });
		expect(body).toMatchObject({ ics_url: null, fetched_at: null, error: null, next_fetch_at: null, busy_count: 2 });
		const found = await busyOf(artist);
		expect(found[0]).toEqual({ start: hourFromNow(1), end: hourFromNow(3) });
		expect(found.at(-1)?.end).toBe(hourFromNow(200));
		expect(found.every(({ start, end }) => end - start <= dayMs)).toBe(true);
		expect((await put(200, artist, { busy: [] })).body.busy_count).toBe(0);
		expect(await busyOf(artist)).toEqual([]);
	});

	test("a calendar is removed with its busy times", async () => {
		const artist = await newArtist();
		server.answers(artist.url, () => new Response(calendarOf(hourFromNow(5))));
		await put(200, artist, { ics_url: artist.url });
		const { body } = await put(200, artist, { ics_url: null });
		expect(body).toMatchObject({ ics_url: null, fetched_at: null, error: null, next_fetch_at: null, busy_count: 0 });
		expect(await busyOf(artist)).toEqual([]);
		expectProblem(await operate(404, artist.path), artist.path, "resource_not_found");
		await put(200, artist, { ics_url: null });
		advance(16 * 60);
		await readDue();
		expect(server.at(artist.url)).toHaveLength(1);
	});

	test("other artists' busy times are not touched", async () => {
		const [one, other] = [await newArtist(), await newArtist()];
		for (const artist of [one, other]) {
			server.answers(artist.url, () => new Response(calendarOf(hourFromNow(5))));
			await put(200, artist, { ics_url: artist.url });
		}
		await put(200, one, { ics_url: null });
		expect(await busyOf(other)).toEqual([span(hourFromNow(5))]);
	});

	test("the address is sealed where it is kept, bound to its artist, and shown without its query", async () => {
		const [one, other] = [await newArtist(), await newArtist()];
		// Neither an id nor a sealed text can contain these characters by chance.
		const secret = `${one.url}?token=xyz_w#d`;
		for (const artist of [one, other]) {
			const { body } = await put(200, artist, { ics_url: secret });
			expect(body.ics_url).toBe(one.url);
			expect((await get(artist)).ics_url).toBe(one.url);
		}
		const rows = "SELECT * FROM external_calendars WHERE artist_id IN (?, ?)";
		const { results } = await database.prepare(rows).bind(one.artistId, other.artistId).all();
		expect(results).toHaveLength(2);
		expect(JSON.stringify(results)).not.toMatch(/calendar\.example|xyz_w/);
		// The sealed address of one artist cannot be opened for another.
		const sealed = results.find(({ artist_id }) => artist_id === one.artistId)?.ics_url;
		await database
			.prepare("UPDATE external_calendars SET ics_url = ? WHERE artist_id = ?")
			.bind(sealed, other.artistId)
			.run();
		advance(15 * 60);
		await readDue();
		expect(server.at(secret)).toHaveLength(3);
		expect((await get(one)).ics_url).toBe(one.url);
		await put(200, other, { ics_url: null });
	});

	test("an address in the clear, as they were kept before, goes on being fetched and is sealed when it is set", async () => {
		const artist = await newArtist();
		const url = `${artist.url}?token=abc`;
		server.answers(url, () => new Response(calendarOf(hourFromNow(5))));
		await put(200, artist, { ics_url: url });
		const { artistId } = artist;
		await database.prepare("UPDATE external_calendars SET ics_url = ?2 WHERE artist_id = ?1").bind(artistId, url).run();
		advance(15 * 60);
		await readDue();
		expect(server.at(url)).toHaveLength(2);
		expect(await get(artist)).toMatchObject({ ics_url: artist.url, error: null, busy_count: 1 });
		await put(200, artist, { ics_url: url });
		const row = database.prepare("SELECT ics_url FROM external_calendars WHERE artist_id = ?").bind(artistId);
		expect(await row.first("ics_url")).not.toContain("token");
	});

	test("it is audited", async () => {
		const artist = await newArtist();
		await put(200, artist, { busy: [] });
		const { body } = await operate(200, `/admin/audit_log?tenant_id=${artist.tenantId}`);
		expect(body.data[0]).toMatchObject({ action: "artist.external_calendar_set", resource_id: artist.artistId });
	});

	test("a PUT that changes nothing writes no entry and leaves updated_at, as any change that changes nothing", async () => {
		const artist = await newArtist();
		const entries = async () => (await operate(200, `/admin/audit_log?tenant_id=${artist.tenantId}`)).body.data.length;
		const repeated = async (body: object) => {
			const first = (await put(200, artist, body)).body;
			const before = await entries();
			await advance(60);
			const second = (await put(200, artist, body)).body;
			expect(second.updated_at).toBe(first.updated_at);
			expect(await entries()).toBe(before);
			return [first, second];
		};
		const busy = [3, 1].map((hours) => ({
			start_at: new Date(hourFromNow(hours)).toISOString(),
			end_at: new Date(hourFromNow(hours + 30)).toISOString(),
		}));
		await repeated({ busy });
		await put(200, artist, { busy: [busy[0]] });
		expect(await entries()).toBe(2);
		server.answers(artist.url, () => new Response(calendarOf(hourFromNow(2))));
		const [first, second] = await repeated({ ics_url: artist.url });
		expect(Date.parse(second.fetched_at)).toBeGreaterThan(Date.parse(first.fetched_at));
		expect(server.at(artist.url)).toHaveLength(2);
		await put(200, artist, { ics_url: null });
		const removed = await entries();
		await put(200, artist, { ics_url: null });
		expect(await entries()).toBe(removed);
	});

	test.each([
		"webcal://calendar.example/a.ics",
		"ftp://calendar.example/a.ics",
		"https://10.1.2.3/a.ics",
		"https://user:secret@calendar.example/a.ics",
	])("%s is refused", async (ics_url) => {
		const artist = await newArtist();
		const answer = await put(400, artist, { ics_url });
		expectProblem(answer, artist.path, "validation_error");
		expect(answer.body.errors[0]).toMatchObject({ location: "body", path: "ics_url" });
		expect(server.asked).toHaveLength(0);
	});

	test("what is no URL fails validation", async () => {
		const artist = await newArtist();
		const answer = await put(400, artist, { ics_url: "calendar.ics" });
		expectProblem(answer, artist.path, "validation_failed");
		expect(answer.body.errors[0]).toMatchObject({ location: "body", path: "ics_url" });
	});

	test("exactly one of both is given", async () => {
		const artist = await newArtist();
		for (const body of [{}, { ics_url: artist.url, busy: [] }, { ics_url: null, busy: [] }])
			expectProblem(await put(400, artist, body), artist.path, "validation_error");
	});

	test.each<[string, string, string, string]>([
		["ending as it starts", "2026-05-01T08:00:00Z", "2026-05-01T08:00:00Z", "validation_error"],
		["longer than a year", "2026-05-01T08:00:00Z", "2027-05-03T08:00:00Z", "validation_error"],
		["at no time", "2026-05-01", "2026-05-02", "validation_failed"],
	])("a busy time %s is refused", async (_, start_at, end_at, code) => {
		const artist = await newArtist();
		const fine = { start_at: "2026-04-01T08:00:00Z", end_at: "2026-04-01T09:00:00Z" };
		const answer = await put(400, artist, { busy: [fine, { start_at, end_at }] });
		expectProblem(answer, artist.path, code as "validation_error");
		expect(answer.body.errors[0].path).toMatch(/^busy\.1\./);
	});

	test("no more than a thousand, and no more days than can be kept", async () => {
		const artist = await newArtist();
		const years = (count: number) =>
			Array.from({ length: count }, (_, n) => ({
				start_at: `${2000 + n}-01-01T00:00:00Z`,
				end_at: `${2001 + n}-01-01T00:00:00Z`,
			}));
		expectProblem(await put(400, artist, { busy: years(1001) }), artist.path, "validation_failed");
		expectProblem(await put(400, artist, { busy: years(60) }), artist.path, "validation_error");
		expect((await put(200, artist, { busy: years(50) })).body.busy_count).toBe(1);
	});

	test("an artist nobody knows is not found", async () => {
		const path = `/admin/artists/${newId("artist", clock.now())}/external_calendar`;
		expectProblem(await put(404, { path }, { busy: [] }), path, "resource_not_found");
		expectProblem(await operate(404, path), path, "resource_not_found");
		const wrong = "/admin/artists/1/external_calendar";
		expectProblem(await put(400, { path: wrong }, { busy: [] }), wrong, "invalid_id");
	});
});

describe("keeping a calendar fresh", () => {
	async function fetched(...starts: number[]): Promise<Artist> {
		const artist = await newArtist();
		server.answers(artist.url, () => new Response(calendarOf(...starts)));
		await put(200, artist, { ics_url: artist.url });
		return artist;
	}

	test("it is fetched every 15 minutes, and its busy times are replaced whole", async () => {
		const [first, second, third] = [hourFromNow(5), hourFromNow(10), hourFromNow(15)];
		const artist = await fetched(first, second);
		server.answers(artist.url, () => new Response(calendarOf(second, third)));
		advance(14 * 60);
		await readDue();
		expect(server.at(artist.url)).toHaveLength(1);
		advance(61);
		await readDue();
		await readDue();
		expect(server.at(artist.url)).toHaveLength(2);
		expect(await busyOf(artist)).toEqual([span(second), span(third)]);
		const after = await get(artist);
		expect(Date.parse(after.fetched_at)).toBeGreaterThan(Date.parse(after.updated_at));
		expect(after).toMatchObject({ error: null, busy_count: 2 });
	});

	test.each([
		["answers with an error", () => new Response("no", { status: 500 }), /status 500/],
		["answers with something else", () => new Response("<html>"), /not an iCalendar/],
		["cannot be read", () => new Response(ics(...event("DTSTART:soon"))), /cannot be read/],
		["cannot be reached", () => Promise.reject(new Error("refused")), /could not be reached/],
	])("a calendar that %s keeps its last good copy and shows the error", async (_, reply, error) => {
		const start = hourFromNow(5);
		const artist = await fetched(start);
		const { fetched_at } = await get(artist);
		server.answers(artist.url, reply);
		advance(15 * 60);
		await readDue();
		expect(await get(artist)).toMatchObject({ error: expect.stringMatching(error), fetched_at, busy_count: 1 });
		expect(await busyOf(artist)).toEqual([span(start)]);
		advance(15 * 60);
		await readDue();
		const sql =
			"SELECT actor_type FROM audit_entries WHERE action = 'artist.external_calendar_failed' AND resource_id = ?";
		expect(await rows(sql, artist.artistId)).toEqual([{ actor_type: "system" }]);
		server.answers(artist.url, () => new Response(calendarOf()));
		advance(15 * 60);
		await readDue();
		expect(await get(artist)).toMatchObject({ error: null, busy_count: 0 });
	});

	test("another URL that fails keeps the last good copy too, and sends nothing of what was known", async () => {
		const start = hourFromNow(5);
		const artist = await newArtist();
		server.answers(artist.url, () => new Response(calendarOf(start), { headers: { ETag: '"1"' } }));
		await put(200, artist, { ics_url: artist.url });
		const other = `${artist.url}?new`;
		const { body } = await put(200, artist, { ics_url: other });
		expect(body).toMatchObject({ ics_url: artist.url, error: expect.stringMatching(/404/), busy_count: 1 });
		advance(15 * 60);
		await readDue();
		expect(server.at(other)[1]?.headers.has("If-None-Match")).toBe(false);
	});

	test("what has not changed is not sent again, but once a day and when the artist moves", async () => {
		const artist = await newArtist();
		const floating = new Date(clock.now() + 3 * dayMs).toISOString().slice(0, 10).replaceAll("-", "");
		server.answers(artist.url, ({ headers }) =>
			headers.get("If-None-Match") === '"1"'
				? new Response(null, { status: 304 })
				: new Response(ics(...event(`DTSTART:${floating}T100000`, "DURATION:PT1H")), { headers: { ETag: '"1"' } }),
		);
		// Begins in the first minutes of a UTC day, so that the next steps stay within that day.
		advance((dayMs - (clock.now() % dayMs)) / 1000 + 1);
		await put(200, artist, { ics_url: artist.url });
		const before = await busyOf(artist);
		const conditional = async () => {
			await readDue();
			return server.at(artist.url).at(-1)?.headers.has("If-None-Match");
		};
		advance(15 * 60);
		expect(await conditional()).toBe(true);
		expect(await get(artist)).toMatchObject({ error: null, busy_count: 1 });
		expect(await busyOf(artist)).toEqual(before);
		await database
			.prepare("UPDATE artists SET timezone = 'America/New_York', updated_at = ?2 WHERE id = ?1")
			.bind(artist.artistId, clock.now() + 1)
			.run();
		advance(15 * 60);
		expect(await conditional()).toBe(false);
		expect((await busyOf(artist))[0]?.start).toBeGreaterThan(before[0]?.start ?? Number.POSITIVE_INFINITY);
		advance(15 * 60);
		expect(await conditional()).toBe(true);
		advance(24 * 60 * 60);
		expect(await conditional()).toBe(false);
	});

	test("rows that stay are not written again", async () => {
		const artist = await fetched(hourFromNow(5), hourFromNow(10));
		const rows = () =>
			database
				.prepare("SELECT rowid, start_at FROM external_busy WHERE artist_id = ? ORDER BY start_at")
				.bind(artist.artistId)
				.all();
		const before = (await rows()).results;
		advance(15 * 60);
		await readDue();
		expect(server.at(artist.url)).toHaveLength(2);
		expect((await rows()).results).toEqual(before);
	});

	test.each<[string, (artist: Artist) => Call["body"], number]>([
		["replaced", () => ({ busy: [{ start_at: "2050-01-01T00:00:00Z", end_at: "2050-01-01T01:00:00Z" }] }), 1],
		["removed", () => ({ ics_url: null }), 0],
	])("what was fetched for a calendar that is %s meanwhile is dropped", async (_, body, left) => {
		const artist = await fetched(hourFromNow(5));
		let answer: (response: Response) => void = () => {};
		const asked = new Promise<void>((resolve) =>
			server.answers(artist.url, () => {
				resolve();
				return new Promise((reply) => {
					answer = reply;
				});
			}),
		);
		advance(15 * 60);
		const work = readDue();
		await asked;
		await put(200, artist, body(artist));
		answer(new Response(calendarOf(hourFromNow(5), hourFromNow(10))));
		await work;
		expect(await busyOf(artist)).toHaveLength(left);
	});

	it("the window moves with the days", async () => {
		const artist = await newArtist("UTC");
		const daily = ics(...event(`DTSTART:${stamp(hourFromNow(-24 * 3000))}`, "DURATION:PT1H", "RRULE:FREQ=DAILY"));
		server.answers(artist.url, () => new Response(daily));
		const { body } = await put(200, artist, { ics_url: artist.url });
		expect(body.busy_count).toBeGreaterThanOrEqual(401);
		const last = (await busyOf(artist)).at(-1)?.start ?? 0;
		advance((10 * dayMs) / 1000);
		await readDue();
		expect((await busyOf(artist)).at(-1)?.start).toBe(last + 10 * dayMs);
		expect((await get(artist)).busy_count).toBe(body.busy_count);
	});
});
