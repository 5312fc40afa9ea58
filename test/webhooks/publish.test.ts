import { createExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Publisher } from "../../src/entry/publisher.ts";
import { publicEventTypes } from "../../src/platform/db/tables/data/events.ts";
import { newId } from "../../src/platform/lib/ids.ts";
import { call } from "../support/api.ts";
import { database } from "../support/database.ts";
import { newEndpoint, publish, settled } from "../support/endpoints.ts";
import { expectProblem } from "../support/expect.ts";
import { eventsOf } from "../support/history.ts";
import { Receiver } from "../support/receiver.ts";
import { letPass, newTenant, newWorld, operate, type Tenant } from "../support/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: events of every type
type Json = any;

const data = {
	payment_id: "pay_1",
	paymentId: "pay_2",
	amount: 12_345,
	tip: 0.1,
	refunded: false,
	note: null,
	"": "a key of nothing",
	"key with spaces.and.dots": [],
	nested: { snake_case: { camelCase: [1, "two", null, { three: [[]] }] }, empty: {} },
	text: 'Zoë "Ink" Müller 🐉 龍 \u0000 \u2028 \ud800 </script> %00 \\',
	largest: Number.MAX_SAFE_INTEGER,
	changes: { status: { old: null, new: "x" } },
};

let world: Tenant;
let receiver: Receiver;

beforeAll(() => {
	receiver = new Receiver();
});
beforeEach(async () => {
	world = await newWorld({ plan: "empire" });
	await letPass(1);
});

/** The two ways in which other parts of the product publish events, each with the actor that the event names. */
const ways: [string, string, (tenantId: string, given: Json) => Promise<Json>][] = [
	["the operator interface", "operator", publish],
	["the Publisher entrypoint", "system", async (id, given) => await exports.Publisher.publish(id, given)],
];

describe.each(ways)("an event published through %s", (_, actor, publishing) => {
	it("is answered as it is numbered, and read the same in the event log", async () => {
		await publishing(world.id, { type: "payout.paid", data: {} });
		const event = await publishing(world.id, { type: "payment.succeeded", data });
		expect(event).toEqual({
			object: "event",
			id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
			type: "payment.succeeded",
			api_version: "v1",
			tenant_id: world.id,
			created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
			sequence: 2,
			actor: { type: actor, id: null },
			data,
		});
		expect((await eventsOf(world.key)).at(-1)).toEqual(event);
		expect((await call(200, `/v1/events/${event.id}`, { key: world.key })).body).toEqual(event);
	});

	it("may be of each public type, and goes to the endpoints that listen to it and to no other", async () => {
		const [all, payments, none] = [
			await newEndpoint(world),
			await newEndpoint(world, { events: ["payment.succeeded", "payment.failed"] }),
			await newEndpoint(world, { events: ["client.deleted"] }),
		];
		const elsewhere = await newEndpoint(await newWorld());
		const types = publicEventTypes.filter((type) => type !== "client.deleted");
		const events = await Promise.all(types.map((type) => publishing(world.id, { type, data: { ...data, of: type } })));
		await receiver.until(all.url, types.length);
		await settled(payments);
		for (const { event } of receiver.at(all.url))
			expect({ object: "event", ...event }).toEqual(events.find(({ id }) => id === event.id));
		expect(new Set(receiver.at(all.url).map(({ event }) => event.type))).toEqual(new Set(types));
		expect(
			receiver
				.at(payments.url)
				.map(({ event }) => event.type)
				.sort(),
		).toEqual(["payment.failed", "payment.succeeded"]);
		await publishing(world.id, { type: "client.deleted", data });
		await receiver.until(none.url, 1);
		expect(receiver.at(none.url).map(({ event }) => event.data)).toEqual([data]);
		expect(receiver.at(elsewhere.url)).toEqual([]);
		expect((await eventsOf(world.key)).map(({ sequence }) => sequence).sort((a, b) => a - b)).toEqual(
			Array.from(publicEventTypes, (_, n) => n + 1),
		);
	});

	it("is in the tenant's audit log under its id", async () => {
		const event = await publishing(world.id, { type: "payout.paid", data: {} });
		const { body } = await call(200, "/v1/audit_log", { key: world.key });
		expect(body.data[0]).toMatchObject({
			action: "event.published",
			resource_id: event.id,
			actor: { type: actor, id: null },
		});
	});

	it("of a tenant on Light is kept and not delivered", async () => {
		const tenant = await newWorld();
		const hook = await newEndpoint(tenant, { events: ["payout.paid"] });
		await operate(200, `/admin/tenants/${tenant.id}`, { method: "PATCH", body: { plan: "light" } });
		const event = await publishing(tenant.id, { type: "payout.paid", data: {} });
		// An event in the millisecond of the change would get its delivery.
		await letPass(1);
		await operate(200, `/admin/tenants/${tenant.id}`, { method: "PATCH", body: { plan: "solo" } });
		expect((await eventsOf(tenant.key)).map(({ id }) => id)).toContain(event.id);
		const kept = await database
			.prepare("SELECT count(*) AS n FROM deliveries WHERE event_id = ?")
			.bind(event.id)
			.first("n");
		expect(kept).toBe(0);
		expect(receiver.at(hook.url)).toEqual([]);
	});

	it("may be large", async () => {
		const hook = await newEndpoint(world);
		const large = { text: "ü".repeat(130_000) };
		const event = await publishing(world.id, { type: "message.created", data: large });
		expect(event.data).toEqual(large);
		const [sent] = await receiver.until(hook.url, 1);
		expect(sent?.event.data).toEqual(large);
	});

	it("takes its number among all others at the same time, without gaps", async () => {
		const events = await Promise.all(
			Array.from({ length: 20 }, () => publishing(world.id, { type: "message.created", data: {} })),
		);
		expect(events.map(({ sequence }) => sequence).sort((a, b) => a - b)).toEqual(
			Array.from({ length: 20 }, (_, n) => n + 1),
		);
	});
});

