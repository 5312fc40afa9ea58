import ICAL from "ical.js";
import { beforeEach, describe, expect, it } from "vitest";
import type { Answer } from "../support/api.ts";
import {
	type BookableStudio,
	calendarIn,
	contact,
	linkIn,
	mailsTo,
	newBookableStudio,
	Visitor,
} from "../support/booking-page.ts";
import { MailService } from "../support/mail-service.ts";
import { at } from "../support/studio.ts";

const service = new MailService();
let place: BookableStudio;
let email: string;
beforeEach(async () => {
	service.reset();
	place = await newBookableStudio({ type: { name: "Fern & moss", location: "Back yard, 2nd floor" } });
	email = `${crypto.randomUUID()}@example.com`;
});

async function book(language = "en") {
	const visitor = new Visitor(undefined, { "Accept-Language": language });
	const answer = await visitor.book(place, at("10:00"), contact({ name: "Ana Lima", email }));
	const page = await visitor.get(answer.headers.get("Location") ?? "");
	const [mail] = await mailsTo(service, place.id, email);
	return { visitor, page, mail, link: linkIn(mail) };
}

const decoded = (text: string) => text.replaceAll("&amp;", "&");
const filePath = ({ text }: Answer): string => decoded(/href="([^"]*calendar\.ics[^"]*)"/.exec(text)?.[1] ?? "");
const linksOf = ({ text }: Answer): string[] =>
	[...text.matchAll(/<a class="button" href="(https:[^"]*)" target="_blank" rel="noopener noreferrer">/g)].map(
		([, url = ""]) => decoded(url),
	);

function read(text: string) {
	const calendar = new ICAL.Component(ICAL.parse(text) as never);
	const event = calendar.getFirstSubcomponent("vevent");
	const value = (name: string) => event?.getFirstPropertyValue(name);
	const [method, attendees] = [calendar.getFirstPropertyValue("method"), event?.getAllProperties("attendee").length];
	return {
		method,
		attendees,
		...Object.fromEntries(["uid", "sequence", "summary", "location", "description"].map((name) => [name, value(name)])),
		organizer: value("organizer"),
		start: (value("dtstart") as ICAL.Time).toJSDate().toISOString(),
		end: (value("dtend") as ICAL.Time).toJSDate().toISOString(),
	};
}

describe("the calendar file after the booking and at the manage link", () => {
	it("is the entry of the mails, without the client and without the link", async () => {
		const { visitor, page, mail, link } = await book();
		const ofMail = read(calendarIn(mail));
		for (const path of [filePath(page), `${link}/calendar.ics`]) {
			const { status, text, headers } = await visitor.get(path);
			expect(status).toBe(200);
			expect(headers.get("Content-Type")).toBe("text/calendar; charset=utf-8; method=PUBLISH");
			expect(headers.get("Content-Disposition")).toBe('attachment; filename="appointment.ics"');
			expect(headers.get("Cache-Control")).toBe("no-store");
			expect(read(text)).toEqual({ ...ofMail, method: "PUBLISH", attendees: 0 });
			for (const secret of ["Ana", email, "manage"]) expect(text).not.toContain(secret);
		}
		expect(ofMail).toMatchObject({ summary: "Fern & moss", start: at("10:00"), end: at("11:00"), attendees: 1 });
		expect(filePath(await visitor.get(link))).toBe(`${link}/calendar.ics`);
	});

	it("has the times and a higher SEQUENCE after a move, and is gone after a cancellation", async () => {
		const { visitor, page, link } = await book();
		await visitor.post(`${link}/move`, { email, start_at: at("12:00", "2027-03-04") });
		for (const path of [filePath(page), `${link}/calendar.ics`])
			expect(read((await visitor.get(path)).text)).toMatchObject({ sequence: 1, start: at("12:00", "2027-03-04") });
		await visitor.post(`${link}/cancel`, { email });
		expect((await visitor.get(`${link}/calendar.ics`)).status).toBe(410);
		expect((await visitor.get(filePath(page))).headers.get("Location")).toBe(place.path);
		expect((await visitor.get(`${filePath(page)}x`)).headers.get("Location")).toBe(place.path);
	});

	it("is in the language of the page", async () => {
		const { visitor, page } = await book("de");
		const description = expect.stringContaining("Dienstag, 2. März 2027, 11:00");
		expect(read((await visitor.get(filePath(page))).text)).toMatchObject({ description });
	});
});

describe("the links for web calendars", () => {
	it("carry the appointment, and nothing of the client, the studio or the manage link", async () => {
		const { visitor, page, link } = await book();
		const managed = linksOf(await visitor.get(link));
		expect(managed).toEqual(linksOf(page));
		const [google = "", outlook = "", yahoo = ""] = managed;
		const of = (url: string) => Object.fromEntries(new URL(url).searchParams);
		const description = "Tuesday, 2 March 2027, 11:00–12:00 (Europe/Berlin, GMT+1)";
		const location = "Back yard, 2nd floor";
		expect(new URL(google).host).toBe("calendar.google.com");
		expect(of(google)).toEqual({
			action: "TEMPLATE",
			text: "Fern & moss",
			dates: "20270302T100000Z/20270302T110000Z",
			details: description,
			location,
		});
		expect(new URL(outlook).host).toBe("outlook.live.com");
		expect(of(outlook)).toEqual({
			path: "/calendar/action/compose",
			rru: "addevent",
			subject: "Fern & moss",
			startdt: "2027-03-02T10:00:00Z",
			enddt: "2027-03-02T11:00:00Z",
			body: description,
			location,
		});
		expect(new URL(yahoo).host).toBe("calendar.yahoo.com");
		expect(of(yahoo)).toEqual({
			v: "60",
			title: "Fern & moss",
			st: "20270302T100000Z",
			et: "20270302T110000Z",
			desc: description,
			in_loc: location,
		});
		for (const url of managed) expect(url).not.toContain("+");
	});
});
