import { env } from "cloudflare:workers";
import ICAL from "ical.js";
import { beforeEach, describe, expect, it } from "vitest";
import { sendDueMails } from "../../src/domain/mail/outbox/outbox.ts";
import { call } from "../support/api.ts";
import {
	appointmentsOf,
	type BookableStudio,
	bookedLink,
	calendarIn,
	contact,
	linkIn,
	mailsTo,
	newBookableStudio,
	patchType,
	sendWaiting,
	Visitor,
	waitingMails,
} from "../support/booking-page.ts";
import { advance } from "../support/clock.ts";
import { databaseOf, localIn } from "../support/local.ts";
import { MailService } from "../support/mail-service.ts";
import { until } from "../support/receiver.ts";
import { at, newClient } from "../support/studio.ts";

const service = new MailService();
let place: BookableStudio;
let email: string;
beforeEach(async () => {
	service.reset();
	place = await newBookableStudio({ type: { name: "Small tattoo" } });
	email = `${crypto.randomUUID()}@example.com`;
});

/** A calendar program: it has an entry for each UID, which a higher SEQUENCE replaces and a CANCEL removes. */
class Calendar {
	readonly entries = new Map<
		string,
		{ sequence: number; start: string; end: string; summary: string; place: string }
	>();

	take(file: string): void {
		const calendar = new ICAL.Component(ICAL.parse(file) as never);
		const event = calendar.getFirstSubcomponent("vevent") as ICAL.Component;
		const value = (name: string) => String(event.getFirstPropertyValue(name) ?? "");
		const [uid, sequence] = [value("uid"), Number(value("sequence"))];
		const known = this.entries.get(uid);
		if (known && sequence < known.sequence) return;
		const time = (name: string) => (event.getFirstPropertyValue(name) as ICAL.Time).toJSDate().toISOString();
		if (calendar.getFirstPropertyValue("method") === "CANCEL") this.entries.delete(uid);
		else {
			const texts = { summary: value("summary"), place: value("location") };
			this.entries.set(uid, { sequence, start: time("dtstart"), end: time("dtend"), ...texts });
		}
	}
}

async function bookUnsent(start: string, form = contact({ email })): Promise<void> {
	const before = service.refusals;
	service.fault = "E_DOWN";
	await new Visitor().book(place, start, form);
	await sendWaiting(place.id);
	await until(() => service.refusals > before, 5000);
	service.fault = null;
}

const sentTo = (to: string) => service.sent.filter((mail) => mail.to.email === to);

const patch = async (body: object): Promise<void> => {
	const [{ id }] = (await appointmentsOf(place.id)) as [{ id: string }];
	await call(200, `/v1/appointments/${id}`, { key: place.key, method: "PATCH", body });
};