const refusals: [string, Json][] = [
	["an unknown type", { type: "payment.exploded", data: {} }],
	["* as type", { type: "*", data: {} }],
	["no type", { data: {} }],
	["no data", { type: "payout.paid" }],
	["null as data", { type: "payout.paid", data: null }],
	["a list as data", { type: "payout.paid", data: [] }],
	["text as data", { type: "payout.paid", data: "{}" }],
	["a number as data", { type: "payout.paid", data: 1 }],
];

/** Calls the class directly, because vitest also reports a rejection that crosses an entrypoint as unhandled. */
const publisher = () => new Publisher(createExecutionContext(), env);

describe("a publication that cannot be", () => {
	it.each(refusals)("%s is refused by the operator interface, and nothing is kept", async (_, body) => {
		const path = `/admin/tenants/${world.id}/events`;
		const answer = await operate(400, path, { body });
		expectProblem(answer, path, "validation_failed");
		expect(answer.body.errors[0]).toMatchObject({ location: "body", path: expect.stringMatching(/^(type|data)$/) });
		expect(await eventsOf(world.key)).toEqual([]);
	});

	it.each(refusals)("%s is refused by the Publisher entrypoint, and nothing is kept", async (_, given) => {
		await expect(publisher().publish(world.id, given)).rejects.toThrow(/type|data/);
		expect(await eventsOf(world.key)).toEqual([]);
	});

	it("of an unknown tenant is 404 to the operator and an error to the other parts", async () => {
		const body = { type: "payout.paid", data: {} } as const;
		const unknown = newId("tenant", Date.now());
		const path = `/admin/tenants/${unknown}/events`;
		expectProblem(await operate(404, path, { body }), path, "resource_not_found");
		expectProblem(
			await operate(400, "/admin/tenants/nobody/events", { body }),
			"/admin/tenants/nobody/events",
			"invalid_id",
		);
		for (const id of [unknown, "nobody", ""])
			await expect(publisher().publish(id, body)).rejects.toThrow("No such tenant");
	});

	it("needs the operator's token", async () => {
		const path = `/admin/tenants/${await newTenant()}/events`;
		for (const key of [undefined, world.key])
			expect((await call(401, path, { key, body: { type: "payout.paid", data: {} } })).status).toBe(401);
	});
});

it("the operator's answer is 201 with the event's place in the API", async () => {
	const answer = await operate(201, `/admin/tenants/${world.id}/events`, { body: { type: "payout.paid", data } });
	expect(answer.headers.get("Location")).toBe(`/admin/tenants/${world.id}/events/${answer.body.id}`);
	expect((await call(200, `/v1/events/${answer.body.id}`, { key: world.key })).body).toEqual(answer.body);
});

it("unknown properties beside type and data are dropped and named; those in data are its own", async () => {
	const body = { type: "payout.paid", data: { sequence: 7, id: "mine" }, id: "evt_mine", sequence: 7 };
	const answer = await operate(201, `/admin/tenants/${world.id}/events`, { body });
	expect(answer.headers.get("Service-Ignored-Fields")?.split(/, ?/).sort()).toEqual(["id", "sequence"]);
	expect(answer.body).toMatchObject({ sequence: 1, data: body.data });
});

it("a key that JavaScript has a meaning for is a key", async () => {
	const raw = '{"type":"payout.paid","data":{"constructor":"c","toString":null,"hasOwnProperty":{"length":1}}}';
	const hook = await newEndpoint(world);
	const headers = { "Content-Type": "application/json" };
	const { text } = await operate(201, `/admin/tenants/${world.id}/events`, { raw, headers });
	const [sent] = await receiver.until(hook.url, 1);
	const { data: given } = JSON.parse(raw);
	for (const json of [text, sent?.body]) expect(json).toContain(`"data":${JSON.stringify(given)}`);
});
