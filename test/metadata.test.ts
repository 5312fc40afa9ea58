import { describe, expect, it } from "vitest";
import { call } from "./support/api.ts";
import { newStudio, type Studio } from "./support/studio.ts";
import { operate } from "./support/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: records as JSON
type Json = any;

interface Kept {
	id: string;
	patch(status: number, body: object): Promise<Json>;
}

type Maker = (studio: Studio, metadata: object) => Promise<Kept>;

/** A record of /v1, made with this metadata. */
const ofApi =
	(collection: string, body: (studio: Studio) => object): Maker =>
	async (studio, metadata) => {
		const { key } = studio;
		const made = (await call(201, `/v1/${collection}`, { key, body: { ...body(studio), metadata } })).body;
		const { id } = made.endpoint ?? made;
		return {
			id,
			patch: async (status, changes) => {
				const answer = await call(status, `/v1/${collection}/${id}`, { key, method: "PATCH", body: changes });
				return answer.body.object === "appointment" ? answer.body.data : answer.body;
			},
		};
	};

const eventType: Maker = async ({ id: tenantId, artistId }, metadata) => {
	const body = { artist_id: artistId, name: "Tattoo", slug: "kept", duration_minutes: 60, kind: "TATTOO", metadata };
	const { id } = (await operate(201, `/admin/tenants/${tenantId}/event_types`, { body })).body;
	return {
		id,
		patch: async (status, changes) =>
			(await operate(status, `/admin/event_types/${id}`, { method: "PATCH", body: changes })).body,
	};
};

const makers: Record<string, Maker> = {
	"a client": ofApi("clients", () => ({ email: "kept@example.com", first_name: "Ana" })),
	"an appointment": ofApi("appointments", ({ artistId, clientId, typeId }) => ({
		artist_id: artistId,
		client_id: clientId,
		event_type_id: typeId,
		start_at: "2027-03-02T10:00:00Z",
	})),
	"a lead": ofApi("leads", () => ({ first_name: "Ana" })),
	"an idea": ofApi("ideas", ({ clientId }) => ({ client_id: clientId, subject: "Fern" })),
	"a form": ofApi("forms", () => ({ name: "Intake", fields: [{ key: "a", label: "A", type: "text" }] })),
	"an artist": ofApi("artists", () => ({ name: "Mika" })),
	"a shop": ofApi("shops", () => ({ name: "Kreuzberg" })),
	"a webhook endpoint": ofApi("webhook_endpoints", () => ({ url: "https://hooks.test/kept", events: ["*"] })),
	"an event type": eventType,
};

describe("the metadata of", () => {
	it.each(Object.entries(makers))("%s is merged key by key by a PATCH", async (_, make) => {
		const { patch } = await make(await newStudio(), { a: "1", b: "2", c: "3" });
		expect((await patch(200, { metadata: { b: "20", c: null, d: "4", e: null } })).metadata).toEqual({
			a: "1",
			b: "20",
			d: "4",
		});
		const { updated_at } = await patch(200, { metadata: {} });
		expect(await patch(200, { metadata: { a: "1", gone: null } })).toMatchObject({
			updated_at,
			metadata: { a: "1", b: "20", d: "4" },
		});
		expect((await patch(200, { metadata: null })).metadata).toEqual({});
	});

	it.each(Object.entries(makers))("%s holds no more after a PATCH than it may hold at first", async (_, make) => {
		const some = (count: number, first = 0) =>
			Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${first + n}`, "v"]));
		const { patch } = await make(await newStudio(), some(50));
		expect(await patch(400, { metadata: { more: "v" } })).toMatchObject({
			code: "validation_error",
			errors: [{ location: "body", path: "metadata" }],
		});
		expect(await patch(400, { metadata: some(51) })).toMatchObject({ code: "validation_failed" });
		expect((await patch(200, { metadata: { k0: null, more: "v" } })).metadata).toEqual({ ...some(49, 1), more: "v" });
	});
});
