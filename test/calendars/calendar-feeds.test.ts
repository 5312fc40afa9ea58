import { env } from "cloudflare:workers";
import ICAL from "ical.js";
import nodeIcal, { type VEvent } from "node-ical";
import { beforeEach, describe, expect, it } from "vitest";
import { clock } from "../../src/platform/lib/clock.ts";
import { type Answer, call, newAddress, send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { database, overtaken } from "../support/database.ts";
import { entriesOn } from "../support/history.ts";
import { databaseOf } from "../support/local.ts";
import { finishMove, orderMove, otherDatabase } from "../support/moves.ts";
import { newArtist, newStudio, type Studio } from "../support/studio.ts";
import { changePlan, newKey } from "../support/world.ts";

beforeEach(() => advance(60));

// biome-ignore lint/suspicious/noExplicitAny: records as JSON
type Json = any;

const hour = 3_600_000;
const day = 24 * hour;
const iso = (ms: number) => new Date(ms).toISOString();
const wholeHour = (days: number) => Math.ceil(clock.now() / hour) * hour + days * day;

const feedPath = (id: string) => `/v1/${id.startsWith("shp_") ? "shops" : "artists"}/${id}/calendar_feed`;

async function newFeed(key: string, id: string, details?: string): Promise<string> {
	const body = details === undefined ? {} : { details };
	const { url } = (await call(200, feedPath(id), { key, method: "PUT", body })).body;
	return url.replace("https://api.test", "");
}

const book = async ({ key, artistId, clientId }: Studio, startAt: number, given: Json = {}): Promise<string> => {
	const body = {
		artist_id: artistId,
		client_id: clientId,
		start_at: iso(startAt),
		end_at: iso(startAt + hour),
		...given,
	};
	return (await call(201, "/v1/appointments", { key, body })).body.id;
};
const change = (key: string, id: string, body: Json) =>
	call(200, `/v1/appointments/${id}`, { key, method: "PATCH", body });

interface Entry {
	uid: string;
	sequence: number;
	status: string | null;
	summary: string;
	description: string | null;
	location: string | null;
	transparency: string | null;
	start: number;
	end: number;
}

/** The entries as ical.js reads them, by their UIDs. */
function entriesIn(text: string): Map<string, Entry> {
	const calendar = new ICAL.Component(ICAL.parse(text) as never);
	const entries = calendar.getAllSubcomponents("vevent").map((event): [string, Entry] => {
		const value = (name: string) => event.getFirstPropertyValue(name) as never;
		const time = (name: string) => (event.getFirstPropertyValue(name) as ICAL.Time).toJSDate().getTime();
		return [
			value("uid"),
			{
				uid: value("uid"),
				sequence: Number(value("sequence") ?? 0),
				status: value("status"),
				summary: value("summary"),
				description: value("description"),
				location: value("location"),
				transparency: value("transp"),
				start: time("dtstart"),
				end: time("dtend"),
			},
		];
	});
	expect(new Set(entries.map(([uid]) => uid)).size).toBe(entries.length);
	return new Map(entries);
}
/** The number of requests before the first that is refused. */
async function untilRefused(request: () => Promise<Answer>): Promise<number> {
	for (let n = 0; n < 400; n++) if ((await request()).status === 429) return n;
	throw new Error("Nothing is refused.");
}

/** The calls to a database that came before the answer. */
const callsOf = ({ headers }: Answer) =>
	Number(/db;dur=[\d.]+;desc="(\d+)/.exec(headers.get("Server-Timing") ?? "")?.[1]);
const uidOf = (id: string) => `${id}@tattoo-studio`;
const read = async (path: string) => entriesIn((await call(200, path)).text);

describe("PUT /v1/artists/{id}/calendar_feed", () => {
	it("answers a new secret address each time, which GET does not show, and an earlier one ends", async () => {
		const { key, artistId } = await newStudio();
		await call(404, feedPath(artistId), { key });
		const { body: first, headers } = await call(200, feedPath(artistId), { key, method: "PUT", body: {} });
		expect(first).toMatchObject({ object: "calendar_feed", details: "full", last_read_at: null });
		expect(headers.has("ETag")).toBe(false);
		expect(first.url).toMatch(/^https:\/\/api\.test\/calendars\/\d+-[0-9a-f]{32}[0-9A-Za-z]{43}\.ics$/);
		const second = await newFeed(key, artistId, "busy");
		await call(404, first.url.replace("https://api.test", ""));
		const { url: _, ...shown } = first;
		expect((await call(200, feedPath(artistId), { key })).body).toEqual({
			...shown,
			details: "busy",
			created_at: expect.any(String),
		});
		await call(200, second);
		expect((await entriesOn(key, artistId)).map(({ action }: Json) => action)).toEqual(
			expect.arrayContaining(["artist.calendar_feed_set"]),
		);
		const stored = await database.prepare("SELECT * FROM calendar_feeds WHERE owner_id = ?").bind(artistId).all();
		expect(stored.results).toHaveLength(1);
		expect(JSON.stringify(stored.results)).not.toContain(second.slice(-47, -4));
	});

	it("needs the scope of the artist or the shop, and knows nobody else's", async () => {
		const { id, key, artistId } = await newStudio();
		const shopId = (await call(201, "/v1/shops", { key, body: { name: "Kreuzberg" } })).body.id;
		const reader = (await newKey(id, { scopes: ["read:artists", "write:artists"] })).key;
		await newFeed(reader, artistId);
		await call(403, feedPath(shopId), { key: reader, method: "PUT", body: {} });
		const other = await newStudio();
		await call(404, feedPath(artistId), { key: other.key, method: "PUT", body: {} });
		await call(404, feedPath(artistId), { key: other.key });
		await call(400, feedPath(artistId), { key, method: "PUT", body: { details: "everything" } });
	});

	it("leaves no feed without its artist or shop, whichever of a deletion and a PUT is faster", async () => {
		const { id, key } = await newStudio();
		const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
		const put = { method: "PUT", headers, body: "{}" };
		const feeds = async () =>
			(await database.prepare("SELECT * FROM calendar_feeds WHERE tenant_id = ?").bind(id).all()).results;
		const owners = async () => [
			`/v1/artists/${await newArtist(key)}`,
			`/v1/shops/${(await call(201, "/v1/shops", { key, body: { name: "Kreuzberg" } })).body.id}`,
		];
		for (const path of await owners()) {
			const remove = () => call(200, path, { key, method: "DELETE" });
			expect((await overtaken(remove, `${path}/calendar_feed`, put)).status).toBe(404);
			expect(await feeds(), path).toEqual([]);
		}
		for (const path of await owners()) {
			const make = () => call(200, `${path}/calendar_feed`, { key, method: "PUT", body: {} });
			expect((await overtaken(make, path, { method: "DELETE", headers })).status).toBe(200);
			expect(await feeds(), path).toEqual([]);
		}
		for (const path of await owners()) {
			const [made, removed] = await Promise.all([
				send(`${path}/calendar_feed`, { key, method: "PUT", body: {} }),
				send(path, { key, method: "DELETE" }),
			]);
			expect([200, 404]).toContain(made.status);
			expect(removed.status).toBe(200);
			expect(await feeds(), path).toEqual([]);
		}
	});

	it("is replayed with its secret, and keeps nothing when it is tried", async () => {
		const { key, artistId } = await newStudio();
		const headers = { "Idempotency-Key": crypto.randomUUID() };
		const make = () => call(200, feedPath(artistId), { key, method: "PUT", body: {}, headers });
		const { url } = (await make()).body;
		expect((await make()).body.url).toBe(url);
		await call(200, feedPath(artistId), { key, method: "PUT", body: {}, headers: { "Service-Dry-Run": "true" } });
		await call(200, url.replace("https://api.test", ""));
	});
});

describe("GET /calendars/<secret>.ics", () => {
	it("has what is booked and done, and what was cancelled in the last 30 days, with the UIDs of the mails", async () => {
		const studio = await newStudio();
		const { key, artistId } = studio;
		const path = await newFeed(key, artistId);
		const coming = await book(studio, wholeHour(3), { title: "Fern", location: "Oranienstr. 12", notes: "Left arm" });
		const done = await book(studio, wholeHour(-10));
		const missed = await book(studio, wholeHour(-11));
		const old = await book(studio, wholeHour(-95));
		const gone = await book(studio, wholeHour(5));
		await change(key, done, { status: "COMPLETED" });
		await change(key, missed, { status: "NO_SHOW" });
		await change(key, gone, { status: "CANCELLED" });
		const answer = await call(200, path);
		expect(answer.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
		expect(answer.text).toContain("METHOD:PUBLISH");
		expect(answer.text).toMatch(/X-WR-CALNAME:.+/);
		expect(answer.text).toContain("REFRESH-INTERVAL;VALUE=DURATION:PT5M");
		const entries = entriesIn(answer.text);
		expect([...entries.keys()].sort()).toEqual([coming, done, gone].map(uidOf).sort());
		expect(entries.get(uidOf(coming))).toMatchObject({
			status: "CONFIRMED",
			summary: expect.stringContaining("· Fern"),
			location: "Oranienstr. 12",
			description: expect.stringContaining("Left arm"),
			sequence: 0,
			start: wholeHour(3),
			end: wholeHour(3) + hour,
		});
		expect(entries.get(uidOf(gone))).toMatchObject({ status: "CANCELLED", transparency: "TRANSPARENT", sequence: 1 });
		expect(entries.has(uidOf(old))).toBe(false);
		advance(31 * 24 * 3600);
		expect((await read(path)).has(uidOf(gone))).toBe(false);
	});

	it("raises SEQUENCE with every change of time and status, and with no other", async () => {
		const studio = await newStudio();
		const { key, artistId } = studio;
		const path = await newFeed(key, artistId);
		const id = await book(studio, wholeHour(3));
		const sequences: number[] = [];
		for (const body of [
			{ notes: "Bring cash" },
			{ start_at: iso(wholeHour(4)) },
			{ end_at: iso(wholeHour(4) + 2 * hour) },
			{ status: "CANCELLED" },
			{ status: "SCHEDULED" },
			{ title: "Rose" },
		]) {
			await change(key, id, body);
			sequences.push((await read(path)).get(uidOf(id))?.sequence ?? -1);
		}
		expect(sequences).toEqual([0, 1, 2, 3, 4, 4]);
	});

	it("tells with `initials` title and type beside them, and with `busy` the times alone", async () => {
		const studio = await newStudio({ client: { first_name: "Noor", last_name: "Haddad" } });
		const { key, artistId, typeId } = studio;
		await call(201, `/v1/artists/${artistId}/time_blocks`, {
			key,
			body: { start_at: iso(wholeHour(8)), end_at: iso(wholeHour(9)), reason: "Dentist" },
		});
		const secrets = { title: "Fern", notes: "Allergic", location: "Room 2" };
		const start = Date.UTC(2027, 5, 1, 10);
		await book(studio, start, { ...secrets, event_type_id: typeId });
		const full = await call(200, await newFeed(key, artistId, "full"));
		for (const word of ["Noor Haddad", "Fern", "Allergic", "Room 2", "Dentist"]) expect(full.text).toContain(word);
		const initials = await call(200, await newFeed(key, artistId, "initials"));
		expect(initials.text).toContain("N. H. · Fern");
		for (const word of ["Noor", "Haddad", "Allergic", "Room 2", "Dentist"]) expect(initials.text).not.toContain(word);
		const busy = await call(200, await newFeed(key, artistId, "busy"));
		for (const word of ["N.", "Fern", "Noor", "Allergic", "Room 2", "Dentist"]) expect(busy.text).not.toContain(word);
		const summaries = [...entriesIn(busy.text).values()].map(({ summary }) => summary);
		expect(summaries).toEqual(["Busy", "Busy"]);
	});

	it("of a shop has the appointments and time blocks of its artists, with their names", async () => {
		const studio = await newStudio();
		const { key, artistId } = studio;
		const shopId = (await call(201, "/v1/shops", { key, body: { name: "Kreuzberg" } })).body.id;
		await call(200, `/v1/artists/${artistId}`, { key, method: "PATCH", body: { shop_id: shopId, name: "Kai" } });
		const other = await newArtist(key);
		const path = await newFeed(key, shopId);
		const mine = await book(studio, wholeHour(3));
		await book({ ...studio, artistId: other }, wholeHour(3));
		const block = (
			await call(201, `/v1/artists/${artistId}/time_blocks`, {
				key,
				body: { start_at: iso(wholeHour(8)), end_at: iso(wholeHour(9)), reason: null },
			})
		).body.id;
		const entries = await read(path);
		expect([...entries.keys()].sort()).toEqual([uidOf(mine), uidOf(block)].sort());
		for (const { summary } of entries.values()) expect(summary).toContain("Kai");
		await call(200, `/v1/artists/${artistId}`, { key, method: "PATCH", body: { shop_id: null } });
		expect((await read(path)).size).toBe(0);
	});

	it("is 404 with one body when it is unknown or ended, for a deactivated artist and on Light", async () => {
		const studio = await newStudio();
		const { id, key, artistId } = studio;
		const bodyOf = async (path: string) => {
			const { instance: _, request_id: __, ...body } = (await call(404, path)).body;
			return body;
		};
		const path = await newFeed(key, artistId);
		const unknown = await bodyOf(path.replace(/.{6}\.ics$/, "AAAAAA.ics"));
		const bodies = [await bodyOf("/calendars/1.ics"), await bodyOf(path.replace(".ics", ""))];
		await call(200, `/v1/artists/${artistId}`, { key, method: "PATCH", body: { status: "DEACTIVATED" } });
		bodies.push(await bodyOf(path));
		await call(200, `/v1/artists/${artistId}`, { key, method: "PATCH", body: { status: "ACTIVE" } });
		await call(200, path);
		await changePlan(id, "light");
		bodies.push(await bodyOf(path));
		await changePlan(id, "solo");
		await call(200, path);
		expect((await call(200, feedPath(artistId), { key, method: "DELETE" })).body).toEqual({
			object: "calendar_feed",
			id: artistId,
			deleted: true,
		});
		bodies.push(await bodyOf(path));
		await call(404, feedPath(artistId), { key, method: "DELETE" });
		for (const body of bodies) expect(body).toEqual(unknown);
	});

	it("goes with its artist and its shop", async () => {
		const { key } = await newStudio();
		const artistId = await newArtist(key);
		const shopId = (await call(201, "/v1/shops", { key, body: { name: "Wedding" } })).body.id;
		const paths = [await newFeed(key, artistId), await newFeed(key, shopId)];
		await call(200, `/v1/artists/${artistId}`, { key, method: "DELETE" });
		await call(200, `/v1/shops/${shopId}`, { key, method: "DELETE" });
		for (const path of paths) await call(404, path);
		const { results } = await database
			.prepare("SELECT * FROM calendar_feeds WHERE owner_id IN (?, ?)")
			.bind(artistId, shopId)
			.all();
		expect(results).toEqual([]);
	});

	it("answers 304 to who has it, until anything that it shows changes", async () => {
		const studio = await newStudio({ client: { first_name: "Noor" } });
		const { key, artistId, clientId } = studio;
		const path = await newFeed(key, artistId);
		let known = "";
		const reads = async (status: number) => {
			const answer = await send(path, { headers: known === "" ? {} : { "If-None-Match": known } });
			expect(answer.status).toBe(status);
			known = answer.headers.get("ETag") ?? "";
			if (status === 304) expect(answer.text).toBe("");
			return answer.text;
		};
		await reads(200);
		await reads(304);
		known = `"other", W/${known}`;
		await reads(304);
		const changes: (() => Promise<unknown>)[] = [];
		let id = "";
		let block = "";
		changes.push(async () => (id = await book(studio, wholeHour(4))));
		changes.push(() => change(key, id, { title: "Rose" }));
		changes.push(() => call(200, `/v1/clients/${clientId}`, { key, method: "PATCH", body: { first_name: "Nora" } }));
		changes.push(() => call(200, `/v1/artists/${artistId}`, { key, method: "PATCH", body: { name: "Kai" } }));
		changes.push(async () => {
			const body = { start_at: iso(wholeHour(8)), end_at: iso(wholeHour(9)), reason: "Dentist" };
			block = (await call(201, `/v1/artists/${artistId}/time_blocks`, { key, body })).body.id;
		});
		changes.push(() => call(200, `/v1/artists/${artistId}/time_blocks/${block}`, { key, method: "DELETE" }));
		changes.push(() => change(key, id, { status: "CANCELLED" }));
		changes.push(() => call(200, `/v1/appointments/${id}`, { key, method: "DELETE" }));
		for (const one of changes) {
			await one();
			await reads(200);
			await reads(304);
		}
		advance(24 * 3600);
		await reads(200);
	});

	it("takes one call to the database, in both cases, and tells when it was read once an hour", async () => {
		const studio = await newStudio();
		const { key, artistId } = studio;
		const path = await newFeed(key, artistId);
		const first = await call(200, path);
		const noted = async () => (await call(200, feedPath(artistId), { key })).body.last_read_at;
		await expect.poll(noted).not.toBeNull();
		const at = await noted();
		for (const headers of [{}, { "If-None-Match": first.headers.get("ETag") ?? "" }]) {
			expect(callsOf(await send(path, { headers }))).toBe(1);
		}
		expect(callsOf(await send(path.replace(/.{6}\.ics$/, "AAAAAA.ics")))).toBe(1);
		advance(1800);
		await call(200, path);
		expect(await noted()).toBe(at);
		advance(1900);
		await call(200, path);
		await expect.poll(async () => (await noted()) > at).toBe(true);
	});

	it("stays at its address when the studio moves to another database", async () => {
		const studio = await newStudio();
		const { id, key, artistId } = studio;
		const path = await newFeed(key, artistId);
		const first = await book(studio, wholeHour(3));
		await orderMove(id, await otherDatabase(id));
		expect((await read(path)).has(uidOf(first))).toBe(true);
		expect((await finishMove(id)).status).toBe("DONE");
		const second = await book(studio, wholeHour(4));
		expect([...(await read(path)).keys()].sort()).toEqual([uidOf(first), uidOf(second)].sort());
	});

	it("is refused past 60 readings a minute of one secret, and 300 of one address", async () => {
		const studio = await newStudio();
		const [path, other] = [await newFeed(studio.key, studio.artistId), "/calendars/1.ics"];
		const read = await untilRefused(() => send(path));
		expect(read).toBeGreaterThanOrEqual(60);
		expect(read).toBeLessThan(66);
		const refused = await call(429, path);
		expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
		const from = newAddress();
		const before = await untilRefused(() => send(other, { from }));
		// Tokens come back meanwhile.
		expect(before).toBeGreaterThanOrEqual(300);
		expect(before).toBeLessThan(330);
		await call(404, other);
	});

	it("reads for two programs as it was written: commas, semicolons, emoji, line breaks, both changes of the clocks", async () => {
		const studio = await newStudio({ client: { first_name: "Zoë; \\n", last_name: 'O"Neil, 👩‍🎨' } });
		const { key, artistId } = studio;
		const path = await newFeed(key, artistId);
		const titles = ["a, b; c: \\ d", "🐉🌿 drache,\nrose;\r\nfarn", "BEGIN:VEVENT", "x".repeat(180), "é漢\t!", '"^n"'];
		// The clocks of Berlin go forward on 28 March 2027 at 1:00 UTC, and back on 31 October 2027 at 1:00 UTC.
		const changes = [Date.UTC(2027, 2, 28), Date.UTC(2027, 9, 31)];
		const written = new Map<string, { title: string; start: number }>();
		for (const [n, title] of titles.entries())
			for (const base of changes) {
				const start = base + n * hour - hour;
				written.set(uidOf(await book(studio, start, { title, notes: title })), { title, start });
			}
		const { text } = await call(200, path);
		for (const line of text.split("\r\n")) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
		expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
		const asRead = (title: string) => title.replaceAll("\r\n", "\n").trim();
		const entries = entriesIn(text);
		const others = nodeIcal.sync.parseICS(text);
		expect([...entries.keys()].sort()).toEqual([...written.keys()].sort());
		for (const [uid, { title, start }] of written) {
			const entry = entries.get(uid);
			expect(entry).toMatchObject({ start, end: start + hour });
			expect(entry?.summary).toBe(`Zoë; \\n O"Neil, 👩‍🎨 · ${asRead(title)}`);
			expect(entry?.description).toContain(asRead(title));
			const event = others[uid] as VEvent;
			expect([event.start.getTime(), event.end?.getTime()]).toEqual([start, start + hour]);
			expect(String(event.summary)).toContain(asRead(title).split("\n")[0]?.slice(0, 8));
		}
	});

	it("has at most 2000 appointments and a megabyte, the nearest ones, of a studio with 20 000", async () => {
		const studio = await newStudio();
		const { id, artistId, clientId, key } = studio;
		const now = clock.now();
		const shopId = (await call(201, "/v1/shops", { key, body: { name: "Kreuzberg" } })).body.id;
		await call(200, `/v1/artists/${artistId}`, { key, method: "PATCH", body: { shop_id: shopId } });
		const notes = "ü, ".repeat(400);
		const d1 = (env as unknown as Record<string, D1Database>)[await databaseOf(id)];
		await d1
			?.prepare(
				`INSERT INTO appointments (id, tenant_id, artist_id, client_id, status, start_at, end_at, timezone, day_start_at, day_end_at, notes, metadata, created_at, updated_at)
				SELECT 'apt_' || printf('%032x', value), ?1, ?2, ?3, 'COMPLETED', ?4 + value * 600000, ?4 + value * 600000 + 600000, 'Europe/Berlin', 0, 0, ?5, '{}', 1, 1
				FROM (WITH RECURSIVE n(value) AS (VALUES (1) UNION ALL SELECT value + 1 FROM n WHERE value < 20000) SELECT value FROM n)`,
			)
			.bind(id, artistId, clientId, now - 5000 * 600_000, notes)
			.run();
		for (const owner of [artistId, shopId]) {
			const full = await call(200, await newFeed(key, owner));
			expect(new TextEncoder().encode(full.text).length).toBeLessThan(1_048_576);
			const starts = [...entriesIn(full.text).values()].map(({ start }) => start);
			expect(Math.min(...starts)).toBeGreaterThanOrEqual(now);
			const busy = await read(await newFeed(key, owner, "busy"));
			expect(busy.size).toBe(2000);
		}
	});
});
