import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../src/platform/lib/ids.ts";
import { type Answer, call } from "../support/api.ts";
import { advance, now } from "../support/clock.ts";
import { auditOf, follow, formsOn, linksOn, type Member, newMember, textOf } from "../support/dashboard.ts";
import { addRows, rows } from "../support/database.ts";
import { eventsOf, typesOf } from "../support/history.ts";
import { MailService } from "../support/mail-service.ts";
import { post } from "../support/oauth.ts";
import { until } from "../support/receiver.ts";
import { everyDay, newArtist, newClient, newEventType, newStudio, type Studio, setHours } from "../support/studio.ts";
import { newWorld, operate } from "../support/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: records as JSON
type Json = any;

const mailService = new MailService();
let studio: Studio;
let owner: Member;
beforeAll(async () => {
	studio = await newStudio({ client: { first_name: "Ana", last_name: "Lopez" } });
	owner = await newMember({ tenantId: studio.id });
});
beforeEach(() => advance(60));

const book = async (given: Json = {}, key = studio.key): Promise<Json> =>
	(
		await call(201, "/v1/appointments", {
			key,
			body: { artist_id: studio.artistId, client_id: studio.clientId, event_type_id: studio.typeId, ...given },
		})
	).body;
const get = async (id: string): Promise<Json> => (await call(200, `/v1/appointments/${id}`, { key: studio.key })).body;
const historyOf = async (id: string) => {
	const events = await eventsOf(studio.key, { appointmentId: id });
	const entries = (await auditOf(studio.id)).filter(({ resource_id }) => resource_id === id);
	return {
		events: typesOf(events),
		actors: events.map(({ actor }) => actor),
		entries: entries.map(({ actor }) => actor),
	};
};
const week = async (query: Record<string, string>, visitor = owner) =>
	(await visitor.open(200, "/calendar", query)).text;
/** The text of one day of an artist's week. */
const dayIn = (html: string, date: string): string =>
	textOf(new RegExp(`<section[^>]*aria-labelledby="day-${date}">.*?</section>`, "s").exec(html)?.[0] ?? "");
async function filled(html: string, ending: string, changes: Record<string, string>): Promise<[string, string][]> {
	const form = formsOn(html).find(({ method, action }) => method === "post" && action.includes(ending));
	if (!form) throw new Error(`no form for ${ending}`);
	return [...form.fields.filter(([name]) => !(name in changes)), ...Object.entries(changes)];
}
const newForm = async (changes: Record<string, string>, visitor = owner, artistId = studio.artistId) =>
	await filled((await visitor.open(200, "/calendar/new", { artist_id: artistId })).text, "/calendar/new", changes);
/** Sends the form to book to its address, which names the artist. */
async function sendNew(
	status: number,
	fields: [string, string][] | Record<string, string>,
	visitor = owner,
	artistId = studio.artistId,
): Promise<Answer> {
	const path = visitor.at("/calendar/new", { artist_id: artistId });
	const answer = await post(path, fields, { headers: { Cookie: visitor.cookie } });
	expect(answer.status, textOf(answer.text)).toBe(status);
	return answer;
}
const act = async (status: number, id: string, step: string, changes: Record<string, string> = {}, visitor = owner) => {
	const { text } = await visitor.open(200, `/calendar/${id}/${step}`);
	return await visitor.submit(status, `/calendar/${id}/${step}`, await filled(text, `/${step}`, changes));
};

