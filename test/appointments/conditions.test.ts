import { beforeEach, describe, expect, it } from "vitest";
import { proposedFee } from "../../src/domain/booking/appointments/proposed-fee.ts";
import { ageOn } from "../../src/platform/booking-rules/age.ts";
import { call } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { at, newClient, newEventType, newStudio, type Studio } from "../support/studio.ts";
import { operate } from "../support/world.ts";

let studio: Studio;
beforeEach(async () => {
	studio = await newStudio();
});

const book = (given: object, status = 201) =>
	call(status, "/v1/appointments", {
		key: studio.key,
		body: { artist_id: studio.artistId, client_id: studio.clientId, start_at: at("12:00"), ...given },
	});
const change = (id: string, body: object, status = 200) =>
	call(status, `/v1/appointments/${id}`, { key: studio.key, method: "PATCH", body });
const codesOf = ({ body }: Awaited<ReturnType<typeof book>>) => body.failures.map(({ code }: { code: string }) => code);

describe("requires_consent", () => {
	const newForm = async () => {
		const fields = [{ key: "ok", label: "Ok", type: "checkbox", required: true }];
		return (await call(201, "/v1/forms", { key: studio.key, body: { name: "Consent", kind: "CONSENT", fields } })).body
			.id;
	};
	const sign = (form: string, client_id: string) =>
		call(201, `/v1/forms/${form}/submissions`, {
			key: studio.key,
			body: { submission_data: { ok: true }, client_id, signature: "Ana", signer_name: "Ana" },
		});

	it("completes an appointment only after the client has signed the consent form of its event type", async () => {
		const form = await newForm();
		const type = { requires_consent: true, consent_form_id: form };
		const event_type_id = await newEventType(studio.id, studio.artistId, type);
		const { id } = (await book({ event_type_id })).body;
		const missing = await change(id, { status: "COMPLETED" }, 409);
		expect(missing.body.code).toBe("consent_missing");
		await sign(await newForm(), studio.clientId);
		await sign(form, await newClient(studio.key));
		await change(id, { status: "COMPLETED" }, 409);
		await change(id, { title: "Unfinished" });
		await sign(form, studio.clientId);
		expect((await change(id, { status: "COMPLETED" })).body.data.status).toBe("COMPLETED");
	});

	it("counts a consent of the year before the booking, and none that is older", async () => {
		const form = await newForm();
		const type = { requires_consent: true, consent_form_id: form };
		const event_type_id = await newEventType(studio.id, studio.artistId, type);
		await sign(form, studio.clientId);
		advance(364 * 86_400);
		const first = (await book({ event_type_id, start_at: "2028-06-01T10:00:00Z" })).body.id;
		advance(2 * 86_400);
		const second = (await book({ event_type_id, start_at: "2028-06-02T10:00:00Z" })).body.id;
		await change(first, { status: "COMPLETED" });
		await change(second, { status: "COMPLETED" }, 409);
	});

	it("needs a consent form", async () => {
		const body = { name: "T", slug: "t", kind: "TATTOO", duration_minutes: 60, artist_id: studio.artistId };
		const refused = await operate(400, `/admin/tenants/${studio.id}/event_types`, {
			body: { ...body, requires_consent: true },
		});
		expect(refused.body).toMatchObject({ code: "validation_error", errors: [{ path: "consent_form_id" }] });
	});
});

describe("min_age", () => {
	it("needs the date of birth and that age on the day of the appointment", async () => {
		const event_type_id = await newEventType(studio.id, studio.artistId, { min_age: 18 });
		expect(codesOf(await book({ event_type_id }, 409))).toEqual(["age_unknown"]);
		const young = await newClient(studio.key, { date_of_birth: "2009-03-03" });
		const refused = await book({ event_type_id, client_id: young }, 409);
		expect(codesOf(refused)).toEqual(["too_young"]);
		expect(refused.body.suggested_slots).toEqual([]);
		await book({ event_type_id: studio.typeId, client_id: young });
		const { id } = (await book({ event_type_id, client_id: young, start_at: at("12:00", "2027-03-03") })).body;
		expect(codesOf(await change(id, { start_at: at("14:00") }, 409))).toEqual(["too_young"]);
		expect(codesOf(await change(id, { client_id: studio.clientId }, 409))).toEqual(["age_unknown"]);
		await change(id, { start_at: at("14:00", "2027-03-04") });
	});

	it("binds an appointment that gets such an event type", async () => {
		const event_type_id = await newEventType(studio.id, studio.artistId, { min_age: 18 });
		const { id } = (await book({ event_type_id: studio.typeId })).body;
		expect(codesOf(await change(id, { event_type_id }, 409))).toEqual(["age_unknown"]);
	});

	it.each([
		["2008-03-02", "2026-03-01T22:59:59Z", 17],
		["2008-03-02", "2026-03-01T23:00:00Z", 18],
		["2008-02-29", "2026-02-28T12:00:00Z", 17],
		["2008-02-29", "2026-03-01T12:00:00Z", 18],
	])("is counted in the zone of the appointment: %s is %s %d", (birth, instant, age) => {
		expect(ageOn(birth, Date.parse(instant), "Europe/Berlin")).toBe(age);
	});
});

describe("allowed_placements", () => {
	it("are the only ones of an appointment, and without them any is taken", async () => {
		const allowed_placements = ["Forearm", "Calf"];
		const event_type_id = await newEventType(studio.id, studio.artistId, { allowed_placements });
		const refused = await book({ event_type_id, placement: "Neck" }, 400);
		expect(refused.body).toMatchObject({ code: "validation_error", errors: [{ path: "placement" }] });
		const { id, placement } = (await book({ event_type_id, placement: "Calf" })).body;
		expect(placement).toBe("Calf");
		await change(id, { placement: "Neck" }, 400);
		expect((await change(id, { placement: null })).body.data.placement).toBeNull();
		const free = (await book({ event_type_id: studio.typeId, start_at: at("14:00"), placement: "Neck" })).body;
		expect(free.placement).toBe("Neck");
		await change(free.id, { event_type_id }, 400);
	});
});

describe("the fee that a late cancellation proposes", () => {
	const details = { cancellation_window_hours: 48, cancellation_fee_type: "PERCENTAGE", cancellation_fee_amount: 50 };
	const hour = 3_600_000;
	const fee = (given: object, hoursBefore: number, row: object = {}) =>
		proposedFee(
			{ price_type: "FIXED", price_amount: 4501, currency: "EUR", ...details, ...given } as never,
			{ priceAmount: null, currency: null, startAt: 100 * hour, endAt: 102 * hour, ...row } as never,
			(100 - hoursBefore) * hour,
		);

	it("is that of the event type, once the window for free cancellations has passed", () => {
		expect(fee({}, 49)).toBeNull();
		expect(fee({}, 48)).toEqual({ amount: 2251, currency: "EUR" });
		expect(fee({}, 1, { priceAmount: 100, currency: "CHF" })).toEqual({ amount: 50, currency: "CHF" });
		expect(fee({ cancellation_fee_type: "FIXED", cancellation_fee_amount: 70 }, 1)).toEqual({
			amount: 70,
			currency: "EUR",
		});
		expect(fee({ cancellation_window_hours: null }, 1)).toBeNull();
		expect(fee({ cancellation_window_hours: null }, -1)).toEqual({ amount: 2251, currency: "EUR" });
		expect(fee({ price_amount: null }, 1)).toBeNull();
		expect(fee({ cancellation_fee_amount: null }, 1)).toBeNull();
	});
});
