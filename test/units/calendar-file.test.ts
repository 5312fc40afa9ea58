import fc from "fast-check";
import ICAL from "ical.js";
import nodeIcal, { type VEvent } from "node-ical";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { localTimes } from "../../src/domain/languages/local-times.ts";
import { wordsIn } from "../../src/domain/languages/words.ts";
import { calendarFile, organizerOf } from "../../src/domain/mail/calendar.ts";
import { withoutLinks } from "../../src/platform/lib/text/without-links.ts";
import { anyCharacter } from "../support/any-character.ts";

const words = wordsIn("en");
const now = Date.UTC(2026, 1, 1, 9, 30);
const startAt = Date.UTC(2026, 2, 3, 13);
const endAt = Date.UTC(2026, 2, 3, 15);
const appointment = {
	id: "apt_0198",
	startAt,
	endAt,
	timezone: "Europe/Berlin",
	title: "Dragon" as string | null,
	location: "Oranienstr. 1, Berlin" as string | null,
	sequence: 1,
};
const organizer = { name: "Black Needle", email: "studio@needle.example" };
const attendee = { name: "Robin Doe", email: "robin@doe.example" };

const file = (changes: Partial<typeof appointment> = {}, people: Partial<{ organizer: typeof organizer }> = {}) =>
	calendarFile({ appointment: { ...appointment, ...changes }, organizer, attendee, now, words, ...people });

/** Reads the file with another library. */
function read(text: string) {
	const calendar = new ICAL.Component(ICAL.parse(text) as never);
	const events = calendar.getAllSubcomponents("vevent");
	const event = events[0] as ICAL.Component;
	const time = (name: string) => (event.getFirstPropertyValue(name) as ICAL.Time).toJSDate().getTime();
	const person = (name: string) => {
		const property = event.getFirstProperty(name) as ICAL.Property;
		return {
			name: property.getFirstParameter("cn"),
			email: String(property.getFirstValue()).replace(/^mailto:/i, ""),
			rsvp: property.getFirstParameter("rsvp"),
		};
	};
	return {
		events: events.length,
		method: calendar.getFirstPropertyValue("method"),
		uid: event.getFirstPropertyValue("uid"),
		sequence: event.getFirstPropertyValue("sequence"),
		status: event.getFirstPropertyValue("status"),
		summary: event.getFirstPropertyValue("summary"),
		location: event.getFirstPropertyValue("location"),
		description: event.getFirstPropertyValue("description"),
		stamp: time("dtstamp"),
		startAt: time("dtstart"),
		endAt: time("dtend"),
		organizer: person("organizer"),
		attendee: person("attendee"),
	};
}

const linesOf = (text: string) => text.split("\r\n");
const namesOf = (text: string) => linesOf(text.replaceAll("\r\n ", "")).map((line) => line.split(/[:;]/)[0]);
const octets = (text: string) => new TextEncoder().encode(text).length;

const lineNames = [
	...["BEGIN", "VERSION", "PRODID", "METHOD", "BEGIN", "UID", "SEQUENCE", "DTSTAMP", "DTSTART", "DTEND"],
	...["SUMMARY", "LOCATION", "DESCRIPTION", "ORGANIZER", "ATTENDEE", "STATUS", "END", "END", ""],
];

const nasty = fc.constantFrom(
	...[",", ";", ":", '"', "'", "\\", "\\n", "\\\\n", "^", "^n", "^'", "^^'", "=", "%0A"],
	...["🐉", "👩‍🎨", "é", "漢", "\u2028", "BEGIN:VEVENT", "END:VCALENDAR", "mailto:", "ATTENDEE;CN=x:"],
);
const typed = fc
	.array(fc.oneof(nasty, fc.string({ unit: "grapheme", maxLength: 60 })), { minLength: 1, maxLength: 20 })
	.map((parts) => parts.join(""));
/** Text with one or more lines, as a title or a place has. */
const text = fc
	.array(typed, { minLength: 1, maxLength: 3 })
	.map((lines) => lines.join("\n").trim())
	.filter((value) => value !== "");
/** Names without backslashes. RFC 5545 has no such escapes in parameters, but ical.js reads them as escapes. */
const name = typed
	.map((value) => value.replaceAll("\\", "/").split(/\s+/u).join(" ").trim())
	.filter((value) => value !== "");
const person = fc.record({ name, email: fc.emailAddress() });
const zone = fc.constantFrom(...Intl.supportedValuesOf("timeZone"), "UTC");
const second = fc.integer({ min: Date.UTC(1970, 0, 1) / 1000, max: Date.UTC(2099, 0, 1) / 1000 });

