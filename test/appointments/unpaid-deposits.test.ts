import { beforeEach, describe, expect, it } from "vitest";
import { envWithFaults } from "../cross-database/faults.ts";
import { call, send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { overtaken } from "../support/database.ts";
import { entriesOn, eventsOf, typesOf } from "../support/history.ts";
import { MailService } from "../support/mail-service.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { at, newEventType, newStudio, type Studio } from "../support/studio.ts";
import { operate } from "../support/world.ts";

const mailService = new MailService();
const hours = 3600;
const terms = {
	deposit_required: true,
	deposit_amount: 10_000,
	currency: "EUR",
	deposit_due_hours: 48,
	deposit_unpaid: "CANCEL",
	deposit_instructions: "By transfer, with your name.",
	deposit_url: "https://pay.example.com/deposit",
};

let studio: Studio;
let email: string;
let id: string;
async function newBooking(given: object = {}): Promise<string> {
	const event_type_id = await newEventType(studio.id, studio.artistId, { ...terms, ...given });
	const body = { artist_id: studio.artistId, client_id: studio.clientId, event_type_id, start_at: at("12:00") };
	return (await call(201, "/v1/appointments", { key: studio.key, body })).body.id;
}
beforeEach(async () => {
	mailService.reset();
	email = `${crypto.randomUUID()}@example.com`;
	studio = await newStudio({ client: { email } });
	id = await newBooking();
});

const read = async (of = id) => (await call(200, `/v1/appointments/${of}`, { key: studio.key })).body;
const change = (body: object) => call(200, `/v1/appointments/${id}`, { key: studio.key, method: "PATCH", body });
const note = (body: object, status = 200) =>
	call(status, `/v1/appointments/${id}/deposit`, { key: studio.key, method: "PATCH", body });
const paid = { status: "HELD", method: "CASH" };
async function pass(seconds: number): Promise<void> {
	advance(seconds);
	await scheduledWork();
}
/** Other tests have left deposits, too. */
const mailsToClient = () => mailService.sent.filter(({ to }) => JSON.stringify(to).includes(email));
const subjects = (): string[] => mailsToClient().map(({ subject }) => subject);

describe("an appointment whose deposit is not paid", () => {
	it("reminds the client half-way, once, and is cancelled when the deposit is due, so that its time is free", async () => {
		await pass(23 * hours);
		expect(subjects()).toEqual([]);
		const before = await read();
		await pass(hours + 1);
		await pass(60);
		expect(subjects()).toEqual(["The deposit for your appointment at Black Lotus is due"]);
		const { text } = mailsToClient()[0];
		for (const words of ["€100", "By transfer, with your name.", terms.deposit_url]) expect(text).toContain(words);
		expect(await read()).toEqual(before);
		await pass(23 * hours);
		expect((await read()).status).toBe("SCHEDULED");
		await pass(hours);
		const cancelled = await read();
		expect(cancelled).toMatchObject({ status: "CANCELLED", cancellation_reason: "deposit_not_paid" });
		expect(cancelled.deposit.status).toBe("REQUESTED");
		expect(subjects().at(-1)).toBe("Your appointment at Black Lotus is cancelled");
		expect(subjects()).toHaveLength(2);
		const events = await eventsOf(studio.key, { appointmentId: id });
		expect(typesOf(events)).toEqual(["appointment.created", "appointment.cancelled"]);
		expect(events[1].actor).toEqual({ type: "system", id: null });
		expect((await entriesOn(studio.key, id)).at(-1)).toMatchObject({ actor: { type: "system" } });
		await note(paid, 409);
		await newBooking();
		await pass(60);
		expect(await read()).toEqual(cancelled);
	});

	it.each([
		["it is paid", () => note(paid)],
		["it is waived", () => note({ status: "WAIVED" })],
		["the appointment is completed", () => change({ status: "COMPLETED" })],
	])("is neither reminded nor cancelled once %s", async (_, act) => {
		await act();
		const before = await read();
		await pass(25 * hours);
		await pass(25 * hours);
		expect(subjects()).toEqual([]);
		expect(await read()).toEqual(before);
	});

	it("stays if the event type keeps it, and if a waived deposit is asked for again after its time", async () => {
		await change({ start_at: at("14:00") });
		const kept = await newBooking({ deposit_unpaid: "KEEP" });
		await note({ status: "WAIVED" });
		await pass(49 * hours);
		await note({ status: "REQUESTED" });
		await pass(60);
		for (const one of [id, kept]) expect((await read(one)).status).toBe("SCHEDULED");
	});

	it("goes by the terms of the booking, whatever becomes of the event type", async () => {
		const { event_type_id } = await read();
		await operate(200, `/admin/event_types/${event_type_id}`, { method: "PATCH", body: { deposit_unpaid: "KEEP" } });
		await change({ title: "A fern" });
		await pass(49 * hours);
		expect((await read()).status).toBe("CANCELLED");
	});

	const outcome = async () => {
		const { status, deposit } = await read();
		const types = typesOf(await eventsOf(studio.key, { appointmentId: id })).slice(1);
		return [status, deposit.status, types];
	};

	it("is cancelled where that commits while a payment is decided, which is then refused", async () => {
		advance(48 * hours);
		const headers = { Authorization: `Bearer ${studio.key}`, "Content-Type": "application/json" };
		const init = { method: "PATCH", headers, body: JSON.stringify(paid) };
		const { status } = await overtaken(() => scheduledWork(), `/v1/appointments/${id}/deposit`, init);
		expect(status).toBe(409);
		expect(await outcome()).toEqual(["CANCELLED", "REQUESTED", ["appointment.cancelled"]]);
	});

	it("is paid where that commits while the schedule has decided to cancel it, and stays", async () => {
		advance(48 * hours);
		let begun = false;
		const bindings = envWithFaults(async (_, run, sql) => {
			if (!begun && sql.some((one) => one.startsWith('update "appointments"'))) {
				begun = true;
				await note(paid);
			}
			return await run();
		});
		await scheduledWork(bindings);
		expect(begun).toBe(true);
		expect(await outcome()).toEqual([
			"SCHEDULED",
			"HELD",
			["appointment.updated", "payment.succeeded", "deposit.held"],
		]);
		await scheduledWork();
		expect((await read()).status).toBe("SCHEDULED");
	});

	it("is paid or cancelled where both happen at once, never both", async () => {
		for (let n = 0; n < 6; n++) {
			studio = await newStudio();
			id = await newBooking();
			advance(48 * hours);
			const payment = send(`/v1/appointments/${id}/deposit`, { key: studio.key, method: "PATCH", body: paid });
			const [answer] = await Promise.all([payment, scheduledWork()]);
			const { status, deposit } = await read();
			expect(`${answer.status} ${status} ${deposit.status}`).toMatch(/^(200 SCHEDULED HELD|409 CANCELLED REQUESTED)$/);
			const types = typesOf(await eventsOf(studio.key, { appointmentId: id }));
			expect(types.includes("deposit.held")).toBe(!types.includes("appointment.cancelled"));
		}
	});
});
