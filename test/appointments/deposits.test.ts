import { beforeEach, describe, expect, it } from "vitest";
import { depositTransitions } from "../../src/domain/booking/deposits/transitions.ts";
import { catalogue } from "../../src/domain/events/catalogue/catalogue.ts";
import { depositStatuses } from "../../src/platform/db/tables/data/appointments.ts";
import { type Answer, type Call, call } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { entriesOn, eventsOf, typesOf } from "../support/history.ts";
import { at, everyDay, newClient, newEventType, newStudio, type Studio, setHours } from "../support/studio.ts";
import { operate } from "../support/world.ts";

const withDeposit = { deposit_required: true, deposit_amount: 10_000, currency: "EUR", deposit_due_hours: 48 };

let studio: Studio;
let typeId: string;
beforeEach(async () => {
	studio = await newStudio();
	typeId = await newEventType(studio.id, studio.artistId, withDeposit);
});

const book = (given: object = {}, status = 201): Promise<Answer> =>
	call(status, "/v1/appointments", {
		key: studio.key,
		body: {
			artist_id: studio.artistId,
			client_id: studio.clientId,
			event_type_id: typeId,
			start_at: at("12:00"),
			...given,
		},
	});
const bookedId = async (given: object = {}): Promise<string> => (await book(given)).body.id;
const change = (id: string, body: object, status = 200, options: Call = {}): Promise<Answer> =>
	call(status, `/v1/appointments/${id}`, { key: studio.key, method: "PATCH", body, ...options });
const note = (id: string, body: object, status = 200, options: Call = {}): Promise<Answer> =>
	call(status, `/v1/appointments/${id}/deposit`, { key: studio.key, method: "PATCH", body, ...options });
const depositOf = async (id: string) => (await call(200, `/v1/appointments/${id}`, { key: studio.key })).body.deposit;
const paid = { status: "HELD", method: "CASH" };
const eventsAfter = async (id: string) => (await eventsOf(studio.key, { appointmentId: id })).slice(1);

describe("the deposit of an appointment", () => {
	it("is asked for at the booking, and is null with other event types and without one", async () => {
		const { body } = await book();
		expect(body.deposit).toEqual({
			object: "deposit",
			id: expect.stringMatching(/^dep_[0-9a-f]{32}$/),
			status: "REQUESTED",
			amount: 10_000,
			currency: "EUR",
			method: null,
			held_at: null,
			released_at: null,
			note: null,
			due_at: new Date(Date.parse(body.created_at) + 48 * 3_600_000).toISOString(),
		});
		expect((await book({ event_type_id: studio.typeId, start_at: at("14:00") })).body.deposit).toBeNull();
		expect((await book({ event_type_id: null, start_at: at("16:00"), end_at: at("17:00") })).body.deposit).toBeNull();
	});

	it("is due at the start if the event type gives no hours, and never later", async () => {
		for (const deposit_due_hours of [null, 87_000]) {
			typeId = await newEventType(studio.id, studio.artistId, { ...withDeposit, deposit_due_hours });
			const { body } = await book({ start_at: at("12:00", deposit_due_hours ? "2027-03-03" : "2027-03-02") });
			expect(body.deposit.due_at).toBe(body.start_at);
		}
	});

	it.each([
		[{ deposit_amount: 30, price_amount: 45_000 }, {}, 13_500],
		[{ deposit_amount: 50, price_amount: 4501 }, {}, 2251],
		[{ deposit_amount: 50, price_amount: 4501 }, { price_amount: 99 }, 50],
		[{ deposit_amount: 1, price_amount: 49 }, {}, 0],
		[{ deposit_amount: 100, price_type: "HOURLY", price_amount: 12_000 }, { end_at: at("14:30") }, 30_000],
	])("of a percentage %o with %o is %d", async (type, given, amount) => {
		typeId = await newEventType(studio.id, studio.artistId, { ...withDeposit, deposit_type: "PERCENTAGE", ...type });
		expect((await book(given)).body.deposit).toMatchObject({ amount, currency: "EUR", note: null });
	});

	it("of a percentage without a price is null with a note, until the studio sets it once", async () => {
		const terms = { ...withDeposit, deposit_type: "PERCENTAGE", deposit_amount: 30 };
		typeId = await newEventType(studio.id, studio.artistId, terms);
		const { body } = await book();
		expect(body.deposit).toMatchObject({ amount: null, note: expect.stringContaining("30 %") });
		await note(body.id, paid, 400);
		expect((await note(body.id, { amount: 9000 })).body).toMatchObject({ amount: 9000, currency: "EUR" });
		await note(body.id, { amount: 9000 });
		await note(body.id, { amount: 8000 }, 400);
		expect((await note(body.id, paid)).body).toMatchObject({ status: "HELD", amount: 9000 });
	});

	it("keeps the terms of the booking when the event type changes", async () => {
		const id = await bookedId();
		const before = await depositOf(id);
		const body = { deposit_amount: 5000, deposit_due_hours: 1, deposit_required: false };
		await operate(200, `/admin/event_types/${typeId}`, { method: "PATCH", body });
		await change(id, { title: "A fern" });
		expect(await depositOf(id)).toEqual(before);
	});

	it("follows another event type while nobody has paid or waived it", async () => {
		const id = await bookedId({ event_type_id: studio.typeId });
		const asked = (await change(id, { event_type_id: typeId })).body.data.deposit;
		expect(asked).toMatchObject({ status: "REQUESTED", amount: 10_000 });
		expect((await change(id, { event_type_id: studio.typeId })).body.data.deposit).toBeNull();
		await change(id, { event_type_id: typeId });
		await note(id, paid);
		expect((await change(id, { event_type_id: studio.typeId })).body.data.deposit).toMatchObject({ status: "HELD" });
	});
});

