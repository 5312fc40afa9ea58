import { beforeEach, describe, expect, it } from "vitest";
import { updateAppointment } from "../../src/domain/booking/appointments/update.ts";
import { withCancellationMail } from "../../src/domain/booking/bookings/booking-mails.ts";
import { execute } from "../../src/platform/commit/execute.ts";
import { hourMs } from "../../src/platform/lib/time.ts";
import { call } from "../support/api.ts";
import {
	type BookableStudio,
	calendarIn,
	contact,
	mailsTo,
	newBookableStudio,
	patchType,
	studioCtx,
	Visitor,
	waitingMails,
} from "../support/booking-page.ts";
import { advance } from "../support/clock.ts";
import { MailService } from "../support/mail-service.ts";
import { until } from "../support/receiver.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { at, everyDay, newClient, setHours } from "../support/studio.ts";

const service = new MailService();
let place: BookableStudio;
let email: string;
let clientId: string;
beforeEach(async () => {
	service.reset();
	place = await newBookableStudio({ type: { name: "Small tattoo" } });
	email = `${crypto.randomUUID()}@example.com`;
	clientId = await newClient(place.key, { email });
	advance(2);
});

const book = async (given: object = {}): Promise<string> => {
	const booking = { artist_id: place.artistId, client_id: clientId, event_type_id: place.typeId };
	const body = { ...booking, start_at: at("12:00"), ...given };
	return (await call(201, "/v1/appointments", { key: place.key, body })).body.id;
};
const patch = async (id: string, body: object): Promise<boolean> =>
	(await call(200, `/v1/appointments/${id}`, { key: place.key, method: "PATCH", body })).body.client_notified;
/** Cancels as the dashboard does, where the client gets a mail. */
const cancel = async (id: string) => {
	const { ctx, writer } = await studioCtx(place.id);
	await execute(writer, ctx, async (ctx) =>
		withCancellationMail(ctx, await updateAppointment(ctx, id, { status: "CANCELLED" })),
	);
};
const merge = (id: string, source_id: string) =>
	call(200, `/v1/clients/${id}/merge`, { key: place.key, body: { source_id } });
/** Runs the schedule while the mail service refuses all mails. */
const tryInVain = async () => {
	service.fault = "E_DOWN";
	await scheduledWork();
	// The change itself may be sending the mail.
	await expect.poll(() => service.refusals).toBeGreaterThan(0);
	service.fault = null;
};
/** Books as a visitor while the mail service refuses the confirmation, which leaves after the answer. */
const bookInVain = async (form: Record<string, string>) => {
	service.fault = "E_DOWN";
	await new Visitor().book(place, at("16:00"), form);
	await until(() => service.refusals > 0);
	service.fault = null;
};
const later = async (seconds = 3700) => {
	advance(seconds);
	await scheduledWork();
};
const sentTo = (to = email) => service.sent.filter((mail) => mail.to.email === to);
const subjects = (to = email): string[] => sentTo(to).map(({ subject }) => subject);
/** The times of the last calendar file, which the client's calendar shows. */
const startInCalendar = (to = email) => /^DTSTART:(\S+)/m.exec(calendarIn(sentTo(to).at(-1)))?.[1];

const gone = "Your appointment at Black Lotus is cancelled";
const moved = "Your appointment at Black Lotus has a new time";

