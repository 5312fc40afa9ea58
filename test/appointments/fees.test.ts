import { beforeEach, describe, expect, it } from "vitest";
import { type Call, call, send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { expectProblem } from "../support/expect.ts";
import { actionsOn, eventsOf, typesOf } from "../support/history.ts";
import { at, newStudio, type Studio } from "../support/studio.ts";
import { newKey, operate } from "../support/world.ts";

let studio: Studio;
let id: string;
let path: string;
beforeEach(async () => {
	studio = await newStudio();
	const booking = { artist_id: studio.artistId, client_id: studio.clientId, event_type_id: studio.typeId };
	const body = { ...booking, start_at: at("12:00") };
	id = (await call(201, "/v1/appointments", { key: studio.key, body })).body.id;
	path = `/v1/appointments/${id}/cancellation_fee`;
});

const fee = { amount: 5000, currency: "EUR" };
const charge = (status: number, body: object = fee, options: Call = {}) =>
	call(status, path, { key: studio.key, body, ...options });
const refund = (status: number, options: Call = {}) =>
	call(status, `${path}/refund`, { key: studio.key, method: "POST", ...options });
const end = (status = "CANCELLED") =>
	call(200, `/v1/appointments/${id}`, { key: studio.key, method: "PATCH", body: { status } });

describe("a cancellation fee through the API", () => {
	it("is charged once on what is cancelled, read at its address, and refunded once, like the operator's", async () => {
		expect((await charge(409)).body.code).toBe("conflict");
		expectProblem(await call(404, path, { key: studio.key }), path, "resource_not_found");
		await end("NO_SHOW");
		const { body, headers } = await charge(201);
		expect(body).toEqual({
			object: "cancellation_fee",
			appointment_id: id,
			status: "CHARGED",
			...fee,
			refunded_at: null,
			charged_at: body.created_at,
			created_at: expect.any(String),
			updated_at: body.created_at,
		});
		expect(headers.get("Location")).toBe(path);
		expect((await call(200, path, { key: studio.key })).body).toEqual(body);
		expect((await charge(409)).body.code).toBe("conflict");
		await operate(409, path.replace("/v1", "/admin"), { body: fee });
		advance(60);
		const refunded = (await refund(200)).body;
		expect(refunded).toMatchObject({
			...body,
			status: "REFUNDED",
			refunded_at: refunded.updated_at,
			updated_at: expect.any(String),
		});
		expect((await operate(200, path.replace("/v1", "/admin"))).body).toEqual(refunded);
		expect((await refund(409)).body.code).toBe("conflict");
		const appointment = (await call(200, `/v1/appointments/${id}`, { key: studio.key })).body;
		expect(appointment.cancellation_fee).toMatchObject({ object: "cancellation_fee", status: "REFUNDED", ...fee });
		expect(typesOf(await eventsOf(studio.key)).slice(-2)).toEqual(["appointment.updated", "appointment.updated"]);
		expect((await actionsOn(studio.key, id)).slice(-2)).toEqual([
			"appointment.fee_charged",
			"appointment.fee_refunded",
		]);
	});

	it("takes a whole amount from 1 and a currency, and nothing else", async () => {
		await end();
		for (const [body, field] of [
			[{ currency: "EUR" }, "amount"],
			[{ amount: 5000 }, "currency"],
			[{ ...fee, amount: 0 }, "amount"],
			[{ ...fee, amount: 1.5 }, "amount"],
			[{ ...fee, currency: "euro" }, "currency"],
		] as const)
			expect((await charge(400, body)).body.errors[0].path).toBe(field);
		await charge(201);
	});

	it("is one of ten that race, and once under its key", async () => {
		await end();
		const race = Array.from({ length: 10 }, () => send(path, { key: studio.key, body: fee }));
		const answers = await Promise.all(race);
		expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
		for (const { status, body } of answers) expect(status === 201 || body.code === "conflict").toBe(true);
		const keyed = { headers: { "Idempotency-Key": "refund" } };
		expect((await refund(200, keyed)).text).toBe((await refund(200, keyed)).text);
	});

	it("needs the scopes of appointments, is the tenant's own, and heeds a demanded version and a dry run", async () => {
		await end();
		const { key } = await newKey(studio.id, { scopes: ["read:appointments"] });
		expect((await call(403, path, { key, body: fee })).body.code).toBe("insufficient_scope");
		const other = await newStudio();
		for (const step of ["", "/refund"]) {
			const foreign = `${path}${step}`;
			const options = { key: other.key, method: "POST", body: fee };
			expectProblem(await call(404, foreign, options), foreign, "resource_not_found");
		}
		await charge(201, fee, { headers: { "Service-Dry-Run": "true" } });
		expectProblem(await call(404, path, { key }), path, "resource_not_found");
		const tag = (await charge(201)).headers.get("ETag") ?? "";
		await refund(412, { headers: { "If-Match": '"1"' } });
		await refund(200, { headers: { "If-Match": tag } });
	});
});
