import { beforeAll, describe, expect, it } from "vitest";
import { clock } from "../../src/platform/lib/clock.ts";
import { newId } from "../../src/platform/lib/ids.ts";
import { call, send } from "../support/api.ts";
import { database, rows } from "../support/database.ts";
import {
	type CreatedEndpoint,
	createClient,
	createEndpoint,
	deliveriesOf,
	getDelivery,
	waitForAttempts,
} from "../support/deliveries.ts";
import { expectProblem } from "../support/expect.ts";
import { readAllPages } from "../support/read-all-pages.ts";
import { Receiver, until } from "../support/receiver.ts";
import { letPass, newKey, newWorld, type Tenant } from "../support/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: deliveries as JSON
type Json = any;

const receiver = new Receiver();

let tenant: Tenant;
let stranger: Tenant;
let endpoint: CreatedEndpoint;
let clients: Json[];

const settled = async (key: string, id: string, count: number, status: string): Promise<Json[]> => {
	await until(async () => (await deliveriesOf(key, id, `?status=${status}`)).length === count);
	return await deliveriesOf(key, id, `?status=${status}`);
};
const ids = (deliveries: Json[]): string[] => deliveries.map(({ id }) => id);

/** Oldest first: the deliveries of two creations succeeded, that of a third is dead, that of a change is pending. */
let deliveries: Json[];

beforeAll(async () => {
	[tenant, stranger] = [await newWorld(), await newWorld()];
	endpoint = await createEndpoint(tenant.key);
	clients = [];
	const answers = [200, 200, 404];
	for (const [index, status] of answers.entries()) {
		receiver.answers(endpoint.url, () => new Response(`answer ${index}`, { status }));
		clients.push(await createClient(tenant.key));
		await receiver.until(endpoint.url, index + 1);
		await until(async () => (await deliveriesOf(tenant.key, endpoint.id, "?status=PENDING")).length === 0);
		await letPass(1);
	}
	receiver.answers(endpoint.url, () => new Response("later", { status: 503, headers: { "Retry-After": "86400" } }));
	await call(200, `/v1/clients/${clients[0].id}`, { method: "PATCH", key: tenant.key, body: { notes: "n" } });
	const [pending] = await settled(tenant.key, endpoint.id, 1, "PENDING");
	await waitForAttempts(tenant.key, pending.id, 1);
	deliveries = (await deliveriesOf(tenant.key, endpoint.id)).reverse();
});

const list = (query: string) => deliveriesOf(tenant.key, endpoint.id, query);

describe("a delivery", () => {
	it("shows what was sent and answered, and when", () => {
		expect(deliveries[0]).toEqual({
			object: "delivery",
			id: expect.stringMatching(/^wbd_[0-9a-f]{32}$/),
			endpoint_id: endpoint.id,
			event_id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
			event_type: "client.created",
			status: "SUCCEEDED",
			attempt_count: 1,
			next_attempt_at: null,
			attempts: [
				{
					attempt: 1,
					request_body: receiver.at(endpoint.url)[0]?.body,
					response_status: 200,
					response_body: "answer 0",
					duration_ms: expect.any(Number),
					error_message: null,
					attempted_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
				},
			],
			created_at: clients[0].created_at,
			updated_at: expect.any(String),
		});
		const [{ attempted_at, duration_ms }] = deliveries[0].attempts;
		const { created_at, updated_at } = deliveries[0];
		expect([created_at, attempted_at, updated_at].sort()).toEqual([created_at, attempted_at, updated_at]);
		expect(duration_ms).toBeGreaterThanOrEqual(0);
		expect(duration_ms).toBeLessThan(5000);
	});

	it("shows every attempt in order, with the body that was sent", async () => {
		const { key } = await newWorld();
		const { id, url } = await createEndpoint(key);
		const replies = [
			() => new Response("busy", { status: 503 }),
			() => Promise.reject(new Error("connect ECONNREFUSED")),
			() => new Response(null, { status: 204 }),
		];
		receiver.answers(url, () => (replies.shift() as () => Response)());
		await createClient(key);
		const [{ id: delivery }] = await deliveriesOf(key, id);
		await waitForAttempts(key, delivery, 1);
		await letPass(30);
		await waitForAttempts(key, delivery, 2);
		await letPass(60);
		const { attempts } = await waitForAttempts(key, delivery, 3);
		expect(attempts.map(({ attempt }: Json) => attempt)).toEqual([1, 2, 3]);
		expect(attempts.map(({ response_status }: Json) => response_status)).toEqual([503, null, 204]);
		expect(attempts.map(({ response_body }: Json) => response_body)).toEqual(["busy", null, ""]);
		expect(attempts.map(({ error_message }: Json) => error_message)).toEqual([null, "connect ECONNREFUSED", null]);
		for (const [index, { request_body, attempted_at }] of attempts.entries()) {
			expect(request_body).toBe(receiver.at(url)[index]?.body);
			const at = Number(receiver.at(url)[index]?.headers.get("Service-Signature")?.slice(2, 12));
			expect(Math.abs(Date.parse(attempted_at) / 1000 - at)).toBeLessThan(2);
		}
	});

	it("is read as the list shows it", async () => {
		for (const delivery of deliveries) expect(await getDelivery(tenant.key, delivery.id)).toEqual(delivery);
	});

	it("shows what was sent, though the record has changed since", async () => {
		const { key } = await newWorld();
		const { id, url } = await createEndpoint(key, ["client.created"]);
		const client = await createClient(key);
		await settled(key, id, 1, "SUCCEEDED");
		await call(200, `/v1/clients/${client.id}`, { method: "DELETE", key });
		const [{ attempts }] = await deliveriesOf(key, id);
		expect(attempts[0].request_body).toBe(receiver.at(url)[0]?.body);
	});
});