/** Brings a deposit from REQUESTED into a status. */
const waysTo: Record<string, object[]> = {
	REQUESTED: [],
	HELD: [paid],
	WAIVED: [{ status: "WAIVED" }],
	APPLIED: [paid, { status: "APPLIED" }],
	REFUNDING: [paid, { status: "REFUNDING" }],
	REFUNDED: [paid, { status: "REFUNDED" }],
	FORFEITED: [paid, { status: "FORFEITED" }],
};

describe("PATCH /v1/appointments/{id}/deposit", () => {
	it.each(depositStatuses)("makes of %s what the table of transitions says, and refuses all else", async (from) => {
		for (const [n, to] of depositStatuses.entries()) {
			const id = await bookedId({ start_at: at("12:00", `2027-03-${10 + n}`) });
			for (const step of waysTo[from] ?? []) await note(id, step);
			const before = await depositOf(id);
			const isPossible = depositTransitions.some((one) => one.from === from && one.to === to);
			const status = from === to || isPossible ? 200 : 409;
			const { body } = await note(id, to === "HELD" ? paid : { status: to }, status);
			if (status === 409) expect(body.code).toBe("conflict");
			else expect(body.status).toBe(to);
			if (status === 409 || from === to) expect(await depositOf(id)).toEqual(before);
		}
	});

	it("answers the deposit with the version of the appointment", async () => {
		const id = await bookedId();
		const { body, headers } = await note(id, { ...paid, note: "In an envelope" });
		expect(body).toMatchObject({
			object: "deposit",
			appointment_id: id,
			status: "HELD",
			method: "CASH",
			note: "In an envelope",
			held_at: body.updated_at,
		});
		const read = await call(200, `/v1/appointments/${id}`, { key: studio.key });
		expect(read.headers.get("ETag")).toBe(headers.get("ETag"));
		await note(id, { note: "a" }, 412, { headers: { "If-Match": '"1"' } });
		await note(id, { note: "b" }, 200, { headers: { "If-Match": headers.get("ETag") ?? "" } });
	});

	it("emits payment, deposit and appointment events in one change, which fit their schemas", async () => {
		const id = await bookedId();
		await note(id, paid);
		await note(id, { status: "REFUNDING" });
		await note(id, { status: "REFUNDED", note: "Ill" });
		const events = await eventsAfter(id);
		expect(typesOf(events)).toEqual([
			...["appointment.updated", "payment.succeeded", "deposit.held"],
			"appointment.updated",
			...["appointment.updated", "deposit.released", "payment.refunded"],
		]);
		const [, succeeded, held, , , released, refunded] = events.map(({ data }) => data);
		for (const { type, data } of events) catalogue[type as keyof typeof catalogue].data.parse(data);
		expect(succeeded).toMatchObject({ purpose: "DEPOSIT", method: "CASH", amount: 10_000, currency: "EUR" });
		expect(held).toMatchObject({ depositId: (await depositOf(id)).id, paymentId: succeeded.paymentId });
		expect(released).toMatchObject({ releaseReason: "REFUNDED", paymentId: succeeded.paymentId });
		expect(refunded).toMatchObject({ refundAmount: 10_000, totalRefundedAmount: 10_000, refundReason: "Ill" });
	});

	it("changes nothing when the status is there already", async () => {
		const id = await bookedId();
		await note(id, paid);
		const before = await depositOf(id);
		const events = await eventsAfter(id);
		await note(id, { status: "HELD", method: "CARD" });
		await note(id, {});
		expect(await depositOf(id)).toEqual(before);
		expect(await eventsAfter(id)).toEqual(events);
	});

	it.each([
		[{ status: "HELD" }, "method"],
		[{ status: "WAIVED", method: "CASH" }, "method"],
		[{ method: "CASH" }, "method"],
		[{ status: "HELD", method: "GOLD" }, "method"],
		[{ status: "LOST" }, "status"],
		[{ amount: 1 }, "amount"],
		[{ amount: -1 }, "amount"],
		[{ note: 7 }, "note"],
		[{ note: "x".repeat(1001) }, "note"],
	])("refuses %o at %s", async (body, path) => {
		const refused = await note(await bookedId(), body, 400);
		expect(refused.body.errors).toEqual([expect.objectContaining({ location: "body", path })]);
	});

	it("finds no deposit of an appointment without one, or of another studio's", async () => {
		const other = await newStudio();
		const id = await bookedId();
		await call(404, `/v1/appointments/${id}/deposit`, { key: other.key, method: "PATCH", body: paid });
		await note(await bookedId({ event_type_id: studio.typeId, start_at: at("14:00") }), paid, 404);
	});

	it("keeps nothing of a dry run, and does a repeated key once", async () => {
		const id = await bookedId();
		const dry = await note(id, paid, 200, { headers: { "Service-Dry-Run": "true" } });
		expect(dry.headers.get("Service-Dry-Run-Events")).toBe("appointment.updated,payment.succeeded,deposit.held");
		expect((await depositOf(id)).status).toBe("REQUESTED");
		const headers = { "Idempotency-Key": crypto.randomUUID() };
		const [first, second] = [await note(id, paid, 200, { headers }), await note(id, paid, 200, { headers })];
		expect(second.body).toEqual(first.body);
		expect(typesOf(await eventsAfter(id))).toHaveLength(3);
	});

	it("notes one of two payments that race", async () => {
		const id = await bookedId();
		const methods = ["CASH", "CARD", "BANK_TRANSFER", "OTHER"];
		await Promise.all(methods.map((method) => note(id, { status: "HELD", method })));
		expect(typesOf(await eventsAfter(id)).filter((type) => type === "payment.succeeded")).toHaveLength(1);
	});

	it("is audited with what was before and after", async () => {
		const id = await bookedId();
		await note(id, paid);
		const [, entry] = await entriesOn(studio.key, id);
		expect(entry).toMatchObject({ action: "appointment.deposit_updated", actor: { type: "api_key" } });
	});
});

