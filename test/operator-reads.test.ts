import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "../src/platform/lib/ids.ts";
import { call } from "./support/api.ts";
import { advance } from "./support/clock.ts";
import { newApp } from "./support/oauth.ts";
import { at, newStudio } from "./support/studio.ts";
import { newKey, newTenant, operate } from "./support/world.ts";

beforeEach(() => advance(60));

const keysOf = (tenantId: string) => `/admin/tenants/${tenantId}/api_keys`;
const idsIn = (body: { data: { id: string }[] }): string[] => body.data.map(({ id }) => id);

describe("what the operator creates is read where the answer says:", () => {
	it("an API key, without its value", async () => {
		const { headers, body } = await operate(201, keysOf(await newTenant()), { body: { name: "Zapier" } });
		expect(headers.get("Location")).toBe(`/admin/api_keys/${body.api_key.id}`);
		const read = await operate(200, headers.get("Location") ?? "");
		expect(read.body).toEqual(body.api_key);
		expect(read.text).not.toContain(body.key);
		await operate(404, `/admin/api_keys/${newId("api_key", Date.now())}`);
	});

	it("a cancellation fee, also when it is refunded", async () => {
		const { key, artistId, clientId, typeId } = await newStudio();
		const booking = { artist_id: artistId, client_id: clientId, event_type_id: typeId, start_at: at("10:00") };
		const { id } = (await call(201, "/v1/appointments", { key, body: booking })).body;
		const path = `/admin/appointments/${id}/cancellation_fee`;
		await operate(404, path);
		await call(200, `/v1/appointments/${id}`, { key, method: "PATCH", body: { status: "CANCELLED" } });
		const { headers, body } = await operate(201, path, { body: { amount: 2500, currency: "EUR" } });
		expect(headers.get("Location")).toBe(path);
		expect((await operate(200, path)).body).toEqual(body);
		const refunded = (await operate(200, `${path}/refund`, { method: "POST" })).body;
		expect((await operate(200, path)).body).toEqual(refunded);
		await operate(404, `/admin/appointments/${newId("appointment", Date.now())}/cancellation_fee`);
	});

	it("an event type and a published event", async () => {
		const { id, artistId } = await newStudio();
		const type = { artist_id: artistId, name: "Flash", slug: "flash", duration_minutes: 60, kind: "TATTOO" };
		const event = { type: "payout.paid", data: { payoutId: "po_1" } };
		for (const [path, body] of [
			[`/admin/tenants/${id}/event_types`, type],
			[`/admin/tenants/${id}/events`, event],
		] as const) {
			const made = await operate(201, path, { body });
			expect((await operate(200, made.headers.get("Location") ?? "")).body).toEqual(made.body);
		}
		await operate(404, `/admin/event_types/${newId("event_type", Date.now())}`);
		await operate(404, `/admin/tenants/${id}/events/${newId("event", Date.now())}`);
	});

	it("a time block, until it is freed", async () => {
		const { artistId } = await newStudio();
		const times = { start_at: at("10:00"), end_at: at("11:00"), reason: "Dentist" };
		const { headers, body } = await operate(201, `/admin/artists/${artistId}/time_blocks`, { body: times });
		const path = headers.get("Location") ?? "";
		expect((await operate(200, path)).body).toEqual(body);
		await operate(200, path, { method: "DELETE" });
		await operate(404, path);
	});
});

describe("a tenant's API keys", () => {
	it("are listed newest first, in pages, without values and without other tenants' keys", async () => {
		const tenantId = await newTenant();
		const made = [await newKey(tenantId), await newKey(tenantId), await newKey(tenantId)].reverse();
		await newKey(await newTenant());
		await operate(200, `/admin/api_keys/${made[0]?.id}/rotate`, { body: { overlap_seconds: 600 } });
		const first = await operate(200, `${keysOf(tenantId)}?limit=2`);
		const second = await operate(200, `${keysOf(tenantId)}?limit=2&cursor=${first.body.next_cursor}`);
		expect([...idsIn(first.body), ...idsIn(second.body)]).toEqual(made.map(({ id }) => id));
		for (const { key } of made) expect(first.text + second.text).not.toContain(key);
		await operate(404, keysOf(newId("tenant", Date.now())));
	});
});

describe("updated_since keeps what changed at this time or later, in the list of", () => {
	it("API keys", async () => {
		const tenantId = await newTenant();
		const [changed] = [await newKey(tenantId), await newKey(tenantId)];
		const since = advance(60);
		await operate(200, `/admin/api_keys/${changed?.id}`, { method: "PATCH", body: { name: "Renamed" } });
		expect(idsIn((await operate(200, `${keysOf(tenantId)}?updated_since=${since}`)).body)).toEqual([changed?.id]);
	});

	it("tenants", async () => {
		const [changed] = [await newTenant(), await newTenant()];
		const since = advance(60);
		await operate(200, `/admin/tenants/${changed}`, { method: "PATCH", body: { name: "Renamed" } });
		const { body } = await operate(200, `/admin/tenants?updated_since=${since}`);
		expect(idsIn(body)).toEqual([changed]);
		const [record] = body.data;
		expect(idsIn((await operate(200, `/admin/tenants?updated_since=${record.updated_at}`)).body)).toEqual([changed]);
	});

	it("OAuth apps", async () => {
		const [changed] = [await newApp(), await newApp()];
		const since = advance(60);
		await operate(200, `/admin/oauth_apps/${changed?.id}`, { method: "PATCH", body: { name: "Renamed" } });
		expect(idsIn((await operate(200, `/admin/oauth_apps?updated_since=${since}`)).body)).toEqual([changed?.id]);
	});
});