describe("a week", () => {
	it("shows working hours, time blocks, busy times and appointments of an artist, with their times in words", async () => {
		const artistId = await newArtist(studio.key);
		await setHours(artistId, everyDay);
		const booked = await book({
			artist_id: artistId,
			event_type_id: await newEventType(studio.id, artistId, { name: "Fine line" }),
			start_at: "2027-03-02T09:30:00Z",
		});
		const block = { start_at: "2027-03-03T11:00:00Z", end_at: "2027-03-03T12:00:00Z", reason: "Dentist" };
		await operate(201, `/admin/artists/${artistId}/time_blocks`, { body: block });
		const busy = [{ start_at: "2027-03-04T15:00:00Z", end_at: "2027-03-04T16:00:00Z" }];
		await operate(200, `/admin/artists/${artistId}/external_calendar`, { method: "PUT", body: { busy } });
		const html = await week({ artist_id: artistId, week: "2027-03-07" });
		expect(textOf(html)).toContain("1 – 7 March 2027");
		expect(dayIn(html, "2027-03-01")).toMatch(/^Mon 1 Mar 10:00–18:00 Book Free 10:00 –18:00 , book/);
		expect(dayIn(html, "2027-03-02")).toMatch(
			/^Tue 2 Mar 10:00–18:00 Book Free 10:00 –10:30 , book 10:30–11:30 Ana Lopez Fine line Free 11:30 –18:00 , book/,
		);
		expect(dayIn(html, "2027-03-03")).toContain("12:00–13:00 Dentist");
		expect(dayIn(html, "2027-03-04")).toContain("16:00–17:00 Busy elsewhere");
		expect(linksOn(html).some((href) => href.startsWith(`/dashboard/calendar/${booked.id}?`))).toBe(true);
		expect(html).toContain('title="2027-03-02 09:30 – 2027-03-02 10:30 UTC"');
		expect(html).not.toMatch(/ style=|<style/);
	});

	it("keeps to the hours of the week where a holiday lasts for days, and still tells it on each of them", async () => {
		const artistId = await newArtist(studio.key);
		await setHours(artistId, everyDay);
		// From Monday 00:00 to Wednesday 02:00 in Berlin.
		const block = { start_at: "2027-03-07T23:00:00Z", end_at: "2027-03-10T01:00:00Z", reason: "Holiday" };
		await operate(201, `/admin/artists/${artistId}/time_blocks`, { body: block });
		const html = await week({ artist_id: artistId, week: "2027-03-08" });
		for (const [date, times] of [
			["2027-03-08", "all day"],
			["2027-03-09", "all day"],
			["2027-03-10", "until 02:00"],
		] as const)
			expect(dayIn(html, date)).toContain(`${times} Holiday`);
		const [, hours = ""] = /<div class="axis"[^>]*>(.*?)<\/div>/.exec(html) ?? [];
		expect(textOf(hours)).toBe("10:00 11:00 12:00 13:00 14:00 15:00 16:00 17:00");
		expect(html).toMatch(/<li class="at-1 for-32 whole">/);
		expect(html).toMatch(/<li class="at-1 for-1 whole">/);
	});

	it("leads to the weeks before and after, and to the present one", async () => {
		const html = await week({ artist_id: studio.artistId, week: "2027-03-03" });
		for (const monday of ["2027-02-22", "2027-03-08"]) {
			const href = linksOn(html).find((link) => link.includes(`week=${monday}`));
			expect(href).toContain(`artist_id=${studio.artistId}`);
		}
		const today = new Intl.DateTimeFormat("sv", { timeZone: "Europe/Berlin" }).format(new Date(now()));
		expect(await week({ artist_id: studio.artistId })).toContain(`aria-labelledby="day-${today}"`);
	});

	it("shows cancelled appointments only when asked to", async () => {
		const { id } = await book({ start_at: "2027-04-06T10:00:00Z" });
		await call(200, `/v1/appointments/${id}`, { method: "PATCH", key: studio.key, body: { status: "CANCELLED" } });
		const query = { artist_id: studio.artistId, week: "2027-04-06" };
		expect(await week(query)).not.toContain(id);
		expect(dayIn(await week({ ...query, cancelled: "true" }), "2027-04-06")).toContain("Ana Lopez Tattoo · Cancelled");
	});

	it.each([
		["Europe/Berlin", "2027-03-28", "forward by an hour: the day has 23 hours", "2027-03-28T00:30:00Z", "01:30–03:30"],
		[
			"Europe/Berlin",
			"2027-10-31",
			"back by an hour: the day has 25 hours",
			"2027-10-31T00:30:00Z",
			"02:30–02:30 again",
		],
		[
			"America/New_York",
			"2027-03-14",
			"forward by an hour: the day has 23 hours",
			"2027-03-14T06:00:00Z",
			"01:00–03:00",
		],
		[
			"America/New_York",
			"2027-11-07",
			"back by an hour: the day has 25 hours",
			"2027-11-07T05:15:00Z",
			"01:15–01:15 again",
		],
		[
			"Australia/Lord_Howe",
			"2027-10-03",
			"forward by 30 minutes: the day has 23.5 hours",
			"2027-10-02T15:00:00Z",
			"01:30–03:00",
		],
		[
			"Australia/Lord_Howe",
			"2027-04-04",
			"back by 30 minutes: the day has 24.5 hours",
			"2027-04-03T14:45:00Z",
			"01:45–02:15",
		],
	])(
		"in %s tells that the clock changes on %s, and the times around it",
		async (timezone, date, words, start, times) => {
			const artistId = await newArtist(studio.key, { timezone });
			await setHours(artistId, [{ weekday: 0, start: "00:00", end: "06:00" }]);
			const end_at = new Date(Date.parse(start) + 3_600_000).toISOString();
			await book({ artist_id: artistId, event_type_id: null, start_at: start, end_at });
			const text = dayIn(await week({ artist_id: artistId, week: date }), date);
			expect(text).toContain(`The clock is set ${words}.`);
			expect(text).toContain(`00:00–06:00`);
			expect(text).toContain(`${times} Ana Lopez`);
		},
	);

	it("shows a night over midnight on both of its days, in the zone of the artist", async () => {
		const artistId = await newArtist(studio.key, { timezone: "America/New_York" });
		await setHours(artistId, [
			{ weekday: 5, start: "20:00", end: "24:00" },
			{ weekday: 6, start: "00:00", end: "02:00" },
		]);
		// From Friday 23:00 to Saturday 01:00.
		await book({
			artist_id: artistId,
			event_type_id: null,
			start_at: "2027-03-06T04:00:00Z",
			end_at: "2027-03-06T06:00:00Z",
		});
		const html = await week({ artist_id: artistId, week: "2027-03-01" });
		expect(dayIn(html, "2027-03-05")).toContain("from 20:00 Book Free 20:00 –23:00 , book from 23:00 Ana Lopez");
		expect(dayIn(html, "2027-03-06")).toContain("until 02:00 Book until 01:00 Ana Lopez");
		expect(textOf(html)).toContain("The times on this page are in America/New York.");
	});

	it("of a shop has a row for each active artist, twelve to a page, and leads to the others", async () => {
		const world = await newWorld({ plan: "empire" });
		const visitor = await newMember({ tenantId: world.id });
		const shop_id = (await call(201, "/v1/shops", { key: world.key, body: { name: "North" } })).body.id;
		const names = Array.from({ length: 14 }, (_, n) => `Artist ${n + 10}`);
		for (const name of names) await newArtist(world.key, { name, shop_id });
		await newArtist(world.key, { name: "Somebody else" });
		const gone = await newArtist(world.key, { name: "Gone", shop_id });
		await call(200, `/v1/artists/${gone}`, { method: "PATCH", key: world.key, body: { status: "DEACTIVATED" } });
		const rowsIn = (html: string) => [...html.matchAll(/scope="row"><a [^>]*>([^<]*)</g)].map(([, name]) => name);
		const first = await week({ shop_id, view: "week" }, visitor);
		expect(rowsIn(first)).toEqual(names.slice(0, 12));
		const next = linksOn(first).find((href) => href.includes("after=")) ?? "";
		const { text } = await follow(visitor, { headers: new Headers({ Location: next }) } as Json);
		expect(rowsIn(text)).toEqual(names.slice(12));
		expect(rowsIn(await week({ view: "week" }, visitor))).toHaveLength(12);
		expect(textOf(await week({ artist_id: gone }, visitor))).toContain("Gone is deactivated");
	});

	it("is chosen in one field, whether an artist's or a shop's", async () => {
		const shop_id = (await call(201, "/v1/shops", { key: studio.key, body: { name: "South" } })).body.id;
		for (const [name, of] of [
			["artist_id", studio.artistId],
			["shop_id", shop_id],
		]) {
			const asked = { of, date: "2027-03-03" };
			const week = await owner.open(303, "/calendar", { ...asked, view: "week" });
			expect(week.headers.get("Location")).toBe(owner.at("/calendar", { [name]: of, week: "2027-03-01" }));
			const day = await owner.open(303, "/calendar", { ...asked, view: "day" });
			expect(day.headers.get("Location")).toBe(owner.at("/calendar", { [name]: of, day: "2027-03-03" }));
		}
		expect(textOf(await week({ shop_id }))).toContain("No artist works in this shop yet");
	});

	it("says what to do first where there are no artists", async () => {
		const visitor = await newMember();
		expect(textOf(await week({}, visitor))).toContain("Create an artist and set the working hours");
		expect(textOf((await visitor.open(200, "/calendar/new")).text)).toContain("Create one first");
	});
});