describe("the calendar file", () => {
	test("is one confirmed invitation that asks for no answer, which would reach nobody", () => {
		expect(read(file())).toEqual({
			events: 1,
			method: "REQUEST",
			uid: "apt_0198@tattoo-studio",
			sequence: 1,
			status: "CONFIRMED",
			summary: "Dragon",
			location: "Oranienstr. 1, Berlin",
			description: "Tuesday, 3 March 2026, 14:00–16:00 (Europe/Berlin, GMT+1)",
			stamp: now,
			startAt,
			endAt,
			organizer: { ...organizer, rsvp: undefined },
			attendee: { ...attendee, rsvp: "FALSE" },
		});
	});

	test("keeps its UID and raises its SEQUENCE, so that it replaces the earlier entry, for two readers", () => {
		for (const sequence of [1, 2, 3]) {
			const later = file({ sequence, startAt: startAt + sequence, endAt, title: `Dragon ${sequence}` });
			expect(read(later)).toMatchObject({ uid: "apt_0198@tattoo-studio", sequence });
			const event = nodeIcal.sync.parseICS(later)["apt_0198@tattoo-studio"] as VEvent;
			expect(event).toMatchObject({ type: "VEVENT", sequence, method: "REQUEST", status: "CONFIRMED" });
			expect([event.start.getTime(), event.end?.getTime()]).toEqual([startAt, endAt]);
		}
	});

	test("of a move and of a cancellation are about the one entry of the booking, for two readers", () => {
		const story = [
			file({ sequence: 0 }),
			file({ sequence: 1, startAt: startAt + 3_600_000, endAt: endAt + 3_600_000 }),
			calendarFile({ appointment: { ...appointment, sequence: 2 }, organizer, attendee, now, words, cancelled: true }),
		];
		const states = [
			{ method: "REQUEST", status: "CONFIRMED", sequence: 0 },
			{ method: "REQUEST", status: "CONFIRMED", sequence: 1 },
			{ method: "CANCEL", status: "CANCELLED", sequence: 2 },
		];
		for (const [n, text] of story.entries()) {
			expect(read(text)).toMatchObject({ uid: "apt_0198@tattoo-studio", ...states[n] });
			const events = Object.values(nodeIcal.sync.parseICS(text)).filter((entry) => entry?.type === "VEVENT");
			expect(events).toMatchObject([{ uid: "apt_0198@tattoo-studio", ...states[n] }]);
		}
	});

	test("names the bare address of the sender as the organizer", () => {
		for (const sender of ["no-reply@needle.example", "Black Needle <no-reply@needle.example>"])
			expect(organizerOf(organizer, sender)).toEqual({ name: "Black Needle", email: "no-reply@needle.example" });
	});

	test("read back is what went in but for addresses of the web, whatever the names, titles, places, zones and times", () => {
		fc.assert(
			fc.property(
				fc.record({ title: text, location: text, timezone: zone, sequence: fc.nat() }),
				fc.record({ organizer: person, attendee: person }),
				fc.tuple(second, fc.integer({ min: 1, max: 100_000 }), second),
				({ title, location, timezone, sequence }, people, [from, seconds, written]) => {
					const times = { startAt: from * 1000, endAt: (from + seconds) * 1000 };
					const changed = { ...appointment, ...times, title, location, timezone, sequence };
					const stamp = written * 1000;
					const typed = [title, location, people.organizer.name, people.attendee.name];
					fc.pre(typed.every((one) => withoutLinks(one) === one));
					expect(read(calendarFile({ appointment: changed, ...people, now: stamp, words }))).toMatchObject({
						events: 1,
						uid: "apt_0198@tattoo-studio",
						stamp,
						sequence,
						summary: title,
						location,
						...times,
						description: localTimes(times, timezone, "en"),
						...people,
					});
				},
			),
			{ numRuns: 300 },
		);
	});

	test("has lines of at most 75 octets, ended by CRLF, none of them cut inside a character", () => {
		fc.assert(
			fc.property(text, text, person, (title, location, someone) => {
				const written = file({ title: title.repeat(5), location }, { organizer: someone });
				expect(written.endsWith("END:VCALENDAR\r\n")).toBe(true);
				const lines = linesOf(written);
				expect(lines.filter((line) => octets(line) > 75 || /[\r\n]/.test(line) || !line.isWellFormed())).toEqual([]);
			}),
		);
		const long = "🐉".repeat(5000);
		expect(read(file({ title: long })).summary).toBe(long);
	});

	test("has the same lines whatever is typed, broken text included: nothing begins a line of its own", () => {
		const anything = fc.oneof(
			fc.string({ unit: anyCharacter }),
			fc
				.array(
					fc.oneof(nasty, fc.constantFrom("\r", "\n", "\r\n", "\r\n ", "\0", "\v", "\f", "\x85", "\x7f", "\ud83d")),
					{
						maxLength: 20,
					},
				)
				.map((parts) => parts.join("")),
		);
		fc.assert(
			fc.property(anything, anything, anything, anything, (title, location, called, address) => {
				const someone = { name: called, email: `${address}@x.example` };
				const written = calendarFile({
					appointment: { ...appointment, title: `a${title}`, location: `a${location}` },
					organizer: someone,
					attendee: someone,
					now,
					words,
				});
				expect(namesOf(written)).toEqual(lineNames);
				expect(written.replaceAll("\r\n", "")).not.toMatch(/[^\P{Cc}\t]/u);
				expect(written.isWellFormed()).toBe(true);
			}),
			{ numRuns: 300 },
		);
	});

	test("keeps a line break of a title, and makes a name one line", () => {
		const name = "Black\r\nATTENDEE;\nNeedle";
		const result = read(file({ title: "Dragon\r\nleft arm\rsecond\nsession" }, { organizer: { ...organizer, name } }));
		expect(result.summary).toBe("Dragon\nleft arm\nsecond\nsession");
		expect(result.organizer.name).toBe("Black ATTENDEE; Needle");
		expect(result.attendee.email).toBe(attendee.email);
	});

	test("writes quotes, carets and backslashes of a name as RFC 6868 has it", () => {
		const written = file({}, { organizer: { ...organizer, name: 'A "B" ^ \\n; C, D: E' } });
		expect(linesOf(written)).toContain(`ORGANIZER;CN="A ^'B^' ^^ \\n; C, D: E":mailto:studio@needle.example`);
	});

	test("names the studio where there is no title, and no place where there is none", () => {
		for (const nothing of [null, "", " \n "])
			expect(read(file({ title: nothing, location: nothing }))).toMatchObject({
				summary: "Appointment at Black Needle",
				location: null,
			});
	});

	test("covers the appointment where its times have milliseconds, and never ends when it starts", () => {
		const precise = read(file({ startAt: startAt + 250, endAt: startAt + 251 }));
		expect([precise.startAt, precise.endAt]).toEqual([startAt, startAt + 1000]);
	});
});