describe("an appointment with a deposit", () => {
	it.each([
		[{ status: "COMPLETED" }, "APPLIED", ["appointment.completed", "deposit.released"]],
		[{ status: "CANCELLED" }, "REFUNDING", ["appointment.cancelled"]],
		[{ status: "CANCELLED", deposit_status: "FORFEITED" }, "FORFEITED", ["appointment.cancelled", "deposit.released"]],
		[{ status: "NO_SHOW" }, "FORFEITED", ["appointment.no_show", "deposit.released"]],
	])("that becomes %o makes a deposit that is HELD %s", async (body, status, types) => {
		const id = await bookedId();
		await note(id, paid);
		const { deposit } = (await change(id, body)).body.data;
		expect(deposit.status).toBe(status);
		expect(deposit.released_at === null).toBe(status === "REFUNDING");
		expect(typesOf((await eventsAfter(id)).slice(3))).toEqual(types);
		await change(id, body);
		expect(await eventsAfter(id)).toHaveLength(3 + types.length);
	});

	it.each(["COMPLETED", "CANCELLED", "NO_SHOW"])(
		"that becomes %s leaves a deposit that is REQUESTED, which cannot be paid any more",
		async (status) => {
			const id = await bookedId();
			expect((await change(id, { status })).body.data.deposit.status).toBe("REQUESTED");
			expect((await note(id, paid, 409)).body.code).toBe("conflict");
			await note(id, { status: "WAIVED" });
		},
	);

	it("whose end has passed takes no payment any more", async () => {
		const hours = everyDay.map(({ weekday }) => ({ weekday, start: "00:00", end: "24:00" }));
		await setHours(studio.artistId, hours);
		const id = await bookedId({ start_at: advance(0), end_at: advance(60) });
		advance(-1);
		await note(id, { note: "still" });
		advance(1);
		expect((await note(id, paid, 409)).body.code).toBe("conflict");
	});

	it("keeps it when it moves, and it is never due after the start", async () => {
		const id = await bookedId();
		await note(id, paid);
		const before = await depositOf(id);
		expect((await change(id, { start_at: at("15:00") })).body.data.deposit).toEqual(before);
		typeId = await newEventType(studio.id, studio.artistId, { ...withDeposit, deposit_due_hours: null });
		const other = await bookedId({ start_at: at("10:00") });
		expect((await change(other, { start_at: at("11:00") })).body.data.deposit.due_at).toBe(at("11:00"));
	});

	it("refuses to keep a deposit that nobody has paid, or without a cancellation", async () => {
		const id = await bookedId();
		await change(id, { status: "CANCELLED", deposit_status: "FORFEITED" }, 409);
		await note(id, paid);
		await change(id, { deposit_status: "FORFEITED" }, 400);
		await change(id, { status: "NO_SHOW", deposit_status: "FORFEITED" }, 400);
		await change(id, { status: "CANCELLED", deposit_status: "REFUNDED" }, 400);
		expect((await depositOf(id)).status).toBe("HELD");
	});

	it("that is revived keeps what became of its deposit, and takes a payment again", async () => {
		const id = await bookedId();
		await change(id, { status: "CANCELLED" });
		await change(id, { status: "SCHEDULED" });
		await note(id, paid);
		await change(id, { status: "CANCELLED" });
		expect((await change(id, { status: "SCHEDULED" })).body.data.deposit.status).toBe("REFUNDING");
		await note(id, { status: "REFUNDED" });
	});

	it("is not deleted while its deposit is owed to the client", async () => {
		const id = await bookedId();
		await note(id, paid);
		await change(id, { status: "CANCELLED" });
		await call(409, `/v1/appointments/${id}`, { key: studio.key, method: "DELETE" });
		await note(id, { status: "REFUNDED" });
		await call(200, `/v1/appointments/${id}`, { key: studio.key, method: "DELETE" });
	});

	it("of a client who is deleted is refunded, and of one who is merged stays as it is", async () => {
		const id = await bookedId();
		await note(id, paid);
		const target = await newClient(studio.key);
		const body = { source_id: studio.clientId };
		await call(200, `/v1/clients/${target}/merge`, { key: studio.key, method: "POST", body });
		expect((await depositOf(id)).status).toBe("HELD");
		await call(200, `/v1/clients/${target}`, { key: studio.key, method: "DELETE" });
		expect((await depositOf(id)).status).toBe("REFUNDING");
		const [cancelled] = (await eventsAfter(id)).slice(-1);
		expect(cancelled).toMatchObject({ type: "appointment.cancelled", data: { deposit: { status: "REFUNDING" } } });
		await note(id, { status: "REFUNDED" });
	});
});

