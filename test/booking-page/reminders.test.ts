import { beforeEach, describe, expect, it } from "vitest";
import { hourMs } from "../../src/platform/lib/time.ts";
import { call } from "../support/api.ts";
import {
	type BookableStudio,
	bookedLink,
	mailsTo,
	newBookableStudio,
	patchType,
	Visitor,
	waitingMails,
} from "../support/booking-page.ts";
import { advance } from "../support/clock.ts";
import { rows } from "../support/database.ts";
import { databaseOf } from "../support/local.ts";
import { MailService } from "../support/mail-service.ts";
import { dataDatabase } from "../support/moves.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { everyDay, setHours } from "../support/studio.ts";

const service = new MailService();
let place: BookableStudio;
let email: string;
/** Four days ahead, at a full hour, so that both reminders are still to come. */
let start: number;
beforeEach(async () => {
	service.reset();
	place = await newBookableStudio({
		type: { reminder_hours: [72, 24, 24], cancellation_policy: "Free until Monday." },
	});
	await setHours(
		place.artistId,
		everyDay.map(({ weekday }) => ({ weekday, start: "00:00", end: "24:00" })),
	);
	email = `${crypto.randomUUID()}@example.com`;
	start = Math.ceil(Date.parse(advance(1)) / hourMs) * hourMs + 96 * hourMs;
});

const iso = (ms: number): string => new Date(ms).toISOString();
const remindersOf = async (id: string) =>
	(await rows("SELECT at FROM reminders WHERE tenant_id = ? ORDER BY at", id)).map(({ at }) => Number(at));
const hoursBefore = async (of = start) =>
	(await remindersOf(place.id)).map((at) => (of - at) / hourMs).sort((a, b) => b - a);
const until = (ms: number) => advance(Math.ceil((ms - Date.parse(advance(0))) / 1000));
const reminded = async () =>
	(await mailsTo(service, place.id, email)).filter(({ subject }) => subject.endsWith("is coming up"));

const bookByApi = async (given: object = {}) => {
	const { body: client } = await call(201, "/v1/clients", { key: place.key, body: { email, first_name: "Ana" } });
	const body = {
		artist_id: place.artistId,
		client_id: client.id,
		event_type_id: place.typeId,
		start_at: iso(start),
		...given,
	};
	return (await call(201, "/v1/appointments", { key: place.key, body })).body;
};
const patch = (id: string, body: object) =>
	call(200, `/v1/appointments/${id}`, { key: place.key, method: "PATCH", body });