describe("a day", () => {
	const hour = 3_600_000;
	/** The text of an artist's column. */
	const columnIn = (html: string, artistId: string): string =>
		textOf(new RegExp(`<section[^>]*aria-labelledby="of-${artistId}">.*?</section>`, "s").exec(html)?.[0] ?? "");
	const day = (date: string, query: Record<string, string> = {}, visitor = owner) =>
		week({ day: date, ...query }, visitor);
	/** A studio with two artists who work from 10:00 to 18:00, and its owner. */
	async function newDay() {
		const place = await newStudio({ client: { first_name: "Kai", last_name: "Berg" } });
		const other = await newArtist(place.key, { name: "Noa" });
		await setHours(other, everyDay);
		return { place, other, visitor: await newMember({ tenantId: place.id }) };
	}

	it("has the artists side by side, with everything that takes their time, each kind in words of its own", async () => {
		const { place, other, visitor } = await newDay();
		const typeId = await newEventType(place.id, place.artistId, {
			name: "Fine line",
			buffer_before_minutes: 15,
			buffer_after_minutes: 30,
		});
		const { id } = await book(
			{ artist_id: place.artistId, client_id: place.clientId, event_type_id: typeId, start_at: "2027-03-02T10:00:00Z" },
			place.key,
		);
		const block = { start_at: "2027-03-02T15:00:00Z", end_at: "2027-03-02T18:00:00Z", reason: "Dentist" };
		await operate(201, `/admin/artists/${place.artistId}/time_blocks`, { body: block });
		const busy = [{ start_at: "2027-03-02T11:00:00Z", end_at: "2027-03-02T12:00:00Z" }];
		await operate(200, `/admin/artists/${other}/external_calendar`, { method: "PUT", body: { busy } });
		const held = Date.parse("2027-03-02T14:00:00Z");
		const hold = (start: number, expiresAt: number) =>
			[
				"holds",
				{
					tenant_id: place.id,
					id: newId("hold", Date.now()),
					artist_id: other,
					event_type_id: typeId,
					start_at: start,
					end_at: start + hour,
					buffer_before_ms: 0,
					buffer_after_ms: 0,
					visitor: crypto.randomUUID(),
					network: "n",
					expires_at: expiresAt,
					created_at: 0,
				},
			] as [string, Record<string, unknown>];
		await addRows(hold(held, Date.parse("2027-03-02T14:10:00Z")), hold(held + 2 * hour, Date.parse(now()) - 1));
		const html = await day("2027-03-02", {}, visitor);
		expect(textOf(html)).toContain("Tuesday, 2 March 2027");
		expect(columnIn(html, place.artistId)).toMatch(
			/10:00–18:00 Book Buffer Buffer Free 10:00 –10:45 , book 11:00–12:00 Kai Berg Fine line Buffer: 15 min before, 30 min after Free 12:30 –16:00 , book 16:00–19:00 Dentist/,
		);
		expect(columnIn(html, other)).toMatch(
			/Free 10:00 –12:00 , book 12:00–13:00 Busy elsewhere Free 13:00 –15:00 , book 15:00–16:00 Held by a visitor until 15:10 Free 16:00 –18:00 , book/,
		);
		expect(linksOn(html).some((href) => href.startsWith(`/dashboard/calendar/${id}?`))).toBe(true);
		expect(html.match(/<div class="buffer [^"]*" aria-hidden="true">/g)).toHaveLength(2);
		expect(html).not.toMatch(/ style=|<style/);
	});

	it("leads from each free time, and from each half hour of it, to a form that has the artist, the day and the time", async () => {
		const { place, other, visitor } = await newDay();
		const free = linksOn(await day("2027-03-02", {}, visitor)).filter((href) => href.includes("time="));
		expect(free).toHaveLength(2 * 16);
		const at = (artist_id: string, time: string) => visitor.at("/calendar/new", { artist_id, day: "2027-03-02", time });
		for (const artist of [place.artistId, other])
			for (const time of ["10:00", "13:30", "17:30"]) expect(free).toContain(at(artist, time));
		const form = await visitor.open(200, "/calendar/new", { artist_id: other, day: "2027-03-02", time: "13:30" });
		expect(form.text).toContain('value="2027-03-02T13:30"');
		for (const time of ["25:00", "<b>", "1330"]) {
			const { text } = await visitor.open(200, "/calendar/new", { artist_id: other, day: "2027-03-02", time });
			expect(text, "an unknown time leaves the first of the day").toContain('value="2027-03-02T10:00"');
		}
	});

	it("is today where the address names none, marks the present moment, and offers no time that has passed", async () => {
		const { place, visitor } = await newDay();
		await setHours(
			place.artistId,
			[...Array(7).keys()].map((weekday) => ({ weekday, start: "00:00", end: "24:00" })),
		);
		const clockIn = (at: number) =>
			new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Berlin", timeStyle: "short" }).format(at);
		const before = Date.parse(now());
		const text = columnIn(await day("", {}, visitor), place.artistId);
		const after = Date.parse(now());
		expect([clockIn(before), clockIn(after)]).toContain(/Now (\d\d:\d\d)/.exec(text)?.[1]);
		const quarter = 900_000;
		const next = (at: number) => clockIn(Math.ceil(at / quarter) * quarter);
		if (!text.includes("Free")) return expect(next(before)).toBe("00:00");
		expect([next(before), next(after)]).toContain(/Free (\d\d:\d\d)/.exec(text)?.[1]);
		const other = columnIn(await day("2027-03-02", {}, visitor), place.artistId);
		expect(other).not.toContain("Now");
		expect(columnIn(await day("2026-01-05", {}, visitor), place.artistId)).not.toContain("Free");
	});

	it.each([
		["2027-03-28", "23 hours", "01:30–03:30", []],
		["2027-10-31", "25 hours", "02:30–02:30 again", ["02:00"]],
	])("of %s has %s, and the times around the change", async (date, hours, times, bookable) => {
		const { place, visitor } = await newDay();
		await setHours(place.artistId, [{ weekday: 0, start: "00:00", end: "06:00" }]);
		const start = Date.parse(`${date}T00:30:00Z`);
		const [start_at, end_at] = [start, start + hour].map((at) => new Date(at).toISOString());
		await book(
			{ artist_id: place.artistId, client_id: place.clientId, event_type_id: null, start_at, end_at },
			place.key,
		);
		const html = await day(date, {}, visitor);
		const text = columnIn(html, place.artistId);
		expect(text).toContain(`the day has ${hours}`);
		expect(text).toContain(`${times} Kai Berg`);
		// No link names a time that the clock does not show, or shows for the second time.
		const named = linksOn(html).flatMap((href) => new URLSearchParams(href.split("?")[1]).get("time") ?? []);
		expect(named.filter((time) => time.startsWith("02:"))).toEqual(bookable);
	});

	it("is in the studio's zone where the artists' zones differ, and its links name the artist's own day and time", async () => {
		const { place, visitor } = await newDay();
		const far = await newArtist(place.key, { name: "Jo", timezone: "America/New_York" });
		await setHours(far, everyDay);
		const html = await day("2027-03-02", {}, visitor);
		// From 10:00 to 18:00 in New York.
		expect(columnIn(html, far)).toContain("in America/New York 16:00–24:00 Book");
		expect(linksOn(html)).toContain(visitor.at("/calendar/new", { artist_id: far, day: "2027-03-02", time: "12:30" }));
		const alone = await day("2027-03-02", { artist_id: far }, visitor);
		expect(columnIn(alone, far)).toContain("10:00–18:00 Book");
		expect(textOf(alone)).toContain("The times on this page are in America/New York.");
	});

	it("leads to the days beside it, to the weeks of its artists, and back from their days", async () => {
		const { place, visitor } = await newDay();
		const links = linksOn(await day("2027-03-01", {}, visitor));
		for (const query of [
			{ day: "2027-02-28" },
			{ day: "2027-03-02" },
			{ view: "day" },
			{ artist_id: place.artistId, week: "2027-03-01" },
		] as Record<string, string>[])
			expect(links).toContain(visitor.at("/calendar", query));
		const inWeek = linksOn(await week({ artist_id: place.artistId, week: "2027-03-01" }, visitor));
		expect(inWeek).toContain(visitor.at("/calendar", { artist_id: place.artistId, day: "2027-03-03" }));
		expect(linksOn(await week({ week: "2027-03-01" }, visitor))).toContain(
			visitor.at("/calendar", { day: "2027-03-03" }),
		);
	});

	it("leads from a free time to a time block of an hour, and from a block to its deletion, and back to the day", async () => {
		const { place, visitor } = await newDay();
		const at = { day: "2027-03-02", time: "13:30" };
		const booking = await visitor.open(200, "/calendar/new", { artist_id: place.artistId, ...at });
		const path = `/artists/${place.artistId}/time_blocks/new`;
		expect(linksOn(booking.text)).toContain(visitor.at(path, at));
		const { text } = await visitor.open(200, path, at);
		const fields = await filled(text, path, { reason: "Lunch" });
		expect(fields).toContainEqual(["start_at", "2027-03-02T13:30"]);
		expect(fields).toContainEqual(["end_at", "2027-03-02T14:30"]);
		const send = (address: string, sent: [string, string][]) =>
			post(address, sent, { headers: { Cookie: visitor.cookie } });
		const blocked = await send(visitor.at(path, { day: at.day }), fields);
		expect(blocked.headers.get("Location")).toBe(visitor.at("/calendar", { day: at.day, done: "blocked" }));
		const shown = (await follow(visitor, blocked)).text;
		expect(columnIn(shown, place.artistId)).toContain("13:30–14:30 Lunch , delete");
		const removal = linksOn(shown).find((href) => href.includes("/delete?")) ?? "";
		const question = await follow(visitor, { headers: new Headers({ Location: removal }) } as Json);
		const form = formsOn(question.text).find(({ action }) => action.includes("/delete?"));
		const freed = await send(form?.action ?? "", form?.fields ?? []);
		expect(freed.headers.get("Location")).toBe(visitor.at("/calendar", { day: at.day, done: "freed" }));
		expect(columnIn((await follow(visitor, freed)).text, place.artistId)).not.toContain("Lunch");
		for (const time of ["", "25:00", "<b>"])
			expect((await visitor.open(200, path, { day: at.day, time })).text).toContain('name="start_at"');
	});

	it("offers no time of an artist who is deactivated", async () => {
		const { other, place, visitor } = await newDay();
		await call(200, `/v1/artists/${other}`, { method: "PATCH", key: place.key, body: { status: "DEACTIVATED" } });
		expect(columnIn(await day("2027-03-02", { artist_id: other }, visitor), other)).not.toContain("Free");
	});
});

describe("booking", () => {
	const at = (time: string, day = "2027-05-04") => ({ start_at: `${day}T${time}` });

	it("is done for a client who is searched and chosen, with one event and one audit entry by the person", async () => {
		const searched = await sendNew(200, await newForm({ client: "lop", search: "true", ...at("12:00") }));
		const again = await filled(searched.text, "/calendar/new", { event_type_id: studio.typeId });
		expect(again).toEqual(
			expect.arrayContaining([
				["client_id", studio.clientId],
				["start_at", "2027-05-04T12:00"],
			]),
		);
		const answer = await sendNew(303, again);
		const page = textOf((await follow(owner, answer)).text);
		expect(page).toContain("The appointment has been booked.");
		expect(page).toContain("Ana Lopez Scheduled Tuesday, 4 May 2027, 12:00–13:00");
		const id = /apt_\w+/.exec(answer.headers.get("Location") ?? "")?.[0] ?? "";
		const user = { type: "user", id: owner.person.id };
		expect(await historyOf(id)).toEqual({ events: ["appointment.created"], actors: [user], entries: [user] });
		expect(await get(id)).toMatchObject({ start_at: "2027-05-04T10:00:00.000Z", client_id: studio.clientId });
	});

	it("creates a client with a new email in the same transaction, and finds one whose email is known", async () => {
		const email = `new-${crypto.randomUUID()}@example.com`;
		const fields = { client: email, event_type_id: studio.typeId };
		const asked = await sendNew(422, await newForm({ ...fields, ...at("10:00", "2027-05-05") }));
		expect(textOf(asked.text)).toContain("Enter the first name of the new client.");
		const booked = await sendNew(303, await filled(asked.text, "/calendar/new", { first_name: "Bea" }));
		const appointment = await get(/apt_\w+/.exec(booked.headers.get("Location") ?? "")?.[0] ?? "");
		const client = (await call(200, `/v1/clients/${appointment.client_id}`, { key: studio.key })).body;
		expect(client).toMatchObject({ email, first_name: "Bea" });
		const mine = (await auditOf(studio.id)).filter(({ resource_id }) =>
			[appointment.id, client.id].includes(resource_id),
		);
		expect(mine.map(({ action }) => action).sort()).toEqual(["appointment.created", "client.created"]);
		const known = await sendNew(
			303,
			await newForm({ ...fields, client: email.toUpperCase(), ...at("14:00", "2027-05-05") }),
		);
		expect(await get(/apt_\w+/.exec(known.headers.get("Location") ?? "")?.[0] ?? "")).toMatchObject({
			client_id: client.id,
		});
	});

	it("makes one client of two forms that name the same new email at once", async () => {
		const fields = {
			client: `twins-${crypto.randomUUID()}@example.com`,
			first_name: "Dee",
			event_type_id: studio.typeId,
		};
		const forms = await Promise.all(
			["10:00", "12:00"].map((time) => newForm({ ...fields, ...at(time, "2027-05-13") })),
		);
		const answers = await Promise.all(forms.map((form) => sendNew(303, form)));
		const clients = await Promise.all(
			answers.map(
				async ({ headers }) => (await get(/apt_\w+/.exec(headers.get("Location") ?? "")?.[0] ?? "")).client_id,
			),
		);
		expect(new Set(clients).size).toBe(1);
	});

	it("creates no client when the time is refused", async () => {
		const email = `late-${crypto.randomUUID()}@example.com`;
		await sendNew(
			409,
			await newForm({ client: email, first_name: "Cai", event_type_id: studio.typeId, ...at("05:00") }),
		);
		expect((await call(200, `/v1/clients?email=${email}`, { key: studio.key })).body.data).toEqual([]);
	});

	it("explains each reason of a refusal, keeps what was typed, and offers free times whose buttons book them", async () => {
		await book({ start_at: "2027-05-06T10:00:00Z" });
		const fields = {
			client_id: studio.clientId,
			event_type_id: studio.typeId,
			title: "Fern <b>",
			...at("12:30", "2027-05-06"),
		};
		const refused = await sendNew(409, await newForm(fields));
		const text = textOf(refused.text);
		expect(text).toContain("The artist has another appointment from 2027-05-06 12:00 to 2027-05-06 13:00");
		expect(text).toContain("or move the other appointment first");
		expect(text).toContain("Book Thursday, 6 May 2027, 13:00");
		const kept = await filled(refused.text, "/calendar/new", {});
		expect(Object.fromEntries(kept)).toMatchObject({ ...fields, minutes: "" });
		const [, instant = ""] = /name="suggested" value="([^"]+)"/.exec(refused.text) ?? [];
		const answer = await sendNew(303, [...kept, ["suggested", instant]]);
		const id = /apt_\w+/.exec(answer.headers.get("Location") ?? "")?.[0] ?? "";
		expect(await get(id)).toMatchObject({ start_at: instant, title: "Fern <b>" });
		expect((await owner.open(200, `/calendar/${id}`)).text).toContain("Fern &lt;b&gt;");
	});

	it("tells every failure that the rules know", async () => {
		const artistId = await newArtist(studio.key, { max_appointments_per_day: 1 });
		await setHours(artistId, everyDay);
		const given = { minimum_notice_minutes: 60, booking_window_days: 30 };
		const typeId = await newEventType(studio.id, artistId, given);
		await book({
			artist_id: artistId,
			event_type_id: null,
			start_at: "2027-05-10T08:00:00Z",
			end_at: "2027-05-10T09:00:00Z",
		});
		const span = { start_at: "2027-05-10T04:00:00Z", end_at: "2027-05-10T12:00:00Z" };
		await operate(201, `/admin/artists/${artistId}/time_blocks`, { body: span });
		await operate(200, `/admin/artists/${artistId}/external_calendar`, { method: "PUT", body: { busy: [span] } });
		const send = async (start_at: string) => {
			const fields = await newForm({ client_id: studio.clientId, event_type_id: typeId, start_at }, owner, artistId);
			return textOf((await sendNew(409, fields, owner, artistId)).text);
		};
		const text = await send("2027-05-10T09:30");
		for (const words of [
			"The artist has another appointment",
			"The artist does not work the whole time",
			"The artist takes at most 1 appointments a day",
			"The artist has blocked the time",
			"The artist's external calendar is busy",
			"The latest start that can be booked now is",
		])
			expect(text).toContain(words);
		expect(await send("2026-01-05T12:00")).toContain("The earliest start that can be booked now is");
	});

	it("asks for what is missing at its field", async () => {
		const text = async (changes: Record<string, string>) => textOf((await sendNew(422, await newForm(changes))).text);
		expect(await text({ ...at("10:00") })).toContain("Choose the client.");
		expect(await text({ client_id: studio.clientId, start_at: "" })).toContain("Choose a date and a time.");
		expect(await text({ client_id: studio.clientId, ...at("10:00") })).toContain(
			"is required when no event type gives the duration",
		);
		expect(await text({ client: "nobody at all", ...at("10:00") })).toContain("No client matches.");
		expect(await text({ client: "no@email", ...at("10:00") })).toContain("This is not an email address.");
	});

	it("of two forms for one time makes one appointment and one explained refusal with other times", async () => {
		const staff = await newMember({ tenantId: studio.id, role: "STAFF" });
		const fields = { client_id: studio.clientId, event_type_id: studio.typeId, ...at("15:00", "2027-05-11") };
		const forms = [await newForm(fields), await newForm(fields, staff)];
		const answers = await Promise.all(
			[owner, staff].map((visitor, n) =>
				post(visitor.at("/calendar/new", { artist_id: studio.artistId }), forms[n] ?? [], {
					headers: { Cookie: visitor.cookie },
				}),
			),
		);
		expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
		const refused = textOf(answers.find(({ status }) => status === 409)?.text ?? "");
		expect(refused).toContain("The artist has another appointment from 2027-05-11 15:00 to 2027-05-11 16:00");
		expect(refused).toContain("Book Tuesday, 11 May 2027, 16:00");
		const html = await week({ artist_id: studio.artistId, week: "2027-05-11" });
		expect(dayIn(html, "2027-05-11").match(/Ana Lopez/g)).toHaveLength(1);
	});

	it("makes one appointment, however often the form is sent", async () => {
		const fields = await newForm({
			client_id: studio.clientId,
			event_type_id: studio.typeId,
			...at("11:00", "2027-05-12"),
		});
		const answers = [await sendNew(303, fields), await sendNew(303, fields)];
		expect(new Set(answers.map(({ headers }) => headers.get("Location"))).size).toBe(1);
	});
});

