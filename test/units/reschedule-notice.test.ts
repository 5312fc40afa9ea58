import { describe, expect, test } from "vitest";
import { rescheduleNotice } from "../support/reschedule-notice.ts";

const hour = 3_600_000;
const from = (start: string) => ({ startAt: Date.parse(start), endAt: Date.parse(start) + 2 * hour });

const told = {
	to: { name: "Robin Doe", email: "robin@doe.example" },
	firstName: "Robin",
	studio: { name: "Black Needle", email: "studio@needle.example" },
	artistName: "Ana",
	at: "Needle Mitte",
	title: "Dragon" as string | null,
	before: from("2026-03-03T13:00Z"),
	after: from("2026-03-05T09:00Z"),
	timezone: "Europe/Berlin",
	calendar: "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n",
};

describe("the reschedule notice", () => {
	test("goes to the client, and its answer to the studio", () => {
		const { to, replyTo, subject } = rescheduleNotice(told);
		expect({ to, replyTo, subject }).toEqual({
			to: told.to,
			replyTo: told.studio,
			subject: "Your appointment at Black Needle has a new time",
		});
	});

	test.each(["text", "html"] as const)("names who, what, the old and the new time and the zone: %s", (form) => {
		const body = rescheduleNotice(told)[form];
		for (const part of [
			"Hello Robin,",
			"Your appointment with Ana at Needle Mitte has a new time",
			"Dragon",
			"Old time: Tuesday, 3 March 2026, 14:00–16:00 (Europe/Berlin, GMT+1)",
			"New time: Thursday, 5 March 2026, 10:00–12:00 (Europe/Berlin, GMT+1)",
		])
			expect(body).toContain(part);
	});

	test.each(["text", "html"] as const)(
		"shows each time with its own offset when the clocks change between: %s",
		(form) => {
			const body = rescheduleNotice({ ...told, after: from("2026-03-31T12:00Z") })[form];
			expect(body).toContain("Old time: Tuesday, 3 March 2026, 14:00–16:00 (Europe/Berlin, GMT+1)");
			expect(body).toContain("New time: Tuesday, 31 March 2026, 14:00–16:00 (Europe/Berlin, GMT+2)");
		},
	);

	test("has nothing in the place of a title that is not there", () => {
		for (const title of [null, "", "  "])
			expect(rescheduleNotice({ ...told, title }).text).toContain("has a new time.\n\nOld time: ");
	});

	test("shows what people typed as text: no tags, no lines of its own", () => {
		const typed = `<img src=x onerror="alert(1)">&amp;\r\n\r\nNew time: never`;
		const person = { name: typed, email: "eve@eve.example" };
		const { subject, text, html } = rescheduleNotice({
			...told,
			to: person,
			firstName: typed,
			studio: person,
			artistName: typed,
			at: typed,
			title: typed,
		});
		expect(html).not.toContain("<img");
		expect(html.replaceAll(/<\/?p>|<br>/g, "")).not.toMatch(/[<>"]/);
		expect(html.split("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;amp; New time: never")).toHaveLength(6);
		expect(text.split("\n").filter((line) => line.startsWith("New time: "))).toHaveLength(1);
		expect(subject).not.toMatch(/[\r\n]/);
	});

	test("carries the calendar file as an invitation", () => {
		expect(rescheduleNotice(told).attachments).toEqual([
			{ filename: "invite.ics", type: "text/calendar; charset=utf-8; method=REQUEST", content: told.calendar },
		]);
	});
});