describe("the reminders of an appointment", () => {
	it("follow it when the client books, moves and cancels", async () => {
		const link = await bookedLink(service, place, iso(start), email);
		expect(await hoursBefore()).toEqual([72, 24]);
		await new Visitor().post(`${link}/move`, { email, start_at: iso(start + hourMs) });
		expect(await hoursBefore(start + hourMs)).toEqual([72, 24]);
		await new Visitor().post(`${link}/cancel`, { email });
		expect(await remindersOf(place.id)).toEqual([]);
	});

	it("follow it when a caller of the API books, moves, cancels, revives and retypes it", async () => {
		const { id } = await bookByApi();
		expect(await hoursBefore()).toEqual([72, 24]);
		await patch(id, { start_at: iso(start + 2 * hourMs) });
		expect(await hoursBefore(start + 2 * hourMs)).toEqual([72, 24]);
		await patch(id, { status: "CANCELLED" });
		expect(await remindersOf(place.id)).toEqual([]);
		await patch(id, { status: "SCHEDULED" });
		expect(await hoursBefore(start + 2 * hourMs)).toEqual([72, 24]);
		await patch(id, { event_type_id: null });
		expect(await remindersOf(place.id)).toEqual([]);
	});

	it("go with the client who is deleted", async () => {
		const { client_id } = await bookByApi();
		await call(200, `/v1/clients/${client_id}`, { key: place.key, method: "DELETE" });
		expect(await remindersOf(place.id)).toEqual([]);
	});

	it("follow the hours of the event type, also where these change after the booking", async () => {
		await bookByApi();
		await patchType(place, { reminder_hours: [48, 2] });
		expect(await hoursBefore()).toEqual([48, 2]);
		until(start - 24 * hourMs);
		await patchType(place, { reminder_hours: [48, 6], instructions: "Eat before." });
		expect(await hoursBefore()).toEqual([6]);
		await patchType(place, { instructions: "Sleep before." });
		expect(await hoursBefore()).toEqual([6]);
		await patchType(place, { reminder_hours: [] });
		expect(await remindersOf(place.id)).toEqual([]);
		await patchType(place, { reminder_hours: [3] });
		expect(await hoursBefore()).toEqual([3]);
	});

	it("are not those of an appointment that has ended, or of another event type", async () => {
		const { id } = await bookByApi();
		await patch(id, { status: "CANCELLED" });
		email = `${crypto.randomUUID()}@example.com`;
		const other = await bookByApi({ event_type_id: null, start_at: iso(start), end_at: iso(start + hourMs) });
		await patchType(place, { reminder_hours: [12] });
		expect(await remindersOf(place.id)).toEqual([]);
		await patch(other.id, { event_type_id: place.typeId });
		expect(await hoursBefore()).toEqual([12]);
	});

	it("that waited are not sent once the event type has none", async () => {
		service.fault = "E_DOWN";
		await bookByApi();
		until(start - 72 * hourMs + 1000);
		await scheduledWork();
		service.fault = null;
		await patchType(place, { reminder_hours: [] });
		advance(4000);
		expect(await reminded()).toEqual([]);
		expect(await waitingMails(place.id)).toEqual([]);
	});

	it("are those alone that are still ahead", async () => {
		await bookByApi({ start_at: iso(start - 48 * hourMs) });
		expect(await hoursBefore(start - 48 * hourMs)).toEqual([24]);
	});

	it("come 72 and 24 hours before, each once", async () => {
		await bookByApi();
		until(start - 72.5 * hourMs);
		await scheduledWork();
		expect(await reminded()).toEqual([]);
		until(start - 72 * hourMs + 1000);
		await scheduledWork();
		await scheduledWork();
		const [mail, ...more] = await reminded();
		expect(more).toEqual([]);
		expect(mail.text).toContain("This is a reminder of your appointment");
		expect(mail.text).toContain("\n\nIf you cannot come, please answer this mail.\nFree until Monday.\n\n");
		expect(mail.text.match(/If you cannot come/g)).toHaveLength(1);
		expect(mail.attachments).toBeUndefined();
		until(start - 24 * hourMs + 1000);
		await scheduledWork();
		expect(await reminded()).toHaveLength(2);
		until(start + hourMs);
		await scheduledWork();
		expect(await reminded()).toHaveLength(2);
		expect(await remindersOf(place.id)).toEqual([]);
	});

	it("are one mail where two are due at once after an outage of the schedule", async () => {
		await bookByApi();
		until(start - 20 * hourMs);
		await scheduledWork();
		expect(await reminded()).toHaveLength(1);
		expect(await remindersOf(place.id)).toEqual([]);
	});

	it("are one mail where the mail service takes the first no earlier than the second is due", async () => {
		service.fault = "E_DOWN";
		await bookByApi();
		until(start - 72 * hourMs + 1000);
		await scheduledWork();
		expect(await waitingMails(place.id)).toHaveLength(1);
		until(start - 24 * hourMs + 1000);
		await scheduledWork();
		expect(await waitingMails(place.id)).toHaveLength(1);
		service.fault = null;
		advance(4000);
		expect(await reminded()).toHaveLength(1);
	});

	it("never come after the start, neither from the schedule nor from the outbox", async () => {
		await bookByApi();
		until(start + 1000);
		await scheduledWork();
		expect(await reminded()).toEqual([]);
		expect(await remindersOf(place.id)).toEqual([]);
		start += 96 * hourMs;
		email = `${crypto.randomUUID()}@example.com`;
		await bookByApi();
		service.fault = "E_DOWN";
		until(start - 24 * hourMs + 1000);
		await scheduledWork();
		service.fault = null;
		until(start + 1000);
		expect(await reminded()).toEqual([]);
		expect(await waitingMails(place.id)).toEqual([]);
	});

	it("neither come twice nor get lost where a crash interrupts the schedule", async () => {
		await bookByApi();
		until(start - 72 * hourMs + 1000);
		const refuse = "CREATE TRIGGER crash BEFORE DELETE ON reminders BEGIN SELECT RAISE(ABORT, 'crash'); END";
		const data = dataDatabase(await databaseOf(place.id));
		await data.prepare(refuse).run();
		await scheduledWork().catch(() => {});
		expect(await reminded()).toEqual([]);
		await data.prepare("DROP TRIGGER crash").run();
		await Promise.all([scheduledWork(), scheduledWork()]);
		expect(await reminded()).toHaveLength(1);
		expect(await remindersOf(place.id)).toHaveLength(1);
	});

	it("do not go to a client who is not to be written to", async () => {
		const { client_id } = await bookByApi();
		await call(200, `/v1/clients/${client_id}`, { key: place.key, method: "PATCH", body: { do_not_contact: true } });
		until(start - 24 * hourMs + 1000);
		await scheduledWork();
		expect(await reminded()).toEqual([]);
		expect(await waitingMails(place.id)).toEqual([]);
	});
});
