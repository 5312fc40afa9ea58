import { beforeEach, describe, expect, it } from "vitest";
import { call } from "../support/api.ts";
import {
	appointmentsOf,
	type BookableStudio,
	bookedLink,
	newBookableStudio,
	patchType,
	Visitor,
} from "../support/booking-page.ts";
import { rows } from "../support/database.ts";
import { MailService } from "../support/mail-service.ts";
import { at, newClient } from "../support/studio.ts";

const mail = new MailService();
let place: BookableStudio;
let email: string;
let clientId: string;
beforeEach(async () => {
	mail.reset();
	place = await newBookableStudio();
	email = `${crypto.randomUUID()}@example.com`;
	clientId = await newClient(place.key, { email, is_blocked: true });
});

const booking = (given: object = {}) => ({
	artist_id: place.artistId,
	client_id: clientId,
	event_type_id: place.typeId,
	start_at: at("12:00"),
	...given,
});
const book = (status: number, given: object = {}) =>
	call(status, "/v1/appointments", { key: place.key, body: booking(given) });
const patch = (status: number, id: string, body: object) =>
	call(status, `/v1/appointments/${id}`, { key: place.key, method: "PATCH", body });
const block = (id: string, is_blocked: boolean) =>
	call(200, `/v1/clients/${id}`, { key: place.key, method: "PATCH", body: { is_blocked } });
const codes = ({ body }: { body: { failures: { code: string }[] } }) => body.failures.map(({ code }) => code);

describe("a client who is blocked", () => {
	it("is refused with client_blocked and without other times, beside what else is in the way, unless it is allowed", async () => {
		const refused = await book(409);
		expect([refused.body.code, codes(refused), refused.body.suggested_slots]).toEqual([
			"slot_unavailable",
			["client_blocked"],
			[],
		]);
		expect(codes(await book(409, { start_at: at("03:00") }))).toEqual(["outside_working_hours", "client_blocked"]);
		expect(codes(await book(409, { allow_blocked: false }))).toEqual(["client_blocked"]);
		expect((await book(201, { allow_blocked: true })).body.client_id).toBe(clientId);
		await book(400, { allow_blocked: "yes", start_at: at("14:00") });
	});

	it("is booked without an event type, where double-booking alone is checked", async () => {
		const untyped = { event_type_id: null, start_at: at("03:00"), end_at: at("04:00") };
		expect((await book(201, untyped)).body.client_id).toBe(clientId);
		expect(codes(await book(409, untyped))).toEqual(["appointment_conflict"]);
	});

	it("keeps what is booked: it moves, changes, comes back and becomes theirs like any other, without a mail", async () => {
		const { id } = (await book(201, { allow_blocked: true })).body;
		const moved = await patch(200, id, { start_at: at("14:00") });
		expect(moved.body).toMatchObject({ client_notified: false, data: { start_at: at("14:00") } });
		await patch(200, id, { notes: "x" });
		await patch(200, id, { status: "CANCELLED" });
		await patch(200, id, { status: "SCHEDULED" });
		await patch(200, id, { event_type_id: null });
		await patch(200, id, { event_type_id: place.typeId });
		const other = (await book(201, { client_id: place.clientId, start_at: at("16:00") })).body.id;
		expect((await patch(200, other, { client_id: clientId })).body.data.client_id).toBe(clientId);
		expect(codes(await patch(409, other, { start_at: at("14:30") }))).toEqual(["appointment_conflict"]);
		expect(mail.sent).toEqual([]);
	});

	it("may be taken out of an appointment, and be booked again when unblocked", async () => {
		const { id } = (await book(201, { allow_blocked: true })).body;
		await patch(200, id, { client_id: place.clientId, start_at: at("14:00") });
		await block(clientId, false);
		await book(201);
	});

	it("leaves allow_blocked out of what is stored: alone it changes nothing", async () => {
		const before = (await book(201, { allow_blocked: true })).body;
		expect("allow_blocked" in before).toBe(false);
		expect((await patch(200, before.id, { allow_blocked: true })).body.data).toEqual(before);
	});
});

describe("the booking page", () => {
	const neutral = "This cannot be booked online. Nothing is booked. Please ask the studio.";

	it.each([[false], [true]])("refuses them in neutral words (approval: %s)", async (requires_approval) => {
		await patchType(place, { requires_approval });
		const visitor = new Visitor();
		await visitor.hold(place, at("12:00"));
		const answer = await visitor.details(place, at("12:00"), { name: "Ana", email: email.toUpperCase() });
		expect([answer.status, answer.text.includes(neutral)]).toEqual([409, true]);
		expect(answer.text.toLowerCase()).not.toContain("blocked");
		expect(await appointmentsOf(place.id)).toEqual([]);
		expect(await rows("SELECT id FROM leads WHERE tenant_id = ?", place.id)).toEqual([]);
	});

	it("lets them see and cancel what they have, and not move it", async () => {
		const known = `${crypto.randomUUID()}@example.com`;
		const link = await bookedLink(mail, place, at("12:00"), known);
		const [{ client_id }] = (await call(200, "/v1/appointments", { key: place.key })).body.data;
		await block(client_id, true);
		const visitor = new Visitor();
		const page = await visitor.get(link);
		expect(page.text).toContain("This appointment cannot be moved here.");
		expect(page.text.toLowerCase()).not.toContain("blocked");
		const refused = await visitor.post(`${link}/move`, { email: known, start_at: at("14:00") });
		expect(refused.status).not.toBe(200);
		expect((await appointmentsOf(place.id))[0]?.start_at).toBe(Date.parse(at("12:00")));
		await visitor.post(`${link}/cancel`, { email: known });
		expect((await appointmentsOf(place.id))[0]?.status).toBe("CANCELLED");
	});
});
