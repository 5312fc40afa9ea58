import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../src/platform/lib/ids.ts";
import { call, send } from "./support/api.ts";
import { advance } from "./support/clock.ts";
import { database } from "./support/database.ts";
import { expectProblem } from "./support/expect.ts";
import { eventsOf } from "./support/history.ts";
import { readAllPages } from "./support/read-all-pages.ts";
import { newKey, newTenant, newWorld, operate, type Tenant } from "./support/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: events and clients as JSON
type Json = any;

let world: Tenant;

beforeAll(async () => {
	world = await newWorld();
});
beforeEach(() => advance(60));

let made = 0;
const create = async ({ key }: { key: string } = world, given: object = {}): Promise<Json> =>
	(await call(201, "/v1/clients", { key, body: { email: `e${++made}@example.com`, first_name: "Ana", ...given } }))
		.body;
const newest = async (key = world.key): Promise<Json> => (await call(200, "/v1/events?limit=1", { key })).body.data[0];

const inCamelCase = (record: Json): Json =>
	Object.fromEntries(
		Object.entries(record).map(([name, value]) => [
			name.replace(/_[a-z]/g, ([, letter = ""]) => letter.toUpperCase()),
			value,
		]),
	);

describe("what a change emits", () => {
	it("client.created with the envelope and the whole client in camelCase", async () => {
		const client = await create(world, {
			email: "camel@example.com",
			date_of_birth: "1990-01-02",
			preferred_communication: "SMS",
			address: { postal_code: "10999" },
			tags: ["snake_case stays"],
			do_not_contact: true,
			metadata: { crm_id: "7" },
		});
		const { object: _, id, ...fields } = client;
		const data = { clientId: id, ...inCamelCase(fields), address: inCamelCase(client.address) };
		expect(data).toMatchObject({ firstName: "Ana", dateOfBirth: "1990-01-02", doNotContact: true });
		expect(data).toMatchObject({
			address: { postalCode: "10999" },
			tags: ["snake_case stays"],
			metadata: { crm_id: "7" },
		});
		expect(await newest()).toEqual({
			object: "event",
			id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
			type: "client.created",
			api_version: "v1",
			tenant_id: world.id,
			created_at: client.created_at,
			sequence: expect.any(Number),
			actor: { type: "api_key", id: world.keyId },
			data,
		});
	});

	it("client.updated with old and new of each changed field, and of no other", async () => {
		const { id } = await create(world, { address: { city: "Berlin", postal_code: "1" }, metadata: { a_b: "1" } });
		advance(1);
		const body = {
			last_name: "Mendieta",
			address: { city: "Berlin", postal_code: "2" },
			metadata: { a_b: "2" },
			is_blocked: false,
			first_name: "Ana",
		};
		const { body: after } = await call(200, `/v1/clients/${id}`, { method: "PATCH", key: world.key, body });
		const event = await newest();
		const where = { line1: null, line2: null, city: "Berlin", state: null, country: null };
		expect(event).toMatchObject({ type: "client.updated", created_at: after.updated_at });
		expect(event.data).toMatchObject({ clientId: id, lastName: "Mendieta", updatedAt: after.updated_at });
		expect(event.data.changes).toEqual({
			lastName: { old: null, new: "Mendieta" },
			address: { old: { ...where, postalCode: "1" }, new: { ...where, postalCode: "2" } },
			metadata: { old: { a_b: "1" }, new: { a_b: "2" } },
		});
	});

	it("client.deleted with the client as it was", async () => {
		const client = await create(world, { notes: "last words" });
		await call(200, `/v1/clients/${client.id}`, { method: "DELETE", key: world.key });
		expect(await newest()).toMatchObject({
			type: "client.deleted",
			data: { clientId: client.id, email: client.email, notes: "last words" },
		});
	});

	it("one event for each change, whichever key made it", async () => {
		const tenant = await newWorld();
		const second = await newKey(tenant.id);
		await create(tenant);
		await create(second);
		expect((await eventsOf(tenant.key)).map(({ actor }) => actor.id)).toEqual([tenant.keyId, second.id]);
	});

	it("the operator's changes too", async () => {
		const tenant = await newWorld();
		await operate(200, `/admin/tenants/${tenant.id}`, { method: "PATCH", body: { plan: "crew" } });
		expect(await newest(tenant.key)).toMatchObject({
			type: "subscription.activated",
			actor: { type: "operator", id: null },
			data: { tenantId: tenant.id, plan: "crew", changes: { plan: { old: "solo", new: "crew" } } },
		});
	});

	it("nothing when the change was refused or none", async () => {
		const tenant = await newWorld();
		const { id, email } = await create(tenant);
		const key = tenant.key;
		await call(409, "/v1/clients", { key, body: { email, first_name: "Eve" } });
		await call(400, "/v1/clients", { key, body: { email: "x@example.com", first_name: "" } });
		await call(400, `/v1/clients/${id}/merge`, { key, body: { source_id: id } });
		await call(200, `/v1/clients/${id}`, { method: "PATCH", key, body: { email } });
		await call(404, `/v1/clients/${newId("client", Date.now())}`, { method: "DELETE", key });
		expect(await eventsOf(tenant.key)).toHaveLength(1);
	});
});