describe("the mails of a booking", () => {
	it("confirm it in text and HTML, with where, how to prepare, the policy and the manage link", async () => {
		await patchType(place, {
			location: "Oranienstr. 1",
			confirmation_message: "We look forward to it.",
			instructions: "Eat before.",
			cancellation_policy: "Call us.",
		});
		const link = await bookedLink(service, place, at("10:00"), email);
		const [mail, ...more] = await mailsTo(service, place.id, email);
		expect(more).toEqual([]);
		expect(mail).toMatchObject({
			to: { name: "Ana Lima", email },
			replyTo: { name: "Black Lotus", email: "owner@example.com" },
			subject: "Your appointment at Black Lotus is booked",
		});
		for (const body of [mail.text, mail.html])
			for (const part of [
				...["Hello Ana,", "Small tattoo", "Tuesday, 2 March 2027, 11:00–12:00 (Europe/Berlin, GMT+1)"],
				...["Where: Oranienstr. 1", "We look forward to it.", "Eat before.", "Call us.", `https://api.test${link}`],
			])
				expect(body).toContain(part);
		expect(mail.html.match(/<a /g)).toHaveLength(1);
		expect(mail.attachments).toMatchObject([
			{ disposition: "attachment", filename: "invite.ics", type: "text/calendar; charset=utf-8; method=REQUEST" },
		]);
		const file = calendarIn(mail);
		// Calendar programs accept an update without a question if the organizer is the sender.
		expect(file.replaceAll("\r\n ", "")).toMatch(
			/^ORGANIZER;CN="?Black Lotus"?:mailto:no-reply@tattoo-studio\.example\r$/m,
		);
		expect(mail.from).toBe("no-reply@tattoo-studio.example");
		expect(file).toMatch(/^DTSTART:20270302T100000Z\r$/m);
	});

	it("leave one entry in a calendar after each move, whoever moves, and none after the cancellation", async () => {
		const link = await bookedLink(service, place, at("10:00"), email);
		const visitor = new Visitor();
		await patch({ start_at: at("11:00") });
		await visitor.post(`${link}/move`, { email, start_at: at("12:00", "2027-03-04") });
		await visitor.post(`${link}/cancel`, { email });
		const mails = await mailsTo(service, place.id, email);
		expect(mails.map(({ subject }) => subject)).toEqual([
			"Your appointment at Black Lotus is booked",
			"Your appointment at Black Lotus has a new time",
			"Your appointment at Black Lotus has a new time",
			"Your appointment at Black Lotus is cancelled",
		]);
		const types = mails.map(({ attachments }) => attachments[0].type.split("=").at(-1));
		expect(types).toEqual(["REQUEST", "REQUEST", "REQUEST", "CANCEL"]);
		const sequences = mails.map((mail) => Number(/^SEQUENCE:(\d+)/m.exec(calendarIn(mail))?.[1]));
		expect(sequences).toEqual([0, 1, 2, 3]);
		const calendar = new Calendar();
		const states = mails.map((mail) => {
			calendar.take(calendarIn(mail));
			return [...calendar.entries.values()];
		});
		const entry = { summary: "Small tattoo", place: "" };
		expect(states).toEqual([
			[{ sequence: 0, start: at("10:00"), end: at("11:00"), ...entry }],
			[{ sequence: 1, start: at("11:00"), end: at("12:00"), ...entry }],
			[{ sequence: 2, start: at("12:00", "2027-03-04"), end: at("13:00", "2027-03-04"), ...entry }],
			[],
		]);
		// A file that arrives late or twice restores nothing.
		const last = new Calendar();
		for (const mail of [mails[2], mails[0], mails[2]]) last.take(calendarIn(mail));
		expect([...last.entries.values()]).toEqual(states[2]);
		expect(mails[2].text).toContain("Old time: Tuesday, 2 March 2027, 12:00–13:00");
		expect(mails[2].text).toContain("New time: Thursday, 4 March 2027, 13:00–14:00");
	});

	it("name the appointment as it is when they leave, and are dropped when they are true no more", async () => {
		await bookUnsent(at("10:00"));
		await patch({ start_at: at("13:00") });
		advance(301);
		const late = (await mailsTo(service, place.id, email)).find(({ subject }) => subject.endsWith("is booked"));
		expect(late.text).toContain("14:00–15:00");
		const calendar = new Calendar();
		calendar.take(calendarIn(late));
		expect([...calendar.entries.values()]).toMatchObject([{ sequence: 1, start: at("13:00") }]);

		const other = contact();
		await bookUnsent(at("16:00"), other);
		const [, { id }] = (await appointmentsOf(place.id)) as [unknown, { id: string }];
		await call(200, `/v1/appointments/${id}`, { key: place.key, method: "PATCH", body: { status: "CANCELLED" } });
		advance(301);
		expect(await mailsTo(service, place.id, other.email)).toEqual([]);
		expect(await waitingMails(place.id)).toEqual([]);
	});

	it("never go to a client who is not to be written to, and the page answers as ever", async () => {
		const silent = contact();
		await newClient(place.key, { email: silent.email, do_not_contact: true });
		const visitor = new Visitor();
		const answer = await visitor.book(place, at("10:00"), silent);
		expect(answer.status).toBe(303);
		const { text } = await visitor.get(answer.headers.get("Location") ?? "");
		expect(text).toContain("A mail with the details is on its way to you.");
		expect(await mailsTo(service, place.id, silent.email)).toEqual([]);
		expect(await waitingMails(place.id)).toEqual([]);
	});

	it("make no link of what anybody typed", async () => {
		await patchType(place, {
			name: "Win https://evil.example",
			confirmation_message: "see www.evil.example",
			location: "evil.example/map",
			instructions: "mail me@evil.example",
			cancellation_policy: "or evil.example:80",
		});
		await call(200, `/v1/artists/${place.artistId}`, {
			key: place.key,
			method: "PATCH",
			body: { name: "Mia www.evil.example" },
		});
		await new Visitor().book(place, at("10:00"), contact({ email, name: "Ana https://evil.example <b>x</b>" }));
		const [mail] = await mailsTo(service, place.id, email);
		const file = calendarIn(mail).replaceAll("\r\n ", "");
		expect(JSON.stringify([mail.subject, mail.text, mail.html, mail.to.name, mail.replyTo.name, file])).not.toContain(
			"evil",
		);
		expect(mail.html).not.toContain("<b>");
	});

	it("wait where the recipient or the studio has had enough of them, and come in the next hour", async () => {
		for (let n = 1; n <= 7; n++)
			await new Visitor().book(place, at("10:00", `2027-03-0${n}`), contact({ email, name: `Ana ${n}` }));
		expect(await mailsTo(service, place.id, email)).toHaveLength(5);
		expect(await waitingMails(place.id)).toHaveLength(2);
		advance(3700);
		expect(await mailsTo(service, place.id, email)).toHaveLength(7);
		expect(await waitingMails(place.id)).toEqual([]);
	});

	it("survive a crash between the commit and their sending, and no run sends what another one sends", async () => {
		await bookUnsent(at("10:00"));
		expect(await waitingMails(place.id)).toHaveLength(1);
		await Promise.all(Array.from({ length: 5 }, () => sendWaiting(place.id)));
		expect(sentTo(email)).toEqual([]);
		advance(301);
		await Promise.all(Array.from({ length: 5 }, () => sendWaiting(place.id)));
		expect(sentTo(email)).toHaveLength(1);
		expect(await waitingMails(place.id)).toEqual([]);
	});

	it("are sent again where the crash comes before the outbox knows that the mail service took one", async () => {
		await bookUnsent(at("10:00"));
		advance(301);
		const home = await databaseOf(place.id);
		const { caller, writer } = localIn(home);
		const transaction: typeof writer.transaction = async (store, statements) => {
			if (statements.some(({ sql }) => sql.startsWith('DELETE FROM "mails" WHERE id'))) throw new Error("crash");
			return await writer.transaction(store, statements);
		};
		await sendDueMails(env, caller, { ...writer, transaction }, "data").catch(() => {});
		expect(sentTo(email)).toHaveLength(1);
		expect(await waitingMails(place.id)).toHaveLength(1);
		advance(601);
		expect(await mailsTo(service, place.id, email)).toHaveLength(2);
		// The second mail has the same link, UID and SEQUENCE.
		const [first, second] = sentTo(email);
		expect(linkIn(first)).toBe(linkIn(second));
		const stable = (mail: never) => calendarIn(mail).replace(/^DTSTAMP:.*$/m, "");
		expect(stable(second as never)).toBe(stable(first as never));
	});
});

