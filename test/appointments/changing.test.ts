import { env } from "cloudflare:workers";
import ICAL from "ical.js";
import { beforeEach, describe, expect, it } from "vitest";
import { clock } from "../../src/platform/lib/clock.ts";
import { call, send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { database } from "../support/database.ts";
import { MailService } from "../support/mail-service.ts";
import { at, newClient, newEventType, newStudio, type Studio } from "../support/studio.ts";
import { operate } from "../support/world.ts";

const mail = new MailService();
let studio: Studio;

beforeEach(async () => {
	mail.reset();
	studio = await newStudio();
});

const book = async (given: Record<string, unknown> = {}) => {
	advance(2);
	const body = {
		artist_id: studio.artistId,
		client_id: studio.clientId,
		event_type_id: studio.typeId,
		start_at: at("10:00"),
		...given,
	};
	return (await call(201, "/v1/appointments", { key: studio.key, body })).body;
};
const patch = (status: number, id: string, body: object, headers: Record<string, string> = {}) =>
	call(status, `/v1/appointments/${id}`, { key: studio.key, method: "PATCH", body, headers });
const events = async () => (await call(200, "/v1/events", { key: studio.key })).body.data;
const lastEvent = async () => (await events())[0];

describe("moving an appointment", () => {
	it("emits rescheduled with old and new times, mails the client, and says so", async () => {
		const { id } = await book();
		const { body } = await patch(200, id, { start_at: at("12:00"), end_at: at("13:30") });
		expect(body).toMatchObject({
			object: "appointment",
			client_notified: true,
			data: { id, start_at: at("12:00"), end_at: at("13:30") },
		});
		expect(await lastEvent()).toMatchObject({
			type: "appointment.rescheduled",
			data: {
				appointmentId: id,
				startDateTime: at("12:00"),
				endDateTime: at("13:30"),
				previousStartDateTime: at("10:00"),
				previousEndDateTime: at("11:00"),
				changes: {
					startDateTime: { old: at("10:00"), new: at("12:00") },
					endDateTime: { old: at("11:00"), new: at("13:30") },
				},
			},
		});
		expect(mail.sent).toHaveLength(1);
	});

	it("sends a calendar file with the same UID and a rising SEQUENCE each time", async () => {
		const { id } = await book({ title: "Sleeve" });
		await patch(200, id, { start_at: at("12:00"), end_at: at("13:00") });
		await patch(200, id, { start_at: at("14:00"), end_at: at("15:00") });
		const files = mail.sent.map(({ attachments }) => {
			const text = new TextDecoder().decode(attachments[0].content);
			const calendar = new ICAL.Component(ICAL.parse(text));
			const event = new ICAL.Event(calendar.getFirstSubcomponent("vevent") ?? undefined);
			return {
				method: calendar.getFirstPropertyValue("method"),
				uid: event.uid,
				sequence: event.sequence,
				start: event.startDate.toJSDate().toISOString(),
			};
		});
		expect(files.map(({ method }) => method)).toEqual(["REQUEST", "REQUEST"]);
		expect(files[0]?.uid).toContain(id);
		expect(files[1]?.uid).toBe(files[0]?.uid);
		expect(files[1]?.sequence).toBeGreaterThan(files[0]?.sequence ?? 0);
		expect(files.map(({ start }) => start)).toEqual([at("12:00"), at("14:00")]);
		expect(mail.sent[0].text).toContain("Europe/Berlin");
	});

	it("start_at alone moves it and keeps its length; end_at alone changes the length", async () => {
		const { id } = await book({ end_at: at("11:30") });
		expect((await patch(200, id, { start_at: at("12:00") })).body.data).toMatchObject({
			start_at: at("12:00"),
			end_at: at("13:30"),
		});
		expect((await patch(200, id, { end_at: at("14:00") })).body.data).toMatchObject({
			start_at: at("12:00"),
			end_at: at("14:00"),
		});
	});

	it("start_at alone is checked up to the end that the length gives", async () => {
		const { id } = await book();
		await book({ start_at: at("13:00") });
		expect((await patch(409, id, { start_at: at("12:30") })).body.failures[0].code).toBe("appointment_conflict");
	});

	it("refuses an end that is not after the start", async () => {
		const { id } = await book();
		expect((await patch(400, id, { start_at: at("11:00"), end_at: at("11:00") })).body.errors[0].path).toBe("end_at");
		expect((await patch(400, id, { end_at: at("10:00") })).body.errors[0].path).toBe("end_at");
	});

	it("refuses a time that the artist cannot take; its own old time does not stand in the way", async () => {
		const { id } = await book();
		await book({ start_at: at("13:00") });
		expect((await patch(409, id, { start_at: at("12:30"), end_at: at("13:30") })).body.failures[0].code).toBe(
			"appointment_conflict",
		);
		await patch(200, id, { start_at: at("10:30"), end_at: at("11:30") });
	});

	it("posting the present times back is a no-op: 200, no event, no mail, updated_at as it was", async () => {
		const before = await book();
		const count = (await events()).length;
		advance(5);
		const { body } = await patch(200, before.id, {
			start_at: before.start_at,
			end_at: before.end_at,
			status: "SCHEDULED",
		});
		expect(body).toEqual({ object: "appointment", data: before, client_notified: false });
		expect(await events()).toHaveLength(count);
		expect(mail.sent).toHaveLength(0);
	});

	it("unchanged times are not checked again, whatever stands in their way by now", async () => {
		const before = await book();
		await operate(201, `/admin/artists/${studio.artistId}/time_blocks`, {
			body: { start_at: at("09:00"), end_at: at("12:00") },
		});
		await patch(200, before.id, { start_at: before.start_at, notes: "x" });
	});

	it.each([["is_blocked"], ["do_not_contact"]])("does not write to a client marked %s", async (mark) => {
		const clientId = await newClient(studio.key, { [mark]: true });
		const { id } = await book({ client_id: clientId, allow_blocked: true });
		const move = { start_at: at("12:00"), end_at: at("13:00") };
		expect((await patch(200, id, move)).body.client_notified).toBe(false);
		expect(mail.sent).toHaveLength(0);
	});

	it("a mail that fails does not fail the move, and the answer says so, replayed too", async () => {
		mail.fault = "E_RATE_LIMIT_EXCEEDED";
		const { id } = await book();
		const move = { start_at: at("12:00"), end_at: at("13:00") };
		const first = await patch(200, id, move, { "Idempotency-Key": "move" });
		expect(first.body.client_notified).toBe(false);
		expect((await patch(200, id, move, { "Idempotency-Key": "move" })).text).toBe(first.text);
	});

	it("a replayed move sends no second mail and says what the first said", async () => {
		const { id } = await book();
		const move = { start_at: at("12:00"), end_at: at("13:00") };
		const first = await patch(200, id, move, { "Idempotency-Key": "move" });
		const again = await patch(200, id, move, { "Idempotency-Key": "move" });
		expect(first.body.client_notified).toBe(true);
		expect([again.text, again.headers.get("Idempotent-Replayed")]).toEqual([first.text, "true"]);
		expect(mail.sent).toHaveLength(1);
	});
});

describe("how many notices are sent", () => {
	const times = Array.from({ length: 20 }, (_, n) => `${n}`.padStart(2, "0"));
	const move = (id: string, time: string) =>
		send(`/v1/appointments/${id}`, { key: studio.key, method: "PATCH", body: { start_at: at(time) } });
	const bookAt = (time: string, given: object = {}) =>
		book({ event_type_id: undefined, start_at: at(`${time}:00`), end_at: at(`${time}:30`), ...given });

	it("20 moves at once mail one address 5 times; the others go through and say so", async () => {
		const ids = [];
		for (const time of times) ids.push((await bookAt(time)).id);
		const moved = await Promise.all(ids.map((id, n) => move(id, `${times[n]}:15`)));
		expect(moved.map(({ status }) => status)).toEqual(ids.map(() => 200));
		expect(moved.filter(({ body }) => body.client_notified)).toHaveLength(5);
		expect(mail.sent).toHaveLength(5);
		advance(3601);
		expect((await patch(200, ids[0], { start_at: at("00:20") })).body.client_notified).toBe(true);
	});

	it("an address has one count across studios, however its letters are written", async () => {
		const email = `${crypto.randomUUID()}@example.com`;
		const told: boolean[] = [];
		for (const address of [email, email.toUpperCase()]) {
			studio = await newStudio();
			const client_id = await newClient(studio.key, { email: address });
			const { id } = await bookAt("10", { client_id });
			for (const time of ["11", "12", "13"])
				told.push((await patch(200, id, { start_at: at(`${time}:00`) })).body.client_notified);
		}
		expect(told).toEqual([true, true, true, true, true, false]);
	});

	it("a tenant has 200 an hour, whoever they go to", async () => {
		const counters = env.COUNTERS.getByName(studio.id) as unknown as {
			takeHourly(name: string, limit: number): Promise<boolean>;
		};
		for (let n = 0; n < 199; n++) expect(await counters.takeHourly("mails", 200)).toBe(true);
		const { id } = await bookAt("10");
		expect((await patch(200, id, { start_at: at("11:00") })).body.client_notified).toBe(true);
		expect((await patch(200, id, { start_at: at("12:00") })).body.client_notified).toBe(false);
	});
});

describe("status", () => {
	const statuses = ["SCHEDULED", "COMPLETED", "CANCELLED", "NO_SHOW"] as const;
	const types = { COMPLETED: "completed", CANCELLED: "cancelled", NO_SHOW: "no_show" };

	it.each(["COMPLETED", "CANCELLED", "NO_SHOW"] as const)(
		"SCHEDULED becomes %s, with its event alone and no mail",
		async (status) => {
			const { id } = await book();
			const count = (await events()).length;
			const { body } = await patch(200, id, { status, start_at: at("03:00"), end_at: at("04:00") });
			expect(body).toMatchObject({ data: { status, start_at: at("03:00") }, client_notified: false });
			expect(body.data.cancelled_at === null).toBe(status !== "CANCELLED");
			expect(await events()).toHaveLength(count + 1);
			expect((await lastEvent()).type).toBe(`appointment.${types[status]}`);
			expect(mail.sent).toHaveLength(0);
		},
	);

	it.each(["CANCELLED", "NO_SHOW"] as const)("%s goes back to SCHEDULED", async (status) => {
		const { id } = await book();
		await patch(200, id, { status, cancellation_reason: "ill" });
		const { body } = await patch(200, id, { status: "SCHEDULED" });
		expect(body.data).toMatchObject({ status: "SCHEDULED", cancelled_at: null, cancellation_reason: null });
		expect((await lastEvent()).type).toBe("appointment.updated");
		expect(mail.sent).toHaveLength(0);
	});

	it("CANCELLED and NO_SHOW become each other, though the time is taken by now, with the event of the new status", async () => {
		const { id } = await book();
		await patch(200, id, { status: "CANCELLED", cancellation_reason: "ill" });
		await book();
		for (const [status, type] of [
			["NO_SHOW", "appointment.no_show"],
			["CANCELLED", "appointment.cancelled"],
		] as const) {
			const { body } = await patch(200, id, { status });
			expect(body).toMatchObject({ client_notified: false, data: { status, cancellation_reason: "ill" } });
			expect(body.data.cancelled_at === null).toBe(status === "NO_SHOW");
			const { type: told, data } = await lastEvent();
			expect([told, data.changes.status.new]).toEqual([type, status]);
		}
		expect(mail.sent).toHaveLength(0);
	});

	it.each(["CANCELLED", "NO_SHOW"] as const)("%s becomes COMPLETED once its start has passed", async (status) => {
		const inMinutes = (minutes: number) => new Date(clock.now() + minutes * 60_000).toISOString();
		const { id } = await book({ event_type_id: undefined, start_at: inMinutes(1), end_at: inMinutes(2) });
		await patch(200, id, { status });
		const early = (await patch(409, id, { status: "COMPLETED" })).body;
		expect([early.code, early.detail]).toEqual(["conflict", expect.stringContaining("has not begun")]);
		advance(61);
		const { body } = await patch(200, id, { status: "COMPLETED" });
		expect(body).toMatchObject({ client_notified: false, data: { status: "COMPLETED", cancelled_at: null } });
		expect((await lastEvent()).type).toBe("appointment.completed");
		for (const to of statuses.filter((other) => other !== "COMPLETED")) await patch(409, id, { status: to });
	});

	it("coming back is checked like a new booking, though the times are unchanged", async () => {
		const { id } = await book();
		await patch(200, id, { status: "CANCELLED" });
		const other = await book();
		expect((await patch(409, id, { status: "SCHEDULED" })).body.code).toBe("slot_unavailable");
		await patch(200, other.id, { status: "CANCELLED" });
		await patch(200, id, { status: "SCHEDULED" });
	});

	it("the database itself refuses a come-back that overlaps", async () => {
		const { id } = await book();
		await patch(200, id, { status: "CANCELLED" });
		await book();
		const revive = database.prepare("UPDATE appointments SET status = 'SCHEDULED' WHERE id = ?").bind(id).run();
		await expect(revive).rejects.toThrow("appointment_conflict");
	});

	it("COMPLETED is final for status and times; its other fields may change", async () => {
		const { id } = await book();
		await patch(200, id, { status: "COMPLETED" });
		await patch(409, id, { status: "SCHEDULED" });
		await patch(409, id, { start_at: at("12:00"), end_at: at("13:00") });
		expect((await patch(200, id, { notes: "healed well" })).body.data.notes).toBe("healed well");
	});

	it("the times of a cancelled appointment are taken unchecked and without mail", async () => {
		const { id } = await book();
		await patch(200, id, { status: "CANCELLED" });
		const { body } = await patch(200, id, { start_at: at("02:00"), end_at: at("03:00") });
		expect(body).toMatchObject({ data: { start_at: at("02:00") }, client_notified: false });
		expect((await lastEvent()).type).toBe("appointment.updated");
	});

	it("a cancelled appointment frees its time, and counts to no cap", async () => {
		const { id } = await book();
		await patch(200, id, { status: "NO_SHOW" });
		await book();
	});
});

describe("other edits", () => {
	it("emit updated with what changed, and no mail", async () => {
		const { id } = await book();
		const { body } = await patch(200, id, { title: "New", price_amount: 100, currency: "EUR", metadata: { a: "1" } });
		expect(body.client_notified).toBe(false);
		expect(await lastEvent()).toMatchObject({
			type: "appointment.updated",
			data: {
				changes: {
					title: { old: null, new: "New" },
					priceAmount: { old: null, new: 100 },
					metadata: { old: {}, new: { a: "1" } },
				},
			},
		});
		expect(mail.sent).toHaveLength(0);
	});

	it("a type of another artist is refused; null takes the type away", async () => {
		const { id } = await book();
		const other = await newStudio();
		expect((await patch(400, id, { event_type_id: other.typeId })).body.errors[0].path).toBe("event_type_id");
		const type = await newEventType(studio.id, studio.artistId);
		expect((await patch(200, id, { event_type_id: type })).body.data.event_type_id).toBe(type);
		expect((await patch(200, id, { event_type_id: null })).body.data.event_type_id).toBeNull();
	});

	it("a type is a new placement: it is refused where its rules are not met, and sends no mail where they are", async () => {
		const { id } = await book({ event_type_id: undefined, start_at: at("03:00"), end_at: at("04:00") });
		const night = await patch(409, id, { event_type_id: studio.typeId });
		expect(night.body).toMatchObject({ code: "slot_unavailable", failures: [{ code: "outside_working_hours" }] });
		const day = await book();
		await book({ start_at: at("11:00") });
		const wide = await newEventType(studio.id, studio.artistId, { buffer_after_minutes: 30 });
		expect((await patch(409, day.id, { event_type_id: wide })).body.failures[0].code).toBe("appointment_conflict");
		const same = await newEventType(studio.id, studio.artistId);
		const { body } = await patch(200, day.id, { event_type_id: same });
		expect(body).toMatchObject({ client_notified: false, data: { event_type_id: same, start_at: at("10:00") } });
		expect((await lastEvent()).type).toBe("appointment.updated");
		expect(mail.sent).toHaveLength(0);
	});

	it("a type that is taken away, or set on an appointment that is cancelled, is not checked", async () => {
		const { id } = await book();
		await operate(201, `/admin/artists/${studio.artistId}/time_blocks`, {
			body: { start_at: at("09:00"), end_at: at("12:00") },
		});
		await patch(200, id, { event_type_id: null });
		await patch(409, id, { event_type_id: studio.typeId });
		await patch(200, id, { event_type_id: studio.typeId, status: "CANCELLED" });
	});

	it("the database itself refuses a type whose buffers reach a neighbour, or that is above the daily cap", async () => {
		const { id } = await book({ event_type_id: undefined, end_at: at("11:00") });
		await book({ start_at: at("11:00") });
		const retype = (afterMs: number) =>
			database
				.prepare("UPDATE appointments SET event_type_id = ?, buffer_after_ms = ? WHERE id = ?")
				.bind(studio.typeId, afterMs, id)
				.run();
		await expect(retype(60_000)).rejects.toThrow("appointment_conflict");
		await call(200, `/v1/artists/${studio.artistId}`, {
			key: studio.key,
			method: "PATCH",
			body: { max_appointments_per_day: 1 },
		});
		await expect(retype(0)).rejects.toThrow("max_appointments_per_day");
	});

	it("of a type with buffers and a booking within them that race, one wins", async () => {
		const { id } = await book({ event_type_id: undefined, end_at: at("11:00") });
		const wide = await newEventType(studio.id, studio.artistId, { buffer_after_minutes: 60 });
		const body = { artist_id: studio.artistId, client_id: studio.clientId, event_type_id: studio.typeId };
		const [retyped, booked] = await Promise.all([
			send(`/v1/appointments/${id}`, { key: studio.key, method: "PATCH", body: { event_type_id: wide } }),
			send("/v1/appointments", { key: studio.key, body: { ...body, start_at: at("11:30") } }),
		]);
		const lost = [retyped, booked].filter(({ status }) => status === 409);
		expect(lost.map(({ body: { code } }) => code)).toEqual(["slot_unavailable"]);
	});

	it("racing edits: each is 200 or 409, and the events chain from the first state to the last", async () => {
		const { id } = await book({ title: "0" });
		const answers = await Promise.all(
			Array.from({ length: 12 }, (_, n) =>
				send(`/v1/appointments/${id}`, { key: studio.key, method: "PATCH", body: { title: `${n + 1}` } }),
			),
		);
		for (const { status, body } of answers) expect(status === 200 || body.code === "conflict").toBe(true);
		const changes = (await events()).filter(({ type }: { type: string }) => type === "appointment.updated").reverse();
		expect(changes).toHaveLength(answers.filter(({ status }) => status === 200).length);
		let title = "0";
		for (const { data } of changes) {
			expect(data.changes.title.old).toBe(title);
			title = data.changes.title.new;
		}
		expect((await call(200, `/v1/appointments/${id}`, { key: studio.key })).body.title).toBe(title);
	});

	it("merging clients takes the appointments along", async () => {
		const { id } = await book();
		const target = await newClient(studio.key);
		await call(200, `/v1/clients/${target}/merge`, { key: studio.key, body: { source_id: studio.clientId } });
		expect((await call(200, `/v1/appointments/${id}`, { key: studio.key })).body.client_id).toBe(target);
	});
});

describe("cancellation fees", () => {
	const charge = (status: number, id: string) =>
		operate(status, `/admin/appointments/${id}/cancellation_fee`, { body: { amount: 5000, currency: "EUR" } });
	const refund = (status: number, id: string) =>
		operate(status, `/admin/appointments/${id}/cancellation_fee/refund`, { method: "POST" });

	it("are charged on cancelled appointments and no-shows only, once, and refunded once", async () => {
		const { id } = await book();
		await charge(409, id);
		await patch(200, id, { status: "NO_SHOW" });
		await refund(409, id);
		expect((await charge(201, id)).body).toMatchObject({
			object: "cancellation_fee",
			status: "CHARGED",
			amount: 5000,
			currency: "EUR",
		});
		await charge(409, id);
		expect((await refund(200, id)).body).toMatchObject({
			object: "cancellation_fee",
			status: "REFUNDED",
			amount: 5000,
		});
		await refund(409, id);
	});

	it("keep an appointment cancelled or a no-show until they are refunded, and stay when one becomes the other", async () => {
		const { id } = await book();
		await patch(200, id, { status: "CANCELLED" });
		await charge(201, id);
		const refused = (await patch(409, id, { status: "SCHEDULED" })).body;
		expect(refused).toMatchObject({ code: "conflict", detail: "A cancellation fee is charged. Refund it first." });
		const { body } = await patch(200, id, { status: "NO_SHOW" });
		expect(body.data.cancellation_fee).toMatchObject({ status: "CHARGED", amount: 5000 });
		await patch(200, id, { notes: "still editable", status: "NO_SHOW" });
		expect((await patch(409, id, { status: "SCHEDULED" })).body).toEqual({
			...refused,
			request_id: expect.any(String),
		});
		await refund(200, id);
		await patch(200, id, { status: "SCHEDULED" });
	});

	it("are named as the reason only where their refund is enough", async () => {
		const detailOf = async (status: string) => (await patch(409, id, { status })).body;
		const { id } = await book();
		await patch(200, id, { status: "CANCELLED" });
		await charge(201, id);
		const early = await detailOf("COMPLETED");
		expect([early.code, early.detail]).toEqual(["conflict", expect.stringContaining("has not begun")]);
		expect(early.detail).not.toContain("efund");
		const other = await book();
		const taken = await detailOf("SCHEDULED");
		expect(taken.code).toBe("conflict");
		expect(taken.detail).toContain("A refund would not be enough");
		expect(taken.detail).toContain("The artist has another appointment from 2027-03-02 11:00");
		await patch(200, other.id, { status: "CANCELLED" });
		await call(200, `/v1/clients/${studio.clientId}`, { key: studio.key, method: "DELETE" });
		expect((await detailOf("SCHEDULED")).detail).toBe("The client of the appointment was deleted.");
	});

	it("keep a past appointment from becoming COMPLETED until they are refunded", async () => {
		const yesterday = (hours: number) => new Date(clock.now() - 86_400_000 + hours * 3_600_000).toISOString();
		const { id } = await book({ event_type_id: undefined, start_at: yesterday(0), end_at: yesterday(1) });
		await patch(200, id, { status: "NO_SHOW" });
		await charge(201, id);
		expect((await patch(409, id, { status: "COMPLETED" })).body).toMatchObject({
			code: "conflict",
			detail: "A cancellation fee is charged. Refund it first.",
		});
		await refund(200, id);
		await patch(200, id, { status: "COMPLETED" });
	});
});

describe("what was agreed", () => {
	it("stays when the event type's buffers change: an edit of the notes keeps nobody further away", async () => {
		const { id } = await book();
		const type = `/admin/event_types/${studio.typeId}`;
		await operate(200, type, { method: "PATCH", body: { buffer_after_minutes: 120 } });
		await patch(200, id, { notes: "x" });
		await operate(200, type, { method: "PATCH", body: { buffer_after_minutes: 0 } });
		await book({ start_at: at("11:00") });
	});

	it("holds in the artist's zone once they have moved and the appointment with them", async () => {
		const { id } = await book();
		await call(200, `/v1/artists/${studio.artistId}`, {
			key: studio.key,
			method: "PATCH",
			body: { timezone: "Europe/London" },
		});
		expect((await call(200, `/v1/appointments/${id}`, { key: studio.key })).body.timezone).toBe("Europe/Berlin");
		expect((await patch(200, id, { start_at: at("12:00"), end_at: at("13:00") })).body.data.timezone).toBe(
			"Europe/London",
		);
		expect(mail.sent[0].text).toContain("Europe/London");
	});

	it("is in the artist's zone when it was last moved, cancelled or not; coming back alone leaves the zone", async () => {
		const moved = await book();
		const stays = await book({ start_at: at("13:00") });
		for (const { id } of [moved, stays]) await patch(200, id, { status: "CANCELLED" });
		const body = { timezone: "Europe/London" };
		await call(200, `/v1/artists/${studio.artistId}`, { key: studio.key, method: "PATCH", body });
		expect((await patch(200, moved.id, { start_at: at("12:00") })).body.data.timezone).toBe("Europe/London");
		expect((await patch(200, stays.id, { status: "SCHEDULED" })).body.data.timezone).toBe("Europe/Berlin");
		// The daily cap counts it to the day that the artist's other appointments then have.
		const dayOf = (id: string) =>
			database.prepare("SELECT day_start_at FROM appointments WHERE id = ?").bind(id).first("day_start_at");
		expect(await dayOf(stays.id)).toBe(await dayOf((await book({ start_at: at("16:00") })).id));
	});

	it("is checked like a new booking when it comes back: an artist who is a desk by now takes consultations only", async () => {
		const { id } = await book();
		await patch(200, id, { status: "CANCELLED" });
		await call(200, `/v1/artists/${studio.artistId}`, {
			key: studio.key,
			method: "PATCH",
			body: { is_consultation_desk: true },
		});
		expect((await patch(422, id, { status: "SCHEDULED" })).body.code).toBe("desk_consult_only");
	});
});

it.each(["", "ety_x", "\u0000"])(
	"event_type_id %j names no event type, or is no text, and is never taken for none",
	async (event_type_id) => {
		const { id } = await book();
		expect((await patch(400, id, { event_type_id })).body.errors[0].path).toBe("event_type_id");
		advance(2);
		const body = {
			artist_id: studio.artistId,
			client_id: studio.clientId,
			event_type_id,
			start_at: at("03:00"),
			end_at: at("04:00"),
		};
		expect((await call(400, "/v1/appointments", { key: studio.key, body })).body.errors[0].path).toBe("event_type_id");
	},
);