describe("the list", () => {
	it("has the newest first", async () => {
		expect((await list("")).map(({ status }) => status)).toEqual(["PENDING", "DEAD", "SUCCEEDED", "SUCCEEDED"]);
		expect(ids(await list(""))).toEqual(ids(deliveries).sort().reverse());
	});

	it("filters by status", async () => {
		expect(ids(await list("?status=DEAD"))).toEqual([deliveries[2].id]);
		expect(ids(await list("?status=PENDING"))).toEqual([deliveries[3].id]);
		expect(ids(await list("?status=SUCCEEDED"))).toEqual([deliveries[1].id, deliveries[0].id]);
	});

	it("filters by event type, also together with the status", async () => {
		expect(ids(await list("?event_type=client.updated"))).toEqual([deliveries[3].id]);
		expect(ids(await list("?event_type=client.created&status=SUCCEEDED"))).toEqual(ids([deliveries[1], deliveries[0]]));
		expect(await list("?event_type=client.updated&status=DEAD")).toEqual([]);
	});

	it("filters by the last change, inclusive to the millisecond", async () => {
		const since = Date.parse(deliveries[2].updated_at);
		const at = (ms: number) => encodeURIComponent(new Date(ms).toISOString());
		expect(ids(await list(`?updated_since=${at(since)}`))).toEqual(ids([deliveries[3], deliveries[2]]));
		expect(ids(await list(`?updated_since=${at(since + 1)}`))).toEqual(ids([deliveries[3]]));
	});

	it("shows by its last change a delivery that was tried again", async () => {
		const { key } = await newWorld();
		const { id, url } = await createEndpoint(key);
		receiver.answers(url, () => new Response(null, { status: 500 }));
		await createClient(key);
		await createClient(key);
		const [other, first] = await deliveriesOf(key, id);
		await waitForAttempts(key, other.id, 1);
		await waitForAttempts(key, first.id, 1);
		receiver.answers(url, () => new Response(null, { status: 404 }));
		await letPass(20);
		const since = new Date(clock.now()).toISOString();
		expect(await deliveriesOf(key, id, `?updated_since=${since}`)).toEqual([]);
		await letPass(20);
		await waitForAttempts(key, first.id, 2);
		await waitForAttempts(key, other.id, 2);
		expect(ids(await deliveriesOf(key, id, `?updated_since=${since}`))).toEqual([other.id, first.id]);
	});

	it("pages, each delivery with all its attempts, with filters too", async () => {
		const path = `/v1/webhook_endpoints/${endpoint.id}/deliveries`;
		const pages = await readAllPages(`${path}?limit=3`, tenant.key);
		expect(pages.map(({ length }) => length)).toEqual([3, 1]);
		expect(pages.flat()).toEqual([...deliveries].reverse());
		const succeeded = await readAllPages(`${path}?limit=1&status=SUCCEEDED`, tenant.key);
		expect(succeeded.map(ids)).toEqual([[deliveries[1].id], [deliveries[0].id]]);
	});

	it.each(["status=FAILED", "status=dead", "event_type=client.exploded", "event_type=*", "updated_since=yesterday"])(
		"refuses %s",
		async (query) => {
			const path = `/v1/webhook_endpoints/${endpoint.id}/deliveries?${query}`;
			expectProblem(await send(path, { key: tenant.key }), path, "validation_failed");
		},
	);

	it("refuses another list's cursor", async () => {
		const other = await createEndpoint(tenant.key);
		const path = (id: string) => `/v1/webhook_endpoints/${id}/deliveries?limit=1`;
		const { body } = await call(200, path(endpoint.id), { key: tenant.key });
		const answer = await send(`${path(other.id)}&cursor=${body.next_cursor}`, { key: tenant.key });
		expectProblem(answer, path(other.id), "invalid_cursor");
	});

	it("holds the endpoint's own deliveries alone", async () => {
		const other = await createEndpoint(tenant.key, ["lead.created"]);
		expect(await deliveriesOf(tenant.key, other.id)).toEqual([]);
	});
});

