import { beforeEach, describe, expect, it } from "vitest";
import { call, send } from "../support/api.ts";
import {
	appointmentsOf,
	type BookableStudio,
	contact,
	linkIn,
	mailsTo,
	newBookableStudio,
	Visitor,
} from "../support/booking-page.ts";
import { settledDatabase, wholeDatabase } from "../support/database.ts";
import { eventsOf, typesOf } from "../support/history.ts";
import { MailService } from "../support/mail-service.ts";
import { at } from "../support/studio.ts";
import { newKey } from "../support/world.ts";

const service = new MailService();
let place: BookableStudio;
let email: string;
beforeEach(async () => {
	service.reset();
	place = await newBookableStudio({ type: { requires_approval: true } });
	email = `${crypto.randomUUID()}@example.com`;
});

async function ask(start = at("10:00")) {
	expect((await new Visitor().book(place, start, contact({ email }))).status).toBe(303);
	return (await call(200, "/v1/leads", { key: place.key })).body.data[0];
}
const answer = (status: number, id: string, step: string, given: object = {}) =>
	call(status, `/v1/leads/${id}/${step}`, { key: place.key, method: "POST", ...given });
const patch = (status: number, id: string, body: object) =>
	call(status, `/v1/leads/${id}`, { key: place.key, method: "PATCH", body });
const leadNow = async (id: string) => (await call(200, `/v1/leads/${id}`, { key: place.key })).body;

describe("the studio answers a booking request through the API", () => {
	it("by confirming it: one change books the appointment and makes the lead BOOKED, and the client is told", async () => {
		const lead = await ask();
		const { body, headers } = await answer(200, lead.id, "confirm");
		const [appointment] = (await call(200, "/v1/appointments", { key: place.key })).body.data;
		expect(appointment).toMatchObject({ start_at: at("10:00"), client_id: lead.client_id, status: "SCHEDULED" });
		expect(body).toMatchObject({
			object: "lead",
			id: lead.id,
			stage: "BOOKED",
			converted_at: expect.any(String),
			metadata: { booking_appointment_id: appointment.id },
		});
		expect(await leadNow(lead.id)).toEqual(body);
		expect(headers.get("ETag")).toMatch(/^"\d+"$/);
		expect(typesOf(await eventsOf(place.key)).slice(-2)).toEqual(["lead.stage_changed", "appointment.created"]);
		const [mail] = await mailsTo(service, place.id, email);
		expect(mail.subject).toContain("is booked");
		expect((await new Visitor().get(linkIn(mail))).status).toBe(200);
	});

	it("by declining it: the lead is LOST, nothing is booked, and the client is told", async () => {
		const { id } = await ask();
		expect((await answer(200, id, "decline")).body).toMatchObject({ object: "lead", stage: "LOST" });
		expect((await mailsTo(service, place.id, email)).map(({ subject }) => subject)).toEqual([
			expect.stringMatching(/^Your request to/),
		]);
		expect(await appointmentsOf(place.id)).toEqual([]);
	});

	it("once: of ten answers at the same moment one is made, and a repeated key gets the same answer", async () => {
		const { id } = await ask();
		const steps = Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? "confirm" : "decline"));
		const answers = await Promise.all(
			steps.map((step) => send(`/v1/leads/${id}/${step}`, { key: place.key, method: "POST" })),
		);
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
		for (const { status, body } of answers) expect(status === 200 || body.code === "conflict").toBe(true);
		expect((await mailsTo(service, place.id, email)).length).toBe(1);
		const other = await ask(at("14:00"));
		const keyed = { headers: { "Idempotency-Key": "answer" } };
		const first = await answer(200, other.id, "confirm", keyed);
		expect((await answer(200, other.id, "confirm", keyed)).text).toBe(first.text);
	});

	it("and is refused for a time that is taken, past or of a client who is gone, and for a lead that asks for nothing", async () => {
		const { id } = await ask();
		const booking = { artist_id: place.artistId, client_id: place.clientId, event_type_id: place.typeId };
		const body = { ...booking, start_at: at("10:00") };
		await call(201, "/v1/appointments", { key: place.key, body });
		const refused = await answer(409, id, "confirm");
		expect(refused.body).toMatchObject({ code: "slot_unavailable", failures: [{ code: "appointment_conflict" }] });
		expect(refused.body.suggested_slots).toHaveLength(3);
		const plain = (await call(201, "/v1/leads", { key: place.key, body: { first_name: "Ana" } })).body;
		for (const step of ["confirm", "decline"]) expect((await answer(409, plain.id, step)).body.code).toBe("conflict");
		const { client_id } = await leadNow(id);
		await call(200, `/v1/clients/${client_id}`, { key: place.key, method: "DELETE" });
		expect((await answer(409, id, "confirm")).body.code).toBe("conflict");
		await answer(200, id, "decline");
	});

	it("of a client who was blocked meanwhile only where the body says so", async () => {
		const lead = await ask();
		const body = { is_blocked: true };
		await call(200, `/v1/clients/${lead.client_id}`, { key: place.key, method: "PATCH", body });
		expect((await answer(409, lead.id, "confirm")).body.failures[0].code).toBe("client_blocked");
		expect((await answer(200, lead.id, "confirm", { body: { allow_blocked: true } })).body.stage).toBe("BOOKED");
	});

	it("only with write:leads, at the version that it demands, and not in a dry run", async () => {
		const { id } = await ask();
		const { key } = await newKey(place.id, { scopes: ["read:leads", "write:appointments"] });
		for (const step of ["confirm", "decline"]) {
			const refused = await call(403, `/v1/leads/${id}/${step}`, { key, method: "POST" });
			expect(refused.body.required_scopes).toEqual(["write:leads"]);
			await answer(412, id, step, { headers: { "If-Match": '"9"' } });
		}
		const before = await settledDatabase();
		const dry = await answer(200, id, "confirm", { headers: { "Service-Dry-Run": "true" } });
		expect(dry.body.stage).toBe("BOOKED");
		expect(dry.headers.get("Service-Dry-Run-Events")).toBe("lead.stage_changed,appointment.created");
		expect(await wholeDatabase()).toEqual(before);
	});

	it("and a PATCH to BOOKED or LOST says which operation to use, as long as the request is open", async () => {
		const { id } = await ask();
		for (const [stage, step] of [
			["BOOKED", "confirm"],
			["LOST", "decline"],
		]) {
			const { body } = await patch(409, id, { stage });
			expect([body.code, body.detail.includes(`POST /v1/leads/{lead_id}/${step}`)]).toEqual(["conflict", true]);
		}
		expect((await patch(200, id, { stage: "QUALIFIED", message: "x" })).body.stage).toBe("QUALIFIED");
		await answer(200, id, "decline");
		expect((await patch(200, id, { stage: "BOOKED" })).body.stage).toBe("BOOKED");
	});

	it("and no conversion, which would leave the client without an appointment and without a mail", async () => {
		const lead = await ask();
		const { body } = await answer(409, lead.id, "convert");
		expect([body.code, body.detail.includes("POST /v1/leads/{lead_id}/confirm")]).toEqual(["conflict", true]);
		expect(await leadNow(lead.id)).toEqual(lead);
		await answer(200, lead.id, "confirm");
		expect((await answer(200, lead.id, "convert")).body.stage).toBe("BOOKED");
		const declined = await ask(at("14:00"));
		await answer(200, declined.id, "decline");
		expect((await answer(200, declined.id, "convert")).body.stage).toBe("BOOKED");
	});
});
