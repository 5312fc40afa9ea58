import { env } from "cloudflare:workers";
import { describe, expect, test, vi } from "vitest";
import { wordsIn } from "../../src/domain/languages/words.ts";
import { calendarFile } from "../../src/domain/mail/calendar.ts";
import { send as sendMail } from "../../src/domain/mail/outbox/send.ts";
import type { Env } from "../../src/platform/env.ts";
import type { Mail } from "../../src/platform/lib/text/email.ts";
import { rescheduleNotice } from "../support/reschedule-notice.ts";

const to = { name: "Robin Doe", email: "robin@doe.example" };
const studio = { name: "Black Needle", email: "studio@needle.example" };
const before = { startAt: Date.UTC(2026, 2, 3, 13), endAt: Date.UTC(2026, 2, 3, 15) };
const after = { startAt: Date.UTC(2026, 2, 4, 13), endAt: Date.UTC(2026, 2, 4, 15) };
const about = { timezone: "Europe/Berlin", title: "Dragon 🐉" };
const calendar = calendarFile({
	appointment: { id: "apt_1", ...after, ...about, location: null, sequence: 1 },
	organizer: studio,
	attendee: to,
	now: before.startAt,
	words: wordsIn("en"),
});
const who = { to, firstName: "Robin", studio, artistName: "Ana", at: studio.name };
const notice = rescheduleNotice({ ...who, before, after, ...about, calendar });

/** Sends a mail and returns the message that the platform gets. */
async function handed(mail: Mail, settings: Partial<Env> = {}) {
	const send = vi.fn();
	await sendMail({ ...settings, EMAIL: { send } as unknown as SendEmail } as Env, mail);
	expect(send).toHaveBeenCalledOnce();
	return send.mock.calls[0]?.[0];
}

describe("a mail", () => {
	test("is handed over with text, HTML, where answers go, and the attachment as bytes", async () => {
		const { attachments, ...message } = await handed(notice, { MAIL_FROM: "bookings@service.example" });
		const { subject, text, html } = notice;
		expect(message).toEqual({ from: "bookings@service.example", to, replyTo: studio, subject, text, html });
		expect(attachments).toHaveLength(1);
		const [{ content, ...invite }] = attachments;
		expect(invite).toEqual({
			disposition: "attachment",
			filename: "invite.ics",
			type: "text/calendar; charset=utf-8; method=REQUEST",
		});
		expect(content).toBeInstanceOf(ArrayBuffer);
		expect(new TextDecoder().decode(content)).toBe(calendar);
	});

	test("without the optional parts has none of them, and the local sender without a setting", async () => {
		const plain = { to: "owner@needle.example", subject: "Hello", text: "Hello", html: "<p>Hello</p>" };
		expect(await handed(plain)).toEqual({ from: "no-reply@tattoo-studio.example", ...plain });
	});

	test("has one line for each header, whatever the names are", async () => {
		const typed = "Robin\r\nBcc: eve@eve.example\u2028\0x";
		const message = await handed({
			...notice,
			to: { ...to, name: typed },
			replyTo: { ...studio, name: typed },
			subject: `Hello ${typed}`,
		});
		expect(message.to.name).toBe("Robin Bcc: eve@eve.example x");
		expect(message.replyTo.name).toBe("Robin Bcc: eve@eve.example x");
		expect(message.subject).toBe("Hello Robin Bcc: eve@eve.example x");
	});

	test("with an invitation is taken by the platform", async () => {
		const bound = env as unknown as Env;
		const taken: unknown[] = [];
		const send = async (message: EmailMessageBuilder) => taken.push(await bound.EMAIL.send(message));
		await sendMail({ EMAIL: { send } as unknown as SendEmail } as Env, notice);
		expect(taken).toEqual([{ messageId: expect.stringMatching(/^<.+@tattoo-studio\.example>$/) }]);
		await expect(sendMail(bound, notice)).resolves.toBeUndefined();
	});
});
