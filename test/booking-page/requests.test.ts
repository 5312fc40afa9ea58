import { beforeEach, describe, expect, it } from "vitest";
import { book } from "../../src/domain/booking/bookings/book.ts";
import { confirmRequest, declineRequest } from "../../src/domain/booking/bookings/booking-requests.ts";
import { openBookingRequest } from "../../src/domain/clients/leads/booking-request.ts";
import { execute } from "../../src/platform/commit/execute.ts";
import { call } from "../support/api.ts";
import {
	appointmentsOf,
	type BookableStudio,
	contact,
	holdsOf,
	linkIn,
	mailsTo,
	newBookableStudio,
	patchType,
	studioCtx,
	Visitor,
} from "../support/booking-page.ts";
import { settledDatabase } from "../support/database.ts";
import { entriesOn, eventsOf, typesOf } from "../support/history.ts";
import { MailService } from "../support/mail-service.ts";
import { at, newClient } from "../support/studio.ts";

const service = new MailService();
let place: BookableStudio;
let email: string;
beforeEach(async () => {
	service.reset();
	place = await newBookableStudio({ type: { requires_approval: true, location: "Chair 2" } });
	email = `${crypto.randomUUID()}@example.com`;
});

async function ask(start = at("10:00"), of = email) {
	const visitor = new Visitor();
	const answer = await visitor.book(place, start, contact({ email: of }));
	expect(answer.status).toBe(303);
	const { text } = await visitor.get(answer.headers.get("Location") ?? "");
	expect(text).toContain("Your request is with the studio");
	return (await call(200, "/v1/leads", { key: place.key })).body.data[0];
}

const confirm = async (id: string) => {
	const { ctx, writer } = await studioCtx(place.id);
	return (await execute(writer, ctx, (ctx) => confirmRequest(ctx, id))).result;
};
const decline = async (id: string) => {
	const { ctx, writer } = await studioCtx(place.id);
	return (await execute(writer, ctx, (ctx) => declineRequest(ctx, id))).result;
};
const leadNow = async (id: string) => (await call(200, `/v1/leads/${id}`, { key: place.key })).body;

describe("a booking that the studio must confirm", () => {
	it("names a client who exists, also when another request merges theirs away while it is decided", async () => {
		const { client_id: source_id } = await ask();
		const target = await newClient(place.key);
		const { ctx, writer } = await studioCtx(place.id);
		let merged = false;
		await execute(writer, ctx, async (ctx) => {
			const change = await book(ctx, {
				artistId: place.artistId,
				eventTypeId: place.typeId,
				start: Date.parse(at("14:00")),
				visitor: undefined,
				language: "en",
				contact: { email, first_name: "Ana" },
				forms: [],
				requiresApproval: true,
			});
			if (!merged) await call(200, `/v1/clients/${target}/merge`, { key: place.key, body: { source_id } });
			merged = true;
			return change;
		});
		const leads = (await call(200, "/v1/leads", { key: place.key })).body.data;
		expect(leads).toHaveLength(2);
		for (const { client_id } of leads) await call(200, `/v1/clients/${client_id}`, { key: place.key });
	});

	it("becomes a lead that says what was asked for, and no appointment", async () => {
		const lead = await ask();
		expect(lead).toMatchObject({
			first_name: "Ana",
			last_name: "Lima",
			email,
			source: "BOOKING_PAGE",
			stage: "NEW",
			assigned_artist_id: place.artistId,
			metadata: {
				booking_artist_id: place.artistId,
				booking_event_type_id: place.typeId,
				booking_start_at: at("10:00"),
			},
		});
		const [client] = (await call(200, `/v1/clients?email=${email}`, { key: place.key })).body.data;
		expect(lead.client_id).toBe(client.id);
		expect(await appointmentsOf(place.id)).toEqual([]);
		expect(await holdsOf(place.id)).toEqual([]);
		expect(await mailsTo(service, place.id, email)).toEqual([]);
		expect(openBookingRequest(lead)).toEqual({
			artistId: place.artistId,
			eventTypeId: place.typeId,
			start: Date.parse(at("10:00")),
		});
	});

	it("cannot be asked for where the time is taken", async () => {
		const body = { artist_id: place.artistId, client_id: place.clientId, event_type_id: place.typeId };
		await call(201, "/v1/appointments", { key: place.key, body: { ...body, start_at: at("10:00") } });
		const refused = await new Visitor().details(place, at("10:30"), contact());
		expect(refused.status).toBe(409);
		expect(refused.text).toContain("Somebody else has just taken this time");
		expect((await call(200, "/v1/leads", { key: place.key })).body.data).toEqual([]);
	});
});