describe("the client learns the last time of an appointment", () => {
	it("where it moves back while the mail about the first move is being handed over", async () => {
		const id = await book();
		const { begun, goOn } = service.pause();
		const first = patch(id, { start_at: at("14:00") });
		await begun;
		expect(await patch(id, { start_at: at("12:00") })).toBe(true);
		goOn();
		expect(await first).toBe(true);
		expect(subjects()).toEqual([moved, moved]);
		const back = sentTo().find(({ text }) => text.includes("New time: Tuesday, 2 March 2027, 13:00"));
		expect(back.text).toContain("Old time: Tuesday, 2 March 2027, 15:00");
		expect(calendarIn(back)).toContain("SEQUENCE:2");
		await later();
		expect(sentTo()).toHaveLength(2);
		expect(await waitingMails(place.id)).toEqual([]);
	});

	it("where it moves back after a mail without an answer, which may have arrived", async () => {
		const id = await book();
		service.hangs = true;
		expect(await patch(id, { start_at: at("14:00") })).toBe(false);
		expect(await patch(id, { start_at: at("12:00") })).toBe(true);
		expect(startInCalendar()).toBe("20270302T120000Z");
		expect(sentTo()[0].text).toContain("Old time: Tuesday, 2 March 2027, 15:00");
		await later();
		expect(sentTo()).toHaveLength(1);
		expect(await waitingMails(place.id)).toEqual([]);
	});

	it("where the mail without an answer is sent again, though nothing changed since", async () => {
		const id = await book();
		service.hangs = true;
		expect(await patch(id, { start_at: at("14:00") })).toBe(false);
		await later();
		expect(subjects()).toEqual([moved]);
		expect(sentTo()[0].text).toMatch(/Old time: .* 13:00–14:00 .*\nNew time: .* 15:00–16:00 /);
		expect(await waitingMails(place.id)).toEqual([]);
	});

	it("where a confirmation that waited told another time, and was being handed over", async () => {
		const form = contact();
		await bookInVain(form);
		const [{ id }] = (await call(200, "/v1/appointments", { key: place.key })).body.data;
		service.fault = "E_DOWN";
		await patch(id, { start_at: at("14:00") });
		service.fault = null;
		const { begun, goOn } = service.pause();
		const run = later();
		await begun;
		expect(await patch(id, { start_at: at("16:00") })).toBe(true);
		goOn();
		await run;
		const last = sentTo(form.email).toSorted((a, b) => calendarIn(a).localeCompare(calendarIn(b)));
		expect(last.some((mail) => calendarIn(mail).includes("SEQUENCE:2"))).toBe(true);
	});

	it("in the confirmation that waited, and in no mail about the move beside it", async () => {
		const form = contact();
		await bookInVain(form);
		const [{ id }] = (await call(200, "/v1/appointments", { key: place.key })).body.data;
		service.fault = "E_DOWN";
		await patch(id, { start_at: at("14:00") });
		service.fault = null;
		await later();
		expect(subjects(form.email)).toEqual(["Your appointment at Black Lotus is booked"]);
		expect(startInCalendar(form.email)).toBe("20270302T140000Z");
		expect(await waitingMails(place.id)).toEqual([]);
	});
});

describe("a mail about an appointment", () => {
	it("goes to nobody but the client whom it was written for, also where it waited", async () => {
		const other = `${crypto.randomUUID()}@example.com`;
		const otherId = await newClient(place.key, { email: other });
		const id = await book();
		await cancel(id);
		await tryInVain();
		await patch(id, { client_id: otherId });
		await later();
		expect([subjects(), subjects(other)]).toEqual([[], []]);
		expect(await waitingMails(place.id)).toEqual([]);
	});

	it("goes to its client who got the appointment back", async () => {
		const otherId = await newClient(place.key);
		const id = await book();
		await cancel(id);
		await tryInVain();
		await patch(id, { client_id: otherId });
		await patch(id, { client_id: clientId });
		await later();
		expect(subjects()).toEqual([gone]);
	});

	it("follows its client who is merged into another one, whatever it tells", async () => {
		const target = `${crypto.randomUUID()}@example.com`;
		const targetId = await newClient(place.key, { email: target });
		const [cancelled, other] = [await book(), await book({ start_at: at("15:00") })];
		await cancel(cancelled);
		await tryInVain();
		service.fault = "E_DOWN";
		await patch(other, { start_at: at("16:00") });
		service.fault = null;
		await merge(targetId, clientId);
		await later();
		expect(subjects(target).toSorted()).toEqual([moved, gone].toSorted());
		expect(await waitingMails(place.id)).toEqual([]);
	});

	it("follows its client who is merged while the mail service refuses it", async () => {
		const target = `${crypto.randomUUID()}@example.com`;
		const targetId = await newClient(place.key, { email: target });
		const id = await book();
		const { begun, goOn } = service.pause();
		const move = patch(id, { start_at: at("14:00") });
		await begun;
		await merge(targetId, clientId);
		service.fault = "E_DOWN";
		goOn();
		expect(await move).toBe(false);
		service.fault = null;
		await later();
		expect(subjects(target)).toEqual([moved]);
		expect(await waitingMails(place.id)).toEqual([]);
	});

	it("with a manage link that has ended is not sent, also where the client has the appointment again", async () => {
		const form = contact();
		await bookInVain(form);
		const [{ id, client_id }] = (await call(200, "/v1/appointments", { key: place.key })).body.data;
		await patch(id, { client_id: clientId });
		await patch(id, { client_id });
		await later();
		expect(subjects(form.email)).toEqual([]);
		expect(await waitingMails(place.id)).toEqual([]);
	});

	it("tells of one cancellation where it was cancelled, revived and cancelled before the first mail left", async () => {
		const id = await book();
		await cancel(id);
		await tryInVain();
		await patch(id, { status: "SCHEDULED" });
		await cancel(id);
		await Promise.all([later(), later()]);
		await later();
		expect(subjects()).toEqual([gone]);
		expect(await waitingMails(place.id)).toEqual([]);
	});
});