describe("times as people read them", () => {
	const at = (from: string, to: string, zone: string) =>
		localTimes({ startAt: Date.parse(from), endAt: Date.parse(to) }, zone, "en");

	test.each([
		["2026-03-03T13:00Z", "2026-03-03T15:00Z", "Tuesday, 3 March 2026, 14:00–16:00 (Europe/Berlin, GMT+1)"],
		["2026-07-03T13:00Z", "2026-07-03T15:00Z", "Friday, 3 July 2026, 15:00–17:00 (Europe/Berlin, GMT+2)"],
		[
			"2026-03-03T22:00Z",
			"2026-03-03T23:00Z",
			"Tuesday, 3 March 2026, 23:00 – Wednesday, 4 March 2026, 00:00 (Europe/Berlin, GMT+1)",
		],
		[
			"2026-12-31T22:30Z",
			"2027-01-01T02:00Z",
			"Thursday, 31 December 2026, 23:30 – Friday, 1 January 2027, 03:00 (Europe/Berlin, GMT+1)",
		],
		["2026-10-25T00:30Z", "2026-10-25T01:30Z", "Sunday, 25 October 2026, 02:30 GMT+2–02:30 GMT+1 (Europe/Berlin)"],
		[
			"2026-03-28T22:00Z",
			"2026-03-29T03:00Z",
			"Saturday, 28 March 2026, 23:00 GMT+1 – Sunday, 29 March 2026, 05:00 GMT+2 (Europe/Berlin)",
		],
	])("%s to %s in Berlin", (from, to, shown) => {
		expect(at(from, to, "Europe/Berlin")).toBe(shown);
	});

	test.each([
		["Asia/Kathmandu", "18:45–20:45 (Asia/Kathmandu, GMT+5:45)"],
		["America/New_York", "08:00–10:00 (America/New_York, GMT-5)"],
		["Europe/London", "13:00–15:00 (Europe/London, GMT)"],
		["UTC", "13:00–15:00 (UTC, GMT)"],
	])("in %s", (zone, shown) => {
		expect(at("2026-03-03T13:00Z", "2026-03-03T15:00Z", zone)).toBe(`Tuesday, 3 March 2026, ${shown}`);
	});

	test("are the zone's wall times and offset, in every zone", () => {
		fc.assert(
			fc.property(zone, second, (timezone, from) => {
				const local = Temporal.Instant.fromEpochMilliseconds(from * 1000).toZonedDateTimeISO(timezone);
				const shown = localTimes({ startAt: from * 1000, endAt: from * 1000 }, timezone, "en");
				const time = local.toPlainTime().toString().slice(0, 5);
				const [, sign, hours, minutes] = local.offset.match(/^(.)(\d\d):(\d\d)/) ?? [];
				const offset = Number(hours) || Number(minutes) ? `GMT${sign}${Number(hours)}` : "GMT";
				expect(shown).toContain(
					`${local.day} ${local.toLocaleString("en", { month: "long" })} ${local.year}, ${time}–`,
				);
				expect(shown).toContain(`(${timezone}, ${offset}${minutes === "00" || offset === "GMT" ? "" : `:${minutes}`}`);
			}),
			{ numRuns: 300 },
		);
	});
});