describe("the mail of a move that the studio makes", () => {
	const move = async (time: string): Promise<boolean> => {
		const [{ id }] = (await appointmentsOf(place.id)) as [{ id: string }];
		const body = { start_at: at(time) };
		return (await call(200, `/v1/appointments/${id}`, { key: place.key, method: "PATCH", body })).body.client_notified;
	};
	const moved = () => sentTo(email).filter(({ text }) => text.includes("has a new time"));

	beforeEach(async () => {
		await bookedLink(service, place, at("10:00"), email);
	});

	it("leaves with the answer, and nothing of it stays", async () => {
		expect(await move("12:00")).toBe(true);
		expect(moved()).toHaveLength(1);
		expect(await waitingMails(place.id)).toEqual([]);
	});

	it("waits in the outbox where the mail service does not take it, and is sent once", async () => {
		service.fault = "E_DOWN";
		expect(await move("12:00")).toBe(false);
		service.fault = null;
		await Promise.all(Array.from({ length: 3 }, () => sendWaiting(place.id)));
		expect(moved()).toEqual([]);
		advance(301);
		await Promise.all(Array.from({ length: 3 }, () => sendWaiting(place.id)));
		expect(moved()).toHaveLength(1);
		expect(await waitingMails(place.id)).toEqual([]);
	});

	it("tells several moves as one, from the time that the client knows, and the outbox forgets them all", async () => {
		service.fault = "E_DOWN";
		for (const time of ["12:00", "13:00"]) await move(time);
		service.fault = null;
		expect(await move("14:00")).toBe(true);
		advance(3601);
		await sendWaiting(place.id);
		expect(await waitingMails(place.id)).toEqual([]);
		expect(moved()).toHaveLength(1);
		expect(moved()[0].text).toMatch(/Old time: .* 11:00–12:00 .*\nNew time: .* 15:00–16:00 /);
		expect(calendarIn(moved()[0])).toContain("SEQUENCE:3");
	});

	it("is not sent when the appointment is back where the client knows it to be", async () => {
		service.fault = "E_DOWN";
		for (const time of ["12:00", "10:00"]) await move(time);
		service.fault = null;
		advance(3601);
		await sendWaiting(place.id);
		expect(await waitingMails(place.id)).toEqual([]);
		expect(moved()).toEqual([]);
	});

	it("tells of a time that is past already, as a studio notes it", async () => {
		const past = new Date(Date.now() - 86_400_000).toISOString();
		await patchType(place, { minimum_notice_minutes: null });
		const [{ id }] = (await appointmentsOf(place.id)) as [{ id: string }];
		await call(200, `/v1/appointments/${id}`, { key: place.key, method: "PATCH", body: { event_type_id: null } });
		const { body } = await call(200, `/v1/appointments/${id}`, {
			key: place.key,
			method: "PATCH",
			body: { start_at: past },
		});
		expect(body.client_notified).toBe(true);
	});
});