describe("a reminder that waited", () => {
	const start = () => Math.ceil(Date.parse(advance(1)) / hourMs) * hourMs + 96 * hourMs;
	const iso = (ms: number): string => new Date(ms).toISOString();
	const until = (ms: number) => advance(Math.ceil((ms - Date.parse(advance(0))) / 1000));
	beforeEach(async () => {
		await patchType(place, { reminder_hours: [24] });
		const day = { start: "00:00", end: "24:00" };
		await setHours(
			place.artistId,
			everyDay.map(({ weekday }) => ({ weekday, ...day })),
		);
	});

	it("does not say “is coming up” of an appointment that was moved ahead, and the next one comes in its time", async () => {
		const begin = start();
		const id = await book({ start_at: iso(begin) });
		until(begin - 24 * hourMs + 1000);
		await tryInVain();
		expect(await waitingMails(place.id)).toHaveLength(1);
		const next = begin + 72 * hourMs;
		await patch(id, { start_at: iso(next) });
		await later();
		expect(subjects()).toEqual([moved]);
		until(next - 24 * hourMs + 1000);
		await scheduledWork();
		expect(subjects()).toEqual([moved, "Your appointment at Black Lotus is coming up"]);
	});

	it("of the time before does not stand in the way of that of the present time", async () => {
		const begin = start();
		const id = await book({ start_at: iso(begin) });
		until(begin - 24 * hourMs + 1000);
		await tryInVain();
		const next = begin + 2 * hourMs;
		await patch(id, { start_at: iso(next) });
		until(next - 24 * hourMs + 1000);
		await scheduledWork();
		expect(subjects()).toEqual([moved, "Your appointment at Black Lotus is coming up"]);
	});
});

describe("the mail that declines a request", () => {
	let form: ReturnType<typeof contact>;
	let leadId: string;
	let asked: string;
	beforeEach(async () => {
		await patchType(place, { requires_approval: true });
		form = contact();
		await new Visitor().book(place, at("10:00"), form);
		const [lead] = (await call(200, "/v1/leads", { key: place.key })).body.data;
		[leadId, asked] = [lead.id, lead.client_id];
	});
	const decide = (verb: "confirm" | "decline") =>
		call(200, `/v1/leads/${leadId}/${verb}`, { key: place.key, method: "POST", body: {} });
	const reopen = () => call(200, `/v1/leads/${leadId}`, { key: place.key, method: "PATCH", body: { stage: "NEW" } });

	it("reaches the client who was merged first", async () => {
		const target = `${crypto.randomUUID()}@example.com`;
		await decide("decline");
		await merge(await newClient(place.key, { email: target }), asked);
		await later();
		expect(subjects(target)).toEqual(["Your request to Black Lotus"]);
	});

	it("is not sent where the studio has confirmed the request since", async () => {
		await decide("decline");
		await tryInVain();
		await reopen();
		await decide("confirm");
		await later();
		expect(subjects(form.email)).toEqual(["Your appointment at Black Lotus is booked"]);
		expect(await waitingMails(place.id)).toEqual([]);
	});

	it("is not sent while the studio thinks again, and once where it declines again", async () => {
		await decide("decline");
		await tryInVain();
		await reopen();
		await decide("decline");
		await Promise.all([later(), later()]);
		expect(subjects(form.email)).toEqual(["Your request to Black Lotus"]);
		expect(await waitingMails(place.id)).toEqual([]);
	});

	it("is sent where the lead is deleted at once", async () => {
		await decide("decline");
		await call(200, `/v1/leads/${leadId}`, { key: place.key, method: "DELETE" });
		await mailsTo(service, place.id, form.email);
		expect(subjects(form.email)).toEqual(["Your request to Black Lotus"]);
	});
});
