import ICAL from "ical.js";
import { parseICS } from "node-ical";
import { expect, it } from "vitest";
import { wordsIn } from "../../src/domain/languages/words.ts";
import { calendarFile } from "../../src/domain/mail/calendar.ts";

interface Entry {
	uid: string;
	sequence: number;
	start: string;
	end: string;
}

interface Read {
	method: string;
	entries: Entry[];
}

const byIcalJs = (file: string): Read => {
	const calendar = new ICAL.Component(ICAL.parse(file) as never);
	const entries = calendar.getAllSubcomponents("vevent").map((event) => {
		const time = (name: string) => (event.getFirstPropertyValue(name) as ICAL.Time).toJSDate().toISOString();
		return {
			uid: String(event.getFirstPropertyValue("uid")),
			sequence: Number(event.getFirstPropertyValue("sequence")),
			start: time("dtstart"),
			end: time("dtend"),
		};
	});
	return { method: String(calendar.getFirstPropertyValue("method")), entries };
};

const byNodeIcal = (file: string): Read => {
	const read = parseICS(file);
	const entries = Object.values(read).flatMap((entry) =>
		entry?.type === "VEVENT"
			? [
					{
						uid: entry.uid,
						sequence: Number(entry.sequence),
						start: new Date(entry.start).toISOString(),
						end: new Date(entry.end as Date).toISOString(),
					},
				]
			: [],
	);
	return { method: String(read.vcalendar?.method), entries };
};

/** RFC 5546: an update has the UID and a higher SEQUENCE, and a cancellation removes the entry. */
function applied(calendar: Map<string, Entry>, { method, entries }: Read): Map<string, Entry> {
	const next = new Map(calendar);
	for (const entry of entries) {
		const known = next.get(entry.uid);
		if (known && entry.sequence <= known.sequence) continue;
		if (method === "CANCEL") next.delete(entry.uid);
		else next.set(entry.uid, entry);
	}
	return next;
}

const hour = 3_600_000;
const start = Date.UTC(2027, 2, 28, 0, 30);

/** The file of an appointment that begins so many hours later, in the night in which Berlin's clock changes. */
const file = (sequence: number, hours: number, cancelled = false): string =>
	calendarFile({
		appointment: {
			id: "apt_1",
			startAt: start + hours * hour,
			endAt: start + (hours + 1) * hour,
			timezone: "Europe/Berlin",
			title: "Fern, “small”; one\\two\nthree",
			location: "Oranienstraße 183, Berlin",
			sequence,
		},
		organizer: { name: "Nadel & Faden", email: "no-reply@service.example" },
		attendee: { name: 'Ana "A" Lima', email: "ana@example.com" },
		now: start - 100 * hour,
		words: wordsIn("en"),
		cancelled,
	});

it.each([
	["ical.js", byIcalJs],
	["node-ical", byNodeIcal],
])("%s keeps one entry after a booking and after a move, and none after the cancellation", (_, read) => {
	const [booked, moved, cancelled] = [file(0, 0), file(1, 24), file(2, 24, true)].map(read) as [Read, Read, Read];
	expect([booked.method, moved.method, cancelled.method]).toEqual(["REQUEST", "REQUEST", "CANCEL"]);
	const afterBooking = applied(new Map(), booked);
	expect([...afterBooking.values()]).toEqual([
		{ uid: "apt_1@tattoo-studio", sequence: 0, start: "2027-03-28T00:30:00.000Z", end: "2027-03-28T01:30:00.000Z" },
	]);
	const afterMove = applied(afterBooking, moved);
	expect([...afterMove.values()]).toEqual([
		{ uid: "apt_1@tattoo-studio", sequence: 1, start: "2027-03-29T00:30:00.000Z", end: "2027-03-29T01:30:00.000Z" },
	]);
	// An older mail that arrives late changes nothing.
	expect(applied(afterMove, booked)).toEqual(afterMove);
	expect(applied(afterMove, cancelled).size).toBe(0);
	expect(byIcalJs(file(1, 24))).toEqual(byNodeIcal(file(1, 24)));
});