describe("an appointment", () => {
	const at = (time: string) => ({ start_at: `2027-06-01T${time}:00Z` });
	let n = 0;
	/** Books an appointment on a new day at each call. */
	const booked = (given: Json = {}) => book({ start_at: new Date(Date.UTC(2027, 5, ++n, 10)).toISOString(), ...given });
	/** A client gets five mails an hour about moves. */
	const bookedByNewClient = async () =>
		await booked({ client_id: await newClient(studio.key, { first_name: "Ana", last_name: "Lopez" }) });
	const user = () => ({ type: "user", id: owner.person.id });

	it("is shown with everything about it, and leads owners to its audit entries", async () => {
		const markup = '<img src=x onerror="alert(1)">';
		const { id } = await book({
			start_at: "2027-07-06T10:00:00Z",
			notes: markup,
			price_amount: 12_050,
			currency: "EUR",
		});
		const { text } = await owner.open(200, `/calendar/${id}`);
		expect(text).not.toContain(markup);
		for (const words of [
			"Ana Lopez",
			"Tattoo",
			"120.50 EUR",
			markup,
			"2027-07-06 10:00:00 UTC",
			"Length 60 minutes",
			id,
		])
			expect(textOf(text)).toContain(words);
		const audit = `/dashboard/audit_log?studio=${studio.id}&resource_id=${id}`;
		expect(linksOn(text)).toContain(audit);
		const staff = await newMember({ tenantId: studio.id, role: "STAFF" });
		expect(linksOn((await staff.open(200, `/calendar/${id}`)).text)).not.toContain(audit);
	});

	it("is moved, which mails the client; a refused move offers other times, and their buttons move it", async () => {
		const { id } = await booked();
		const other = await book({ start_at: "2027-07-07T10:00:00Z" });
		const refused = await act(409, id, "move", { start_at: "2027-07-07T12:15" });
		expect(textOf(refused.text)).toContain("The artist has another appointment from 2027-07-07 12:00");
		const [, instant = ""] = /name="suggested" value="([^"]+)"/.exec(refused.text) ?? [];
		const fields = await filled(refused.text, "/move", { suggested: instant });
		expect(Object.fromEntries(fields)).toMatchObject({ start_at: "2027-07-07T12:15", minutes: "60" });
		const moved = await owner.submit(303, `/calendar/${id}/move`, fields);
		expect(textOf((await follow(owner, moved)).text)).toContain("the client got a mail with the new time");
		expect(await get(id)).toMatchObject({ start_at: instant });
		expect(await historyOf(id)).toMatchObject({
			events: ["appointment.created", "appointment.rescheduled"],
			entries: [user(), { type: "api_key" }],
		});
		expect((await get(other.id)).start_at).toBe("2027-07-07T10:00:00.000Z");
	});

	it("of a client who is blocked is moved like any other, and the client gets no mail", async () => {
		const { id, client_id } = await booked();
		const block = (is_blocked: boolean) =>
			call(200, `/v1/clients/${client_id}`, { key: studio.key, method: "PATCH", body: { is_blocked } });
		await block(true);
		const moved = await act(303, id, "move", { start_at: "2027-07-17T12:00" });
		expect(textOf((await follow(owner, moved)).text)).toContain("The client got no mail.");
		expect((await get(id)).start_at).toBe("2027-07-17T10:00:00.000Z");
		await block(false);
	});

	it("is checked before it moves: the page tells what would follow, and nothing has happened", async () => {
		const { id, start_at } = await bookedByNewClient();
		const before = await get(id);
		const tried = await act(200, id, "move", { start_at: "2027-07-18T14:00", minutes: "90", check: "true" });
		const text = textOf(tried.text);
		expect(text).toContain("to Sunday, 18 July 2027, 14:00–15:30");
		expect(text).toContain("Ana Lopez gets a mail with the new time.");
		expect(await get(id)).toEqual(before);
		expect((await historyOf(id)).events).toEqual(["appointment.created"]);
		const moved = await owner.submit(303, `/calendar/${id}/move`, await filled(tried.text, "/move", {}));
		expect(textOf((await follow(owner, moved)).text)).toContain("the client got a mail with the new time");
		expect(await get(id)).toMatchObject({ start_at: "2027-07-18T12:00:00.000Z", end_at: "2027-07-18T13:30:00.000Z" });
		const late = await act(409, id, "move", { start_at: "2027-07-18T03:00", check: "true" });
		expect(textOf(late.text)).toContain("The artist does not work the whole time");
		const same = await act(200, id, "move", { check: "true" });
		expect(textOf(same.text)).toContain("This is its time already.");
		expect(start_at).not.toContain("2027-07-18");
	});

	it("that was moved is moved back by one button, which mails the client again", async () => {
		const { id } = await bookedByNewClient();
		const before = await get(id);
		const moved = await follow(owner, await act(303, id, "move", { start_at: "2027-07-19T14:00", minutes: "90" }));
		const undone = await owner.submit(303, `/calendar/${id}/move`, await filled(moved.text, "/move", {}));
		expect(textOf((await follow(owner, undone)).text)).toContain("the client got a mail with the new time");
		expect(await get(id)).toMatchObject({ start_at: before.start_at, end_at: before.end_at });
		expect((await historyOf(id)).events).toEqual([
			"appointment.created",
			"appointment.rescheduled",
			"appointment.rescheduled",
		]);
		for (const undo of ["now", `${before.start_at},60,${studio.artistId}x,`, "2027-07-19T14:00:00.000Z,60,<b>,"])
			expect((await owner.open(200, `/calendar/${id}`, { done: "moved", undo })).text).not.toContain("Undo");
	});

	it("is handed over and back from the calendar, and its page returns to the days that the person saw", async () => {
		const other = await newArtist(studio.key, { name: "Noa" });
		await setHours(other, everyDay);
		const { id, artist_id, event_type_id, start_at, updated_at } = await bookedByNewClient();
		const day = start_at.slice(0, 10);
		const fields = {
			suggested: start_at,
			minutes: "60",
			seen: updated_at,
			check: "true",
			back: `/dashboard/calendar?studio=${newId("tenant", 0)}&day=${day}&done=moved&next=https://evil.example`,
		};
		const path = `/calendar/${id}/hand_over?artist_id=${other}`;
		const send = async (status: number, at: string, sent: [string, string][] | Record<string, string>) => {
			const address = owner.at(at.split("?")[0] ?? "", Object.fromEntries(new URLSearchParams(at.split("?")[1])));
			const answer = await post(address, sent, { headers: { Cookie: owner.cookie } });
			expect(answer.status, textOf(answer.text)).toBe(status);
			return answer;
		};
		const tried = await send(200, path, fields);
		expect(textOf(tried.text)).toContain("with Noa Ana Lopez gets a mail");
		const handedOver = await send(303, path, await filled(tried.text, "/hand_over", {}));
		const location = handedOver.headers.get("Location") ?? "";
		const query = new URLSearchParams(location.split("?")[1]);
		expect(location).toMatch(/^\/dashboard\/calendar\?/);
		expect(Object.fromEntries(query)).toMatchObject({ studio: studio.id, day, moved: id, done: "handed_over_told" });
		expect(query.has("next")).toBe(false);
		const page = await follow(owner, handedOver);
		expect(textOf(page.text)).toMatch(/Ana Lopez is moved to .* with Noa\. The client got a mail\./);
		const undo = formsOn(page.text).find(({ action }) => action.includes("/hand_over"));
		expect(undo?.action).toContain(`artist_id=${artist_id}`);
		await send(303, `/calendar/${id}/hand_over?artist_id=${artist_id}`, undo?.fields ?? []);
		expect(await get(id)).toMatchObject({ artist_id, event_type_id, start_at });
	});

	it("leaves the calendar only for the calendar", async () => {
		const { id, updated_at } = await booked();
		for (const back of [
			"https://evil.example/dashboard/calendar?",
			"//evil.example",
			"/dashboard/team?day=2027-01-01",
		]) {
			const { text } = await act(200, id, "move", { seen: updated_at, check: "true", back });
			expect(linksOn(text)).toContain(owner.at(`/calendar/${id}`));
			expect(linksOn(text).join()).not.toContain("evil");
		}
	});

	it("is cancelled with a reason, booked again at another time, completed, and then keeps its times", async () => {
		const { id } = await booked();
		await act(303, id, "cancel", { cancellation_reason: "Ill" });
		expect(await get(id)).toMatchObject({ status: "CANCELLED", cancellation_reason: "Ill" });
		expect(textOf((await owner.open(200, `/calendar/${id}`)).text)).toContain("Reason Ill");
		await act(303, id, "book", { start_at: "2027-07-08T12:00" });
		expect(await get(id)).toMatchObject({ status: "SCHEDULED", start_at: "2027-07-08T10:00:00.000Z" });
		await act(303, id, "completed");
		const refused = await act(409, id, "move", { start_at: "2027-07-08T15:00" });
		expect(textOf(refused.text)).toContain("A completed appointment keeps its status and times.");
		expect((await historyOf(id)).events).toEqual([
			"appointment.created",
			"appointment.cancelled",
			"appointment.updated",
			"appointment.completed",
		]);
	});

	it("is completed with a button that warns of no loss, unlike the one that cancels", async () => {
		const { id } = await booked();
		const buttons = async (step: string) => (await owner.open(200, `/calendar/${id}/${step}`)).text;
		expect(await buttons("completed")).toContain('<button class="primary" type="submit">Completed</button>');
		expect(await buttons("cancel")).toContain('<button class="danger" type="submit">Cancel</button>');
	});

	it("is marked as a no show", async () => {
		const { id } = await booked();
		await act(303, id, "no_show");
		expect(await get(id)).toMatchObject({ status: "NO_SHOW" });
		expect((await historyOf(id)).events).toEqual(["appointment.created", "appointment.no_show"]);
	});

	it("that was cancelled by mistake is corrected to a no show and back, and completed once it has begun", async () => {
		const { id } = await book({
			start_at: "2026-01-07T10:00:00Z",
			event_type_id: null,
			end_at: "2026-01-07T11:00:00Z",
		});
		const steps = async () =>
			linksOn((await owner.open(200, `/calendar/${id}`)).text).flatMap((link) =>
				link.includes(id) ? [link.split(/[/?]/).at(4)] : [],
			);
		await act(303, id, "cancel");
		expect(await steps()).toEqual(expect.arrayContaining(["no_show", "completed"]));
		await act(303, id, "no_show");
		expect(await get(id)).toMatchObject({ status: "NO_SHOW" });
		expect(await steps()).toEqual(expect.arrayContaining(["cancel", "completed"]));
		await act(303, id, "cancel");
		await act(303, id, "completed");
		expect(await get(id)).toMatchObject({ status: "COMPLETED" });
		const later = await booked();
		await act(303, later.id, "cancel");
		const text = (await owner.open(200, `/calendar/${later.id}`)).text;
		expect(linksOn(text).filter((link) => /no_show|completed/.test(link))).toEqual([]);
	});

	it("is edited, and a change that changes nothing leaves no trace", async () => {
		const { id } = await booked();
		const changes = {
			title: "Fern",
			location: "Room 2",
			notes: "Bring a picture",
			price_amount: "99.90",
			currency: "eur",
		};
		await act(303, id, "edit", changes);
		expect(await get(id)).toMatchObject({
			...changes,
			price_amount: 9990,
			currency: "EUR",
			event_type_id: studio.typeId,
		});
		await act(303, id, "edit");
		expect((await historyOf(id)).events).toEqual(["appointment.created", "appointment.updated"]);
		expect(textOf((await act(422, id, "edit", { price_amount: "much", title: "Kept" })).text)).toContain(
			"Price must be a number.",
		);
	});

	it("is not changed over what somebody else did meanwhile", async () => {
		const { id } = await booked();
		const { text } = await owner.open(200, `/calendar/${id}/move`);
		const move = await filled(text, "/move", { start_at: "2027-07-09T12:00" });
		advance(1);
		await act(303, id, "cancel", { cancellation_reason: "Ill" });
		const refused = await owner.submit(409, `/calendar/${id}/move`, move);
		expect(textOf(refused.text)).toContain("Somebody else has just changed the appointment.");
		expect(await get(id)).toMatchObject({ status: "CANCELLED" });
		expect((await get(id)).start_at).not.toContain("2027-07-09");
	});

	it("tells the client of its cancellation once and at once, if it lies ahead", async () => {
		const isEmpty = async () => (await rows("SELECT id FROM mails WHERE tenant_id = ?", studio.id)).length === 0;
		await until(isEmpty);
		mailService.reset();
		const over = await book({ start_at: "2026-01-07T10:00:00Z" });
		await act(303, over.id, "cancel");
		const ahead = await booked();
		await act(303, ahead.id, "cancel");
		await until(() => mailService.sent.length > 0);
		await until(isEmpty);
		expect(mailService.sent.map(({ subject }) => subject)).toEqual([expect.stringMatching(/ is cancelled$/)]);
	});

	it("says after its cancellation whether the client gets a mail", async () => {
		const said = async (id: string) => {
			const { headers } = await act(303, id, "cancel");
			const { text } = await call(200, headers.get("Location") ?? "", { headers: { Cookie: owner.cookie } });
			return /The client gets? \S+ mail/.exec(textOf(text))?.[0];
		};
		expect(await said((await booked()).id)).toBe("The client gets a mail");
		expect(await said((await book({ start_at: "2026-02-07T10:00:00Z" })).id)).toBe("The client gets no mail");
		for (const silent of [{ is_blocked: true }, { do_not_contact: true }]) {
			const { id } = await booked();
			const { client_id } = await get(id);
			await call(200, `/v1/clients/${client_id}`, { key: studio.key, method: "PATCH", body: silent });
			expect(await said(id)).toBe("The client gets no mail");
			const heard = { is_blocked: false, do_not_contact: false };
			await call(200, `/v1/clients/${client_id}`, { key: studio.key, method: "PATCH", body: heard });
		}
	});

	it("stays in one piece when two people cancel and complete it at once", async () => {
		const { id } = await booked();
		const forms = await Promise.all(
			["cancel", "completed"].map(async (step) => {
				const { text } = await owner.open(200, `/calendar/${id}/${step}`);
				return [step, await filled(text, `/${step}`, {})] as const;
			}),
		);
		const answers = await Promise.all(
			forms.map(([step, fields]) =>
				post(owner.at(`/calendar/${id}/${step}`), fields, { headers: { Cookie: owner.cookie } }),
			),
		);
		expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
		expect((await historyOf(id)).events).toHaveLength(2);
	});

	it("and its forms are those of its studio alone; a foreign id changes nothing and is like an unknown one", async () => {
		const { id } = await booked();
		const before = await get(id);
		const stranger = await newMember();
		for (const unknown of [id, newId("appointment", Date.now())])
			for (const step of ["", "/move", "/hand_over", "/edit", "/cancel", "/no_show", "/completed", "/book"]) {
				expect(textOf((await stranger.open(404, `/calendar/${unknown}${step}`)).text)).toContain(
					"This studio does not have this record",
				);
				if (step) await stranger.submit(404, `/calendar/${unknown}${step}`, { seen: before.updated_at });
			}
		for (const query of [{ artist_id: studio.artistId }, { shop_id: newId("shop", 0) }] as Record<string, string>[])
			await stranger.open(404, "/calendar", query);
		await stranger.open(404, "/calendar/new", { artist_id: studio.artistId });
		const fields = { client_id: studio.clientId, ...at("10:00") };
		await sendNew(404, fields, stranger);
		expect(await get(id)).toEqual(before);
		const foreign = await newClient((await newWorld()).key);
		await sendNew(
			404,
			await newForm({ client_id: foreign, event_type_id: studio.typeId, start_at: "2027-08-03T12:00" }),
		);
	});

	it("is booked, moved and cancelled by STAFF too", async () => {
		const staff = await newMember({ tenantId: studio.id, role: "STAFF" });
		const fields = { client_id: studio.clientId, event_type_id: studio.typeId, start_at: "2027-08-04T12:00" };
		const answer = await sendNew(303, await newForm(fields, staff), staff);
		const id = /apt_\w+/.exec(answer.headers.get("Location") ?? "")?.[0] ?? "";
		await act(303, id, "move", { start_at: "2027-08-04T14:00" }, staff);
		await act(303, id, "cancel", {}, staff);
		const { entries } = await historyOf(id);
		expect(entries).toEqual(Array(3).fill({ type: "user", id: staff.person.id }));
	});
});