describe("GET /v1/appointments?deposit_status=", () => {
	it("lists the appointments whose deposit is in that status", async () => {
		const requested = await bookedId();
		const held = await bookedId({ start_at: at("14:00") });
		await note(held, paid);
		await bookedId({ event_type_id: studio.typeId, start_at: at("16:00") });
		const list = async (query: string) =>
			(await call(200, `/v1/appointments?${query}`, { key: studio.key })).body.data.map(({ id }: { id: string }) => id);
		expect(await list("deposit_status=REQUESTED")).toEqual([requested]);
		expect(await list("deposit_status=HELD&status=SCHEDULED")).toEqual([held]);
		expect(await list(`deposit_status=HELD&artist_id=${studio.artistId}`)).toEqual([held]);
		expect(await list("deposit_status=FORFEITED")).toEqual([]);
		await call(400, "/v1/appointments?deposit_status=LOST", { key: studio.key });
	});
});

describe("an event of a deposit that another part of the product publishes", () => {
	const publish = (type: string, data: object, status: number) =>
		operate(status, `/admin/tenants/${studio.id}/events`, { body: { type, data } });

	it.each([
		["deposit.held", {}],
		["deposit.released", {}],
		["payment.succeeded", { purpose: "DEPOSIT" }],
		["payment.refunded", { purpose: "DEPOSIT" }],
	])("%s is refused for an appointment whose deposit the service keeps", async (type, data) => {
		const appointmentId = await bookedId();
		const { body } = await publish(type, { ...data, appointmentId }, 409);
		expect(body).toMatchObject({ code: "conflict", detail: expect.stringContaining("/deposit") });
		expect(await eventsAfter(appointmentId)).toEqual([]);
	});

	it("is taken for other appointments, and so is a payment for something else", async () => {
		const without = await bookedId({ event_type_id: studio.typeId });
		await publish("deposit.held", { appointmentId: without }, 201);
		await publish("deposit.held", { appointmentId: null }, 201);
		await publish("deposit.held", { appointmentId: { id: 7 } }, 201);
		const tracked = await bookedId({ start_at: at("14:00") });
		await publish("payment.succeeded", { appointmentId: tracked, purpose: "APPOINTMENT" }, 201);
		await publish("payment.failed", { appointmentId: tracked, purpose: "DEPOSIT" }, 201);
	});
});
