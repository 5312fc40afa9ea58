import { beforeAll, expect, it } from "vitest";
import { call } from "./support/api.ts";
import { at, newEventType, newStudio, type Studio } from "./support/studio.ts";
import { operate } from "./support/world.ts";

let studio: Studio;
beforeAll(async () => {
	studio = await newStudio();
});

/** Each kind of record with amounts: how it is made and changed, its amounts, and the field of their currency. */
const kinds = {
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

it("the price of an appointment needs none: it keeps the one it has, takes that of the event type, or has none", async () => {
	const { key } = studio;
	const typeId = await newEventType(studio.id, studio.artistId, { currency: "CHF" });
	let hour = 9;
	const book = async (given: object) => {
		const times = { start_at: at(`${++hour}:00`), end_at: at(`${hour}:30`) };
		const body = { artist_id: studio.artistId, client_id: studio.clientId, ...times, ...given };
		return (await call(201, "/v1/appointments", { key, body })).body;
	};
	const patch = async (id: string, body: object) =>
		(await call(200, `/v1/appointments/${id}`, { key, method: "PATCH", body })).body.data;
	const plain = await book({ price_amount: 100 });
	expect([plain.price_amount, plain.currency]).toEqual([100, null]);
	expect(await patch(plain.id, { price_amount: 200 })).toMatchObject({ price_amount: 200, currency: null });
	expect(await patch(plain.id, { currency: "EUR" })).toMatchObject({ price_amount: 200, currency: "EUR" });
	expect(await patch(plain.id, { price_amount: 300 })).toMatchObject({ price_amount: 300, currency: "EUR" });
	expect(await patch(plain.id, { currency: null })).toMatchObject({ price_amount: 300, currency: null });
	expect((await book({ event_type_id: typeId, price_amount: 100 })).currency).toBe("CHF");
	expect((await book({ event_type_id: typeId, price_amount: 100, currency: "EUR" })).currency).toBe("EUR");
	expect((await book({ event_type_id: typeId, price_amount: 100, currency: null })).currency).toBeNull();
	const typed = await book({ event_type_id: typeId });
	expect(typed.currency).toBeNull();
	expect((await patch(typed.id, { price_amount: 100 })).currency).toBe("CHF");
});

it("an amount in percent needs none", async () => {
	const given = { deposit_type: "PERCENTAGE", deposit_amount: 30, cancellation_fee_type: "PERCENTAGE" };
	const id = await newEventType(studio.id, studio.artistId, { ...given, cancellation_fee_amount: 50 });
	const options = { method: "PATCH", body: { deposit_type: "FIXED" } };
	expect((await operate(400, `/admin/event_types/${id}`, options)).body.errors[0].path).toBe("currency");
});
