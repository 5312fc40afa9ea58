import ICAL from "ical.js";
import { describe, expect, test } from "vitest";
import { wordsIn } from "../../src/domain/languages/words.ts";
import { calendarFile } from "../../src/domain/mail/calendar.ts";
import { withoutLinks } from "../../src/platform/lib/text/without-links.ts";
import { rescheduleNotice } from "../support/reschedule-notice.ts";

describe("addresses of the web are left out of what people typed", () => {
	test.each<[string, string]>([
		["Win at https://evil.example/a?b=c now", "Win at now"],
		["HTTP://EVIL.EXAMPLE", ""],
		["www.evil.example", ""],
		["evil.com", ""],
		["EVIL.COM", ""],
		["a.b.evil.com/path", ""],
		["evil.com:8080", ""],
		["Evil.Com/path", ""],
		["пример.рф", ""],
		["evil.भारत", ""],
		["evil。com", ""],
		["x@evil。com", ""],
		["https://日本。evil.example/x", ""],
		["evil1.2.3.4.com", ""],
		["www1.2.3.4.evil", ""],
		["ここはevil.example/aを。次は", "次は"],
		["me@evil.example", ""],
		["mailto:me@evil.example", ""],
		["1.2.3.4", ""],
		["call tel:+49123 now", "call now"],
	])("%s", (typed, kept) => {
		expect(withoutLinks(typed)).toBe(kept);
	});

	test.each<[string, string]>([
		["Mia", "Mia"],
		["Dr. Müller", "Dr. Müller"],
		["St.Pauli Tattoo", "St. Pauli Tattoo"],
		["Evil.Com", "Evil. Com"],
		["Sleeve 1.5 h, 10:30 a.m.", "Sleeve 1.5 h, 10:30 a.m."],
		["Black & Grey: part 2/3", "Black & Grey: part 2/3"],
		["Hotel: Sonne, Tel: 030 123", "Hotel: Sonne, Tel: 030 123"],
		["今日は晴れ。明日は雨。", "今日は晴れ。明日は雨。"],
		["请提前到达。请携带身份证。", "请提前到达。请携带身份证。"],
		["ご予約ありがとうございます。OK", "ご予約ありがとうございます。 OK"],
		["料金は5000。10時から。10:00まで。質問は?", "料金は5000。10時から。 10:00まで。質問は?"],
		["ﾀﾄｩｰ｡ﾖﾔｸ", "ﾀﾄｩｰ｡ﾖﾔｸ"],
		["日本。com", "日本。 com"],
		["예약되었습니다.감사합니다.", "예약되었습니다. 감사합니다."],
	])("%s stays readable", (typed, kept) => {
		expect(withoutLinks(typed)).toBe(kept);
	});
});

test("a notice and its calendar file have no link that a caller wrote", () => {
	const link = "https://evil.example/login";
	const times = { startAt: Date.UTC(2026, 2, 3, 13), endAt: Date.UTC(2026, 2, 3, 15) };
	const [to, studio] = [
		{ name: `Robin ${link}`, email: "robin@doe.example" },
		{ name: `Ink ${link}`, email: "studio@needle.example" },
	];
	const timezone = "Europe/Berlin";
	const typed = { title: `Sleeve ${link}`, location: `Berlin evil.com` };
	const appointment = { id: "apt_1", ...times, ...typed, timezone, sequence: 1 };
	const calendar = calendarFile({ appointment, organizer: studio, attendee: to, now: 0, words: wordsIn("en") });
	const { title } = typed;
	const who = { to, firstName: to.name, studio, artistName: `Ana ${link}`, at: `Needle ${link}` };
	const notice = { ...who, before: times, after: times, timezone, title, calendar };
	const mail = rescheduleNotice(notice);
	expect(JSON.stringify(mail)).not.toContain("evil");
	expect(mail.text).toContain("Hello Robin,");
	expect(mail.text).toContain("Your appointment with Ana at Needle has");
	const event = new ICAL.Component(ICAL.parse(calendar)).getFirstSubcomponent("vevent");
	expect(event?.getFirstPropertyValue("summary")).toBe("Sleeve");
	expect(event?.getFirstPropertyValue("location")).toBe("Berlin");
	const nameless = rescheduleNotice({ ...notice, firstName: link, studio: { ...studio, name: link } });
	expect(nameless.text).toMatch(/^Hello there,/);
	expect(nameless.subject).toBe("Your appointment at the studio has a new time");
});
