import { exports } from "cloudflare:workers";
import { describe, expect, it, test } from "vitest";
import { z } from "zod";
import { Schemas } from "../../lab/harness/schemas.ts";
import { subscriptionEvents, subscriptionPayload } from "../../src/domain/access/tenants/subscription.ts";
import { catalogue, exampleOf } from "../../src/domain/events/catalogue/catalogue.ts";
import { earlier, ids } from "../../src/domain/events/catalogue/example-ids.ts";
import { type PublicEventType, publicEventTypes, recordKeyOf } from "../../src/platform/db/tables/data/events.ts";
import { call } from "../support/api.ts";
import { document } from "../support/document.ts";
import { newWorld } from "../support/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is read by path
type Json = any;

const { components, webhooks } = document;
const content = (type: PublicEventType): Json => webhooks[type].post.requestBody.content["application/json"];
const schemas = new Schemas(structuredClone({ schemas: components.schemas }));
const published = (type: PublicEventType) => ({
	validate: (event: Json) => schemas.validate(type, () => structuredClone(content(type).schema), event),
});

/** For the tests each field of an event must be declared. */
const strict = (type: PublicEventType) => z.strictObject(catalogue[type].data.shape);

describe.each(publicEventTypes)("%s", (type) => {
	it("has a definition whose example satisfies it and shows every field", () => {
		const { summary, data, example } = catalogue[type];
		expect(summary).toMatch(/^[A-Z].+\.$/);
		expect(strict(type).parse(example)).toEqual(example);
		expect(Object.keys(example).sort()).toEqual(Object.keys(data.shape).sort());
		expect(exampleOf(type)).toBe(example);
	});

	it("names its fields in camelCase and has neither `id` nor `object`", () => {
		for (const name of Object.keys(catalogue[type].data.shape)) {
			expect(name).toMatch(/^[a-z][A-Za-z]*$/);
			expect(["id", "object"]).not.toContain(name);
		}
	});

	it("tells as changed only fields that it has, with what they now are", () => {
		const { changes, ...example } = catalogue[type].example as Json;
		for (const [name, { old, new: now }] of Object.entries<Json>(changes ?? {})) {
			expect(now).toEqual(example[name]);
			expect(old).not.toEqual(now);
		}
	});

	it("is published with an example that satisfies what is published", () => {
		const { example } = content(type);
		expect(example).toMatchObject({ type, data: catalogue[type].example });
		expect(published(type).validate(example)).toMatchObject({ valid: true });
	});

	it("is published open for additions and closed in what it requires", () => {
		const { example } = content(type);
		const valid = (body: Json) => published(type).validate(body).valid;
		expect(valid({ ...example, added: 1, data: { ...example.data, added: 1 } })).toBe(true);
		expect(valid({ ...example, data: {} })).toBe(false);
		expect(valid({ ...example, type: "client.exploded" })).toBe(false);
	});

	it("is published as it is sent in a test", () => {
		const { sequence: _, ...unnumbered } = content(type).example;
		expect(published(type).validate({ ...unnumbered, test: true })).toMatchObject({ valid: true });
	});

	it("names the record that it is about, and its page does", async () => {
		const { data, example } = catalogue[type];
		const key = recordKeyOf(type);
		expect(example[key]).toMatch(/^[a-z]{3}_/);
		expect(data.shape[key]?.safeParse(null).success, "it always does").toBe(false);
		const page = await exports.default.fetch(new Request(`https://api.test/docs/events/${type}.md`));
		expect(await page.text()).toContain(`\`data.${key}\``);
	});
});

test("the headers of a delivery are published once", () => {
	const headers = document["x-headers-of-every-delivery"];
	expect(Object.keys(headers).sort()).toEqual([
		"Service-Attempt",
		"Service-Delivery-Id",
		"Service-Event-Id",
		"Service-Event-Type",
		"Service-Signature",
		"User-Agent",
		"webhook-id",
		"webhook-key-id",
		"webhook-signature",
		"webhook-timestamp",
	]);
	for (const [name, header] of Object.entries<Json>(headers))
		expect([name, header.required]).toEqual([name, name !== "webhook-key-id"]);
});

test("nothing is defined or published that is no event type", () => {
	expect(Object.keys(catalogue).sort()).toEqual([...publicEventTypes].sort());
	expect(Object.keys(webhooks).sort()).toEqual([...publicEventTypes].sort());
});

const tenant = {
	object: "tenant" as const,
	id: ids.tenant,
	name: "Studio",
	plan: "crew" as const,
	email: "studio@example.com",
	timezone: "UTC",
	subscription_status: "trialing" as const,
	trial_ends_at: "2026-03-17T10:30:00.000Z",
	created_at: earlier,
	updated_at: earlier,
};

test("a subscription's events are as they are sent", () => {
	const ending = subscriptionPayload(tenant);
	expect(strict("subscription.trial_ending").parse(ending)).toEqual(ending);
	for (const status of ["active", "cancelled", "past_due"] as const) {
		const changes = { subscriptionStatus: { old: "trialing", new: status } };
		const [sent] = subscriptionEvents(tenant, { ...tenant, subscription_status: status }, changes);
		if (!sent) throw new Error(`no event for ${status}`);
		expect(strict(sent.type).parse(sent.data)).toEqual(sent.data);
	}
});

test("a client's events are as they are sent", async () => {
	const { key } = await newWorld();
	const create = async (body: object): Promise<string> => (await call(201, "/v1/clients", { key, body })).body.id;
	const id = await create({ email: "ana@example.com", first_name: "Ana", address: { postal_code: "1" } });
	const source_id = await create({ email: "eve@example.com", first_name: "Eve", metadata: { a_b: "1" } });
	await call(200, `/v1/clients/${id}`, { method: "PATCH", key, body: { address: { city: "Berlin" } } });
	await call(200, `/v1/clients/${id}/merge`, { key, body: { source_id } });
	await call(200, `/v1/clients/${id}`, { method: "DELETE", key });
	const sent: Json[] = (await call(200, "/v1/events", { key })).body.data;
	expect(new Set(sent.map(({ type }) => type)).size).toBe(4);
	for (const { object: _, ...event } of sent) {
		expect(strict(event.type).parse(event.data)).toEqual(event.data);
		expect(published(event.type).validate(event)).toMatchObject({ valid: true });
	}
});