describe("another tenant", () => {
	it.each<[string, (key: string) => ReturnType<typeof send>]>([
		["reading a delivery", (key) => send(`/v1/deliveries/${deliveries[2].id}`, { key })],
		["listing an endpoint's deliveries", (key) => send(`/v1/webhook_endpoints/${endpoint.id}/deliveries`, { key })],
		["replaying", (key) => send(`/v1/deliveries/${deliveries[2].id}/replay`, { method: "POST", key })],
		["testing", (key) => send(`/v1/webhook_endpoints/${endpoint.id}/test`, { method: "POST", key })],
		[
			"recovering",
			(key) =>
				send(`/v1/webhook_endpoints/${endpoint.id}/recover`, { key, body: { since: new Date(0).toISOString() } }),
		],
	])("%s meets 404, as if there were none", async (_, act) => {
		const sent = receiver.at(endpoint.url).length;
		expect((await act(stranger.key)).status).toBe(404);
		expect(await getDelivery(tenant.key, deliveries[2].id)).toEqual(deliveries[2]);
		expect(receiver.at(endpoint.url)).toHaveLength(sent);
	});
});

describe("what does not exist", () => {
	it("is 404", async () => {
		const delivery = newId("delivery", clock.now());
		const path = `/v1/deliveries/${delivery}`;
		expectProblem(await send(path, { key: tenant.key }), path, "resource_not_found");
		expectProblem(
			await send(`${path}/replay`, { method: "POST", key: tenant.key }),
			`${path}/replay`,
			"resource_not_found",
		);
		const none = `/v1/webhook_endpoints/${newId("webhook_endpoint", clock.now())}/deliveries`;
		expectProblem(await send(none, { key: tenant.key }), none, "resource_not_found");
	});
});

describe("scopes", () => {
	it("to read and to write deliveries are apart", async () => {
		const reader = await newKey(tenant.id, { scopes: ["read:deliveries"] });
		const writer = await newKey(tenant.id, { scopes: ["write:deliveries"] });
		const path = `/v1/deliveries/${deliveries[2].id}`;
		await call(200, path, { key: reader.key });
		await call(403, `${path}/replay`, { method: "POST", key: reader.key });
		await call(403, path, { key: writer.key });
		const recover = `/v1/webhook_endpoints/${endpoint.id}/recover`;
		const body = { since: new Date(0).toISOString(), dry_run: true };
		await call(403, recover, { key: reader.key, body });
		expect((await call(200, recover, { key: writer.key, body })).body.count).toBe(2);
	});
});

describe("an answer of a receiver", () => {
	it("is stored compressed where that is smaller, and shown as it came", async () => {
		const { key } = await newWorld();
		const { id, url } = await createEndpoint(key);
		const page = `<h1>Bad gateway</h1>${"<p>naïve 😀</p>".repeat(400)}`;
		receiver.answers(url, () => new Response(page, { status: 404 }));
		await createClient(key);
		const [delivery] = await settled(key, id, 1, "DEAD");
		expect(delivery.attempts[0].response_body).toBe(page);
		expect((await getDelivery(key, delivery.id)).attempts[0].response_body).toBe(page);
		const [stored] = await rows("SELECT attempts FROM deliveries WHERE id = ?", delivery.id);
		expect(String(stored?.attempts).length).toBeLessThan(500);
	});
});

it("a delivery that is replayed again and again keeps its latest fifty attempts", async () => {
	const { id: tenantId, key } = await newWorld();
	const { id, url } = await createEndpoint(key);
	receiver.answersStatus(url, 404);
	await createClient(key);
	const [delivery] = await settled(key, id, 1, "DEAD");
	await database.batch([
		database
			.prepare(
				`WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 50)
				UPDATE deliveries SET attempt_count = 50, attempts = (
					SELECT json_group_array(json_object('attempt', n, 'response_status', NULL, 'response_body', NULL, 'duration_ms', 1, 'error_message', NULL, 'attempted_at', 1)) FROM n
				) WHERE id = ? AND tenant_id = ?`,
			)
			.bind(delivery.id, tenantId),
	]);
	await call(200, `/v1/deliveries/${delivery.id}/replay`, { method: "POST", key });
	const { attempt_count, attempts } = await waitForAttempts(key, delivery.id, 51);
	expect(attempt_count).toBe(51);
	expect(attempts.map(({ attempt }: Json) => attempt)).toEqual(Array.from({ length: 50 }, (_, n) => n + 2));
});