describe("the confirmation of a request", () => {
	it("books it, tells the client, and the lead is BOOKED, in one change", async () => {
		const { id, client_id } = await ask();
		const appointment = await confirm(id);
		expect(appointment).toMatchObject({
			client_id,
			artist_id: place.artistId,
			event_type_id: place.typeId,
			status: "SCHEDULED",
			start_at: at("10:00"),
			end_at: at("11:00"),
			location: "Chair 2",
		});
		const lead = await leadNow(id);
		expect(lead).toMatchObject({ stage: "BOOKED", converted_at: expect.any(String) });
		expect(lead.metadata.booking_appointment_id).toBe(appointment.id);
		expect(openBookingRequest(lead)).toBeUndefined();
		expect(typesOf(await eventsOf(place.key)).slice(-2)).toEqual(["lead.stage_changed", "appointment.created"]);
		expect(await entriesOn(place.key, id)).toMatchObject([{ action: "lead.created" }, { action: "lead.converted" }]);
		const [mail, ...more] = await mailsTo(service, place.id, email);
		expect(more).toEqual([]);
		expect(mail.subject).toBe("Your appointment at Black Lotus is booked");
		expect((await new Visitor().get(linkIn(mail))).status).toBe(200);
	});

	it("happens once: of two at once one is refused, and so is every later one", async () => {
		const { id } = await ask();
		const both = await Promise.allSettled([confirm(id), confirm(id)]);
		expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
		for (const again of [confirm(id), decline(id)])
			await expect(again).rejects.toMatchObject({ status: 409, code: "conflict" });
		expect(await appointmentsOf(place.id)).toHaveLength(1);
		expect(await mailsTo(service, place.id, email)).toHaveLength(1);
	});

	it("is refused with suggestions where the time was taken meanwhile, and leaves nothing", async () => {
		const { id } = await ask();
		const body = { artist_id: place.artistId, client_id: place.clientId, event_type_id: place.typeId };
		await call(201, "/v1/appointments", { key: place.key, body: { ...body, start_at: at("10:30") } });
		const before = await settledDatabase();
		await expect(confirm(id)).rejects.toMatchObject({
			status: 409,
			code: "slot_unavailable",
			extra: { failures: [{ code: "appointment_conflict" }], suggested_slots: [{}, {}, {}] },
		});
		expect(await settledDatabase()).toEqual(before);
		expect((await leadNow(id)).stage).toBe("NEW");
	});

	it("is not refused for the notice, which was kept when the client asked", async () => {
		const { id } = await ask();
		await patchType(place, { minimum_notice_minutes: 5_000_000, booking_window_days: 1 });
		expect(await confirm(id)).toMatchObject({ start_at: at("10:00") });
	});

	it("is a conflict once the time has come that was asked for", async () => {
		const { id } = await ask();
		const { ctx, writer } = await studioCtx(place.id);
		const late = { ...ctx, now: Date.parse(at("10:00")) };
		const confirmed = execute(writer, late, (ctx) => confirmRequest(ctx, id));
		await expect(confirmed).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining("has passed") });
		expect(await appointmentsOf(place.id)).toEqual([]);
	});

	it("is a conflict where the lead asks for nothing, or the client is gone, and 404 where there is no lead", async () => {
		const body = { first_name: "Bo" };
		const { body: plain } = await call(201, "/v1/leads", { key: place.key, body });
		await expect(confirm(plain.id)).rejects.toMatchObject({ status: 409, code: "conflict" });
		const { id, client_id } = await ask();
		await call(200, `/v1/clients/${client_id}`, { key: place.key, method: "DELETE" });
		await expect(confirm(id)).rejects.toMatchObject({ status: 409, code: "conflict" });
		await expect(confirm("led_none")).rejects.toMatchObject({ status: 404 });
		expect(await appointmentsOf(place.id)).toEqual([]);
	});
});

describe("the refusal of a request", () => {
	it("makes the lead LOST and tells the client, once", async () => {
		const { id } = await ask();
		expect(await decline(id)).toMatchObject({ stage: "LOST" });
		await expect(decline(id)).rejects.toMatchObject({ status: 409, code: "conflict" });
		await expect(confirm(id)).rejects.toMatchObject({ status: 409, code: "conflict" });
		const [mail, ...more] = await mailsTo(service, place.id, email);
		expect(more).toEqual([]);
		expect(mail.subject).toBe("Your request to Black Lotus");
		expect(mail.text).toContain("Tuesday, 2 March 2027, 11:00 (Europe/Berlin, GMT+1)");
		expect(mail.text).toContain("Nothing is booked.");
		expect(mail.replyTo).toEqual({ name: "Black Lotus", email: "owner@example.com" });
		expect(await appointmentsOf(place.id)).toEqual([]);
	});

	it("tells nobody who is not to be written to", async () => {
		const { id, client_id } = await ask();
		await call(200, `/v1/clients/${client_id}`, { key: place.key, method: "PATCH", body: { is_blocked: true } });
		await decline(id);
		expect(await mailsTo(service, place.id, email)).toEqual([]);
	});
});