describe("the sequence", () => {
	it("has no gap and no double after many parallel creates", async () => {
		const tenant = await newWorld();
		const count = 100;
		await Promise.all(Array.from({ length: count }, () => create(tenant)));
		const sequences = (await eventsOf(tenant.key)).map(({ sequence }) => sequence).sort((a, b) => a - b);
		expect(sequences).toEqual(Array.from({ length: count }, (_, index) => index + 1));
	});

	it("has no gap where changes were refused in between", async () => {
		const tenant = await newWorld();
		const { email } = await create(tenant);
		const answers = await Promise.all(
			Array.from({ length: 20 }, (_, n) =>
				send("/v1/clients", {
					key: tenant.key,
					body: { email: n % 2 ? email : `gap${n}@example.com`, first_name: "Ana" },
				}),
			),
		);
		expect(answers.filter(({ status }) => status === 409)).toHaveLength(10);
		const sequences = (await eventsOf(tenant.key)).map(({ sequence }) => sequence).sort((a, b) => a - b);
		expect(sequences).toEqual(Array.from({ length: 11 }, (_, index) => index + 1));
	});

	it("is each tenant's own", async () => {
		const [a, b] = await Promise.all([newWorld(), newWorld()]);
		await Promise.all([create(a), create(b)]);
		expect((await newest(a.key)).sequence).toBe(1);
		expect((await newest(b.key)).sequence).toBe(1);
	});
});

describe("reading the log", () => {
	let reader: Tenant;
	let clients: Json[];
	beforeAll(async () => {
		reader = await newWorld();
		clients = [];
		for (let n = 0; n < 4; n++) {
			clients.push(await create(reader));
			advance(10);
		}
		await call(200, `/v1/clients/${clients[0].id}`, { method: "PATCH", key: reader.key, body: { notes: "n" } });
	});
	const list = async (query: string): Promise<Json[]> =>
		(await call(200, `/v1/events${query}`, { key: reader.key })).body.data;

	it("shows the newest first", async () => {
		expect((await list("")).map(({ sequence }) => sequence)).toEqual([5, 4, 3, 2, 1]);
	});

	it("filters by type", async () => {
		expect((await list("?type=client.updated")).map(({ sequence }) => sequence)).toEqual([5]);
		expect(await list("?type=payout.paid")).toEqual([]);
	});

	it.each(["?type=client.exploded", "?type=", "?type=client.created&type=client.updated"])(
		"refuses %s",
		async (query) => {
			const answer = await send(`/v1/events${query}`, { key: reader.key });
			expectProblem(answer, `/v1/events${query}`, "validation_failed");
			expect(answer.body.errors[0]).toMatchObject({ location: "querystring", path: "type" });
		},
	);

	it("filters by time, inclusive to the millisecond, also together with the type", async () => {
		const at = clients[2].created_at;
		const after = new Date(Date.parse(at) + 1).toISOString();
		const sequences = async (query: string) => (await list(query)).map(({ sequence }) => sequence);
		expect(await sequences(`?created_since=${at}`)).toEqual([5, 4, 3]);
		expect(await sequences(`?created_since=${after}`)).toEqual([5, 4]);
		expect(await sequences(`?created_since=${at}&type=client.created`)).toEqual([4, 3]);
	});

	it("pages with filters", async () => {
		const pages = await readAllPages("/v1/events?limit=2&type=client.created", reader.key);
		expect(pages.map((page) => page.map(({ sequence }) => sequence))).toEqual([
			[4, 3],
			[2, 1],
		]);
	});

	it("gets one event as the list shows it", async () => {
		for (const event of await list(""))
			expect((await call(200, `/v1/events/${event.id}`, { key: reader.key })).body).toEqual(event);
	});

	it("knows no other tenant's events", async () => {
		const [event] = await list("");
		await call(404, `/v1/events/${event.id}`, { key: world.key });
		const theirs = await newWorld();
		expect(await eventsOf(theirs.key)).toEqual([]);
	});
});

