import { beforeAll, expect, it } from "vitest";
import { call } from "./support/api.ts";
import { database } from "./support/database.ts";
import { at, newEventType, newStudio, type Studio } from "./support/studio.ts";
import { operate } from "./support/world.ts";

let studio: Studio;
let hour = 0;
beforeAll(async () => {
	studio = await newStudio();
});

/** Each kind of record with amounts: how it is made and changed, its amounts, and the field of their currency. */
const kinds = {
	appointment: {
		table: "appointments",
		amounts: ["price_amount"],
		currency: "currency",
		make: async (status: number, given: object) => {
			const body = { artist_id: studio.artistId, client_id: studio.clientId, ...given };
			const times = { start_at: at(`${++hour}:00`.padStart(5, "0")), end_at: at(`${hour}:30`.padStart(5, "0")) };
			return await call(status, "/v1/appointments", { key: studio.key, body: { ...body, ...times } });
		},
		path: (id: string) => `/v1/appointments/${id}`,
	},
	"idea's budget": {
		table: "ideas",
		amounts: ["budget_min", "budget_max", "deposit_amount"],
		currency: "currency",
		make: (status: number, given: object) =>
			call(status, "/v1/ideas", { key: studio.key, body: { client_id: studio.clientId, subject: "Fern", ...given } }),
		path: (id: string) => `/v1/ideas/${id}`,
	},
	"idea's quote": {
		table: "ideas",
		amounts: ["quote_amount"],
		currency: "quote_currency",
		make: (status: number, given: object) =>
			call(status, "/v1/ideas", { key: studio.key, body: { client_id: studio.clientId, subject: "Fern", ...given } }),
		path: (id: string) => `/v1/ideas/${id}`,
	},
	"event type": {
		table: "event_types",
		amounts: ["price_amount", "price_from", "price_to", "deposit_amount", "cancellation_fee_amount"],
		currency: "currency",
		make: (status: number, given: object) => {
			const body = { artist_id: studio.artistId, name: "Tattoo", duration_minutes: 60, kind: "TATTOO" };
			const slug = `t-${crypto.randomUUID()}`;
			return operate(status, `/admin/tenants/${studio.id}/event_types`, { body: { ...body, slug, ...given } });
		},
		path: (id: string) => `/admin/event_types/${id}`,
	},
};

it.each(Object.entries(kinds))("an amount of an %s is refused without its currency", async (_, kind) => {
	const { make, amounts, currency } = kind;
	const patch = (status: number, id: string, body: object) => {
		const path = kind.path(id);
		const options = { method: "PATCH", body };
		return path.startsWith("/admin")
			? operate(status, path, options)
			: call(status, path, { ...options, key: studio.key });
	};
	for (const amount of amounts) {
		for (const given of [{ [amount]: 5 }, { [amount]: 0, [currency]: null }]) {
			const { body } = await make(400, given);
			expect([body.code, body.errors.map(({ path }: { path: string }) => path)]).toEqual([
				"validation_error",
				[currency],
			]);
		}
		const { id } = (await make(201, { [amount]: 5, [currency]: "EUR" })).body;
		expect((await patch(400, id, { [currency]: null })).body.errors[0].path).toBe(currency);
		await patch(200, id, { [amount]: null, [currency]: null });
		expect((await patch(400, id, { [amount]: 7 })).body.errors[0].path).toBe(currency);
		await patch(200, id, { [amount]: 7, [currency]: "EUR" });
		await patch(200, id, { [amount]: 8 });
	}
});

it("an appointment that lacks the currency already can be changed in everything else", async () => {
	const { make, path } = kinds.appointment;
	const { id } = (await make(201, { price_amount: 100, currency: "EUR" })).body;
	await database.prepare("UPDATE appointments SET currency = NULL WHERE id = ?").bind(id).run();
	const patch = (status: number, body: object) => call(status, path(id), { key: studio.key, method: "PATCH", body });
	await patch(200, { notes: "x" });
	await patch(200, { title: "y", price_amount: 100, currency: null });
	expect((await patch(400, { price_amount: 200 })).body.errors[0].path).toBe("currency");
	await patch(200, { currency: "EUR" });
});

it("an amount in percent needs none", async () => {
	const given = { deposit_type: "PERCENTAGE", deposit_amount: 30, cancellation_fee_type: "PERCENTAGE" };
	const id = await newEventType(studio.id, studio.artistId, { ...given, cancellation_fee_amount: 50 });
	const options = { method: "PATCH", body: { deposit_type: "FIXED" } };
	expect((await operate(400, `/admin/event_types/${id}`, options)).body.errors[0].path).toBe("currency");
});