describe("deliveries", () => {
	const addEndpoint = async (tenantId: string, events: string[], status = "ACTIVE"): Promise<string> => {
		const id = newId("webhook_endpoint", Date.now());
		await database
			.prepare(
				`INSERT INTO webhook_endpoints (id, tenant_id, url, status, events, secret, created_at, updated_at, number)
				VALUES (?1, ?2, 'https://receiver.example/hook', ?3, ?4, 'sealed', 1, 1, (SELECT 1 + count(*) FROM webhook_endpoints WHERE tenant_id = ?2))`,
			)
			.bind(id, tenantId, status, JSON.stringify(events))
			.run();
		return id;
	};
	const deliveriesOf = async (tenantId: string): Promise<Json[]> =>
		(await database.prepare("SELECT * FROM deliveries WHERE tenant_id = ? ORDER BY id").bind(tenantId).all()).results;

	it("one for each ACTIVE endpoint that listens to the type or to all, committed with the change", async () => {
		const [tenant, stranger] = await Promise.all([newWorld(), newWorld()]);
		const listening = [
			await addEndpoint(tenant.id, ["*"]),
			await addEndpoint(tenant.id, ["lead.created", "client.created"]),
		];
		await addEndpoint(tenant.id, ["client.updated"]);
		await addEndpoint(tenant.id, ["client.create", "client.created.x"]);
		await addEndpoint(tenant.id, []);
		await addEndpoint(tenant.id, ["*"], "DISABLED");
		await addEndpoint(stranger.id, ["*"]);
		await create(tenant);
		const event = await newest(tenant.key);
		const deliveries = await deliveriesOf(tenant.id);
		expect(deliveries.map(({ endpoint_id }) => endpoint_id).sort()).toEqual(listening.sort());
		for (const delivery of deliveries) {
			expect(delivery.id).toMatch(/^wbd_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/);
			expect(delivery).toMatchObject({
				event_id: event.id,
				event_type: "client.created",
				status: "PENDING",
				created_at: Date.parse(event.created_at),
			});
			expect(Number.parseInt(delivery.id.slice(4, 16), 16)).toBe(Date.parse(event.created_at));
		}
		expect(await deliveriesOf(stranger.id)).toEqual([]);
	});

	it("each with an id of its own, however many endpoints listen", async () => {
		const tenant = await newWorld({ plan: "empire" });
		await Promise.all(Array.from({ length: 40 }, () => addEndpoint(tenant.id, ["*"])));
		await create(tenant);
		const ids = (await deliveriesOf(tenant.id)).map(({ id }) => id);
		expect(new Set(ids).size).toBe(40);
	});

	it("none when the change was refused", async () => {
		const tenant = await newWorld();
		const { email } = await create(tenant);
		await addEndpoint(tenant.id, ["*"]);
		await call(409, "/v1/clients", { key: tenant.key, body: { email, first_name: "Eve" } });
		expect(await deliveriesOf(tenant.id)).toEqual([]);
	});

	it("none on Light, though the event is kept", async () => {
		const tenant = await newTenant({ plan: "solo" });
		await addEndpoint(tenant, ["*"]);
		await operate(200, `/admin/tenants/${tenant}`, { method: "PATCH", body: { plan: "light" } });
		await operate(200, `/admin/tenants/${tenant}`, { method: "PATCH", body: { subscription_status: "past_due" } });
		expect(await deliveriesOf(tenant)).toEqual([]);
		await operate(200, `/admin/tenants/${tenant}`, { method: "PATCH", body: { plan: "solo" } });
		expect((await deliveriesOf(tenant)).map(({ event_type }) => event_type)).toEqual(["subscription.activated"]);
		const { key } = await newKey(tenant);
		expect((await eventsOf(key)).map(({ type }) => type)).toEqual([
			"subscription.cancelled",
			"subscription.past_due",
			"subscription.activated",
		]);
	});
});
