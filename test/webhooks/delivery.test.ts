import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { Schemas } from "../../lab/harness/schemas.ts";
import { publicEventTypes } from "../../src/platform/db/tables/data/events.ts";
import { clock } from "../../src/platform/lib/clock.ts";
import { dayMs, hourMs, minuteMs, secondMs } from "../../src/platform/lib/time.ts";
import { call, send } from "../support/api.ts";
import { database, overtaken } from "../support/database.ts";
import {
	advanceTo,
	consumeDeliveries,
	createClient,
	createEndpoint,
	deliveriesOf,
	endPendingDeliveries,
	getDelivery,
	waitForAttempts,
} from "../support/deliveries.ts";
import { document } from "../support/document.ts";
import { expectProblem } from "../support/expect.ts";
import { readAllPages } from "../support/read-all-pages.ts";
import { type Received, Receiver, until } from "../support/receiver.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { accepts as isAccepted } from "../support/signed.ts";
import { letPass, newWorld, type Tenant } from "../support/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: deliveries as JSON
type Json = any;

const receiver = new Receiver();
afterEach(async () => void (await endPendingDeliveries()));
/** A tenant with one endpoint and one delivery, whose first attempt got this answer. */
async function tried(status: number, headers: Record<string, string> = {}) {
	const { key } = await newWorld();
	const endpoint = await createEndpoint(key);
	receiver.answersStatus(endpoint.url, status, headers);
	await createClient(key);
	const [{ id }] = await deliveriesOf(key, endpoint.id);
	return { key, ...endpoint, endpointId: endpoint.id, delivery: await waitForAttempts(key, id, 1) };
}

const toAct = (key: string, path: string, body?: object, status = 200): Promise<{ body: Json }> =>
	call(status, path, { method: "POST", key, ...(body ? { body } : {}) });
const replay = (key: string, { id }: Json, status = 200) =>
	toAct(key, `/v1/deliveries/${id}/replay`, undefined, status);

/** Neither time, nor a nudge, nor the scheduled work may make another attempt at one of these deliveries. */
async function nothingMore(...all: { url: string; delivery: Json }[]): Promise<void> {
	const attempts = () => all.map(({ url }) => [url, receiver.at(url).length]);
	const before = attempts();
	await letPass(2 * 86_400);
	await consumeDeliveries(all.map(({ delivery }) => delivery.id));
	await scheduledWork();
	expect(attempts()).toEqual(before);
}

describe("a delivery", () => {
	let tenant: Tenant;
	let received: Received;
	let delivery: Json;
	beforeAll(async () => {
		tenant = await newWorld();
		const { id, url } = await createEndpoint(tenant.key);
		await createClient(tenant.key);
		[received] = (await receiver.until(url, 1)) as [Received];
		[delivery] = await deliveriesOf(tenant.key, id);
	});

	it("is a POST with the ten headers and no other", () => {
		expect(received.method).toBe("POST");
		expect(Object.fromEntries(received.headers)).toEqual({
			"content-type": "application/json",
			"user-agent": "Service-Webhook/1.0",
			"service-signature": expect.stringMatching(/^t=\d{10},v1=[0-9a-f]{64}$/),
			"service-event-type": "client.created",
			"service-event-id": delivery.event_id,
			"service-delivery-id": delivery.id,
			"service-attempt": "1",
			"webhook-id": delivery.event_id,
			"webhook-timestamp": expect.stringMatching(/^\d{10}$/),
			"webhook-signature": expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
		});
	});

	it("carries the event as the log shows it, but for `object`", async () => {
		const { object, ...envelope } = (await call(200, `/v1/events/${delivery.event_id}`, { key: tenant.key })).body;
		expect(object).toBe("event");
		expect(received.event).toEqual(envelope);
		expect(received.event).toMatchObject({ id: delivery.event_id, tenant_id: tenant.id, sequence: 1 });
	});

	it("goes once to each endpoint that listens to the type, and to no other", async () => {
		const { key } = await newWorld({ plan: "crew" });
		const stranger = await newWorld();
		const listening = [
			await createEndpoint(key, ["client.created"]),
			await createEndpoint(key, ["lead.created", "client.created"]),
		];
		const all = await createEndpoint(key);
		const deaf = await createEndpoint(key, ["client.updated"]);
		const theirs = await createEndpoint(stranger.key);
		const { id } = await createClient(key);
		await call(200, `/v1/clients/${id}`, { method: "PATCH", key, body: { first_name: "Eve" } });
		await receiver.until(all.url, 2);
		await receiver.until(deaf.url, 1);
		for (const { url } of listening) await receiver.until(url, 1);
		const typesAt = ({ url }: { url: string }) =>
			receiver
				.at(url)
				.map(({ event }) => event.type)
				.sort();
		for (const endpoint of listening) expect(typesAt(endpoint)).toEqual(["client.created"]);
		expect(typesAt(all)).toEqual(["client.created", "client.updated"]);
		expect(typesAt(deaf)).toEqual(["client.updated"]);
		expect(typesAt(theirs)).toEqual([]);
		expect(await deliveriesOf(key, deaf.id)).toHaveLength(1);
		expect(await deliveriesOf(stranger.key, theirs.id)).toEqual([]);
	});

	it("is made and sent once for each of many changes at the same time, numbered without a gap", async () => {
		const count = 100;
		const { key } = await newWorld();
		const [one, other] = [await createEndpoint(key), await createEndpoint(key)];
		await Promise.all(Array.from({ length: count }, () => createClient(key)));
		for (const { id, url } of [one, other]) {
			const sequences = (await receiver.until(url, count, 15_000)).map(({ event }) => event.sequence);
			expect(sequences.sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, n) => n + 1));
			await until(async () => (await deliveriesOf(key, id, "?status=SUCCEEDED&limit=100")).length === count);
			expect(receiver.at(url)).toHaveLength(count);
		}
	}, 30_000);

	it("is the same body at every attempt, with the attempt's own number and time", async () => {
		const { key, url, delivery } = await tried(500);
		await letPass(30);
		await waitForAttempts(key, delivery.id, 2);
		await letPass(60);
		const [first, ...others] = await receiver.until(url, 3);
		for (const { body } of others) expect(body).toBe(first?.body);
		expect(receiver.at(url).map(({ headers }) => headers.get("Service-Attempt"))).toEqual(["1", "2", "3"]);
		const times = receiver.at(url).map(timeOf);
		expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(29);
		expect((times[2] ?? 0) - (times[1] ?? 0)).toBeGreaterThanOrEqual(59);
		expect(Math.abs(clock.now() / 1000 - (times[2] ?? 0))).toBeLessThan(3);
		for (const name of ["Service-Event-Id", "Service-Delivery-Id"])
			expect(new Set(receiver.at(url).map(({ headers }) => headers.get(name))).size).toBe(1);
	});
});

const signatureOf = ({ headers }: Received) => headers.get("Service-Signature") ?? "";
const timeOf = (received: Received) => Number(/^t=(\d+),/.exec(signatureOf(received))?.[1]);

describe("the signature", () => {
	const accepts = (received: Received, secret: string): Promise<boolean> =>
		isAccepted(signatureOf(received), received.body, secret, clock.now());
	const next = async (key: string, url: string): Promise<Received> => {
		const count = receiver.at(url).length;
		await createClient(key);
		return (await receiver.until(url, count + 1))[count] as Received;
	};
	const rotate = async (key: string, id: string): Promise<string> =>
		(await toAct(key, `/v1/webhook_endpoints/${id}/rotate_secret`)).body.secret;
	const count = (received: Received) => signatureOf(received).split("v1=").length - 1;

	it("is accepted by a receiver's verifier with the endpoint's secret, and with no other", async () => {
		const { key } = await newWorld();
		const { url, secret } = await createEndpoint(key);
		const received = await next(key, url);
		expect(await accepts(received, secret)).toBe(true);
		expect(await accepts(received, secret.replace("whsec_", ""))).toBe(false);
		expect(await accepts(received, (await createEndpoint(key)).secret)).toBe(false);
		expect(await accepts({ ...received, body: received.body.replace("Ana", "Eve") }, secret)).toBe(false);
	});

	it("is accepted at every attempt, days after the first too", async () => {
		const { key, url, secret, delivery } = await tried(503);
		for (const days of [1, 2]) {
			await letPass(days * 86_400);
			await waitForAttempts(key, delivery.id, days + 1);
		}
		for (const late of receiver.at(url).slice(2)) expect(await accepts(late, secret)).toBe(true);
		expect(await accepts(receiver.at(url)[0] as Received, secret), "the first one is old by now").toBe(false);
	});

	it("is by the old and the new secret for 48 hours after a rotation, then by the new one alone", async () => {
		const { key } = await newWorld();
		const { id, url, secret: old } = await createEndpoint(key);
		const fresh = await rotate(key, id);
		const rotatedAt = clock.now();
		expect(fresh).not.toBe(old);
		await advanceTo(rotatedAt + 48 * hourMs - 2 * secondMs);
		const during = await next(key, url);
		expect([await accepts(during, old), await accepts(during, fresh), count(during)]).toEqual([true, true, 2]);
		await advanceTo(rotatedAt + 48 * hourMs);
		const after = await next(key, url);
		expect([await accepts(after, old), await accepts(after, fresh), count(after)]).toEqual([false, true, 1]);
	});

	it("by a secret replaced twice ends at once, by the one between after 48 hours of its own", async () => {
		const { key } = await newWorld();
		const { id, url, secret: oldest } = await createEndpoint(key);
		const between = await rotate(key, id);
		await letPass(47 * 3600);
		const newest = await rotate(key, id);
		const secrets = [oldest, between, newest];
		const at = async () => {
			const received = await next(key, url);
			return await Promise.all(secrets.map((secret) => accepts(received, secret)));
		};
		expect(await at()).toEqual([false, true, true]);
		await letPass(47 * 3600);
		expect(await at()).toEqual([false, true, true]);
		await letPass(3600);
		expect(await at()).toEqual([false, false, true]);
	});

	it("of a retry is by the secrets of its own time", async () => {
		const { key, endpointId, url, secret: old, delivery } = await tried(500);
		const fresh = await rotate(key, endpointId);
		await letPass(30);
		await waitForAttempts(key, delivery.id, 2);
		await letPass(48 * 3600);
		const [first, second, third] = (await receiver.until(url, 3)) as [Received, Received, Received];
		expect([count(first), count(second), count(third)]).toEqual([1, 2, 1]);
		expect([await accepts(third, old), await accepts(third, fresh)]).toEqual([false, true]);
	});
});

const waits = [
	30 * secondMs,
	minuteMs,
	5 * minuteMs,
	15 * minuteMs,
	30 * minuteMs,
	hourMs,
	2 * hourMs,
	4 * hourMs,
	8 * hourMs,
	12 * hourMs,
	dayMs,
];

describe("retries", () => {
	it("12 attempts with 11 waits, not one second early, then DEAD and nothing more", async () => {
		const { key, url, delivery } = await tried(500);
		const { id } = delivery;
		for (const [index, wait] of waits.entries()) {
			const waiting = await waitForAttempts(key, id, index + 1);
			expect(waiting).toMatchObject({ status: "PENDING", attempt_count: index + 1 });
			const due = Date.parse(waiting.attempts[index].attempted_at) + wait;
			expect(Date.parse(waiting.next_attempt_at)).toBe(due);
			await advanceTo(due - secondMs);
			await consumeDeliveries([id]);
			expect(receiver.at(url)).toHaveLength(index + 1);
			await advanceTo(due);
			await receiver.until(url, index + 2);
		}
		expect(await waitForAttempts(key, id, 12)).toMatchObject({
			status: "DEAD",
			attempt_count: 12,
			next_attempt_at: null,
		});
		await nothingMore({ url, delivery });
		expect(receiver.at(url).map(({ headers }) => Number(headers.get("Service-Attempt")))).toEqual([
			1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
		]);
	});

	it("end with the first success", async () => {
		const { key, url, delivery } = await tried(500);
		receiver.answersStatus(url, 204);
		await letPass(30);
		expect(await waitForAttempts(key, delivery.id, 2)).toMatchObject({ status: "SUCCEEDED", next_attempt_at: null });
		await nothingMore({ url, delivery });
	});

	it.each([500, 502, 503, 504, 599, 429, 300, 301, 302, 303, 304, 307, 308])("follow a %i", async (status) => {
		const { delivery } = await tried(status);
		expect(delivery).toMatchObject({ status: "PENDING", attempts: [{ response_status: status }] });
		expect(Date.parse(delivery.next_attempt_at)).toBe(Date.parse(delivery.attempts[0].attempted_at) + 30_000);
	});

	it.each([
		["DEAD", [400, 401, 403, 404, 408, 409, 410, 422, 451, 499]],
		["SUCCEEDED", [200, 201, 202, 204, 299]],
	])("never follow what makes a delivery %s: %j", async (outcome, statuses) => {
		const all = await Promise.all(statuses.map((status) => tried(status)));
		for (const { delivery } of all)
			expect(delivery).toMatchObject({ status: outcome, attempt_count: 1, next_attempt_at: null });
		await nothingMore(...all);
	});

	it.each([301, 302, 303, 307, 308])(
		"go to the endpoint's own URL after a %i, and nothing to where it points",
		async (status) => {
			const elsewhere = `https://elsewhere-${status}.example/hook`;
			const { url } = await tried(status, { Location: elsewhere });
			await letPass(30);
			await receiver.until(url, 2);
			expect(receiver.at(elsewhere)).toEqual([]);
		},
	);
});

describe("Retry-After", () => {
	const waitOf = ({ attempts: [{ attempted_at }], next_attempt_at }: Json) =>
		(Date.parse(next_attempt_at) - Date.parse(attempted_at)) / 1000;

	it.each([429, 503])("in seconds puts the next attempt off after a %i", async (status) => {
		const { key, url, delivery } = await tried(status, { "Retry-After": "120" });
		expect(waitOf(delivery)).toBeGreaterThanOrEqual(120);
		expect(waitOf(delivery)).toBeLessThan(122);
		await advanceTo(Date.parse(delivery.next_attempt_at) - secondMs);
		await consumeDeliveries([delivery.id]);
		expect(receiver.at(url)).toHaveLength(1);
		await advanceTo(Date.parse(delivery.next_attempt_at));
		await waitForAttempts(key, delivery.id, 2);
	});

	it.each([429, 503])("as a date puts the next attempt off to it after a %i", async (status) => {
		const date = new Date(clock.now() + hourMs).toUTCString();
		const { delivery } = await tried(status, { "Retry-After": date });
		expect(Date.parse(delivery.next_attempt_at)).toBe(Date.parse(date));
	});

	it("puts it off by 24 hours at most", async () => {
		const days = [
			await tried(429, { "Retry-After": "86400000" }),
			await tried(503, { "Retry-After": new Date(clock.now() + 3 * dayMs).toUTCString() }),
		];
		for (const { delivery } of days) expect(waitOf(delivery)).toBe(86_400);
	});

	it.each([
		["shorter than the wait", 503, "1"],
		["in the past", 429, "Wed, 21 Oct 2015 07:28:00 GMT"],
		["no time", 429, "soon"],
		["negative", 429, "-60"],
		["empty", 503, ""],
		["of a 500", 500, "3600"],
		["of a 302", 302, "3600"],
	])("is ignored when it is %s", async (_, status, value) => {
		expect(waitOf((await tried(status, { "Retry-After": value })).delivery)).toBe(30);
	});

	it("revives nothing that is terminal", async () => {
		expect((await tried(404, { "Retry-After": "60" })).delivery.status).toBe("DEAD");
	});
});

describe("replay", () => {
	it("of a delivery that used up its 12 attempts makes a thirteenth, whose failure is final", async () => {
		const { key, url, delivery } = await tried(500);
		for (let count = 2; count <= 12; count++) {
			await letPass(86_400);
			await waitForAttempts(key, delivery.id, count);
		}
		const { body } = await replay(key, delivery);
		expect(body).toMatchObject({ id: delivery.id, status: "PENDING", attempt_count: 12 });
		const dead = await waitForAttempts(key, delivery.id, 13);
		expect(dead).toMatchObject({ status: "DEAD", attempt_count: 13, next_attempt_at: null });
		expect(dead.attempts.map(({ attempt }: Json) => attempt)).toEqual(Array.from({ length: 13 }, (_, n) => n + 1));
		expect(receiver.at(url).at(-1)?.headers.get("Service-Attempt")).toBe("13");
		await nothingMore({ url, delivery });
	});

	it("that succeeds makes a dead delivery SUCCEEDED", async () => {
		const { key, url, delivery } = await tried(404);
		receiver.answersStatus(url, 200);
		await replay(key, delivery);
		expect(await waitForAttempts(key, delivery.id, 2)).toMatchObject({ status: "SUCCEEDED", next_attempt_at: null });
		expect(receiver.at(url).map(({ body }) => body)).toEqual(Array(2).fill(receiver.at(url)[0]?.body));
	});

	it("of a delivery that succeeded sends it once more; a failure then makes it DEAD, whatever Retry-After says", async () => {
		const { key, url, delivery } = await tried(200);
		receiver.answersStatus(url, 503, { "Retry-After": "5" });
		await replay(key, delivery);
		expect(await waitForAttempts(key, delivery.id, 2)).toMatchObject({ status: "DEAD", next_attempt_at: null });
		await nothingMore({ url, delivery });
	});

	it("of a pending delivery makes the next attempt now", async () => {
		const { key, url, delivery } = await tried(500);
		receiver.answersStatus(url, 200);
		const { body } = await replay(key, delivery);
		expect(body).toMatchObject({ id: delivery.id, status: "PENDING", attempt_count: 1 });
		expect(Date.parse(body.next_attempt_at)).toBeLessThan(Date.parse(delivery.next_attempt_at));
		const done = await waitForAttempts(key, delivery.id, 2);
		expect(done).toMatchObject({ status: "SUCCEEDED", next_attempt_at: null });
		await nothingMore({ url, delivery });
	});

	it("of a pending delivery that fails again goes on with the wait of its number", async () => {
		const { key, url, delivery } = await tried(500);
		await replay(key, delivery);
		const failed = await waitForAttempts(key, delivery.id, 2);
		expect(failed).toMatchObject({ status: "PENDING", attempt_count: 2 });
		const wait = Date.parse(failed.next_attempt_at) - Date.parse(failed.attempts[1].attempted_at);
		expect(wait).toBeGreaterThanOrEqual(60_000);
		expect(wait).toBeLessThanOrEqual(72_000);
		receiver.answersStatus(url, 200);
		await letPass(72);
		expect(await waitForAttempts(key, delivery.id, 3)).toMatchObject({ status: "SUCCEEDED" });
	});

	it("of a pending delivery is refused while an attempt is under way, and at a disabled endpoint", async () => {
		const { key, url, endpointId, delivery } = await tried(500);
		let held = true;
		receiver.answers(url, async () => {
			await until(() => !held);
			return new Response(null, { status: 500 });
		});
		await replay(key, delivery);
		await receiver.until(url, 2);
		const path = `/v1/deliveries/${delivery.id}/replay`;
		const underWay = await send(path, { method: "POST", key });
		expectProblem(underWay, path, "conflict");
		expect(underWay.body.detail).toBe("An attempt at the delivery is under way. Wait for its end.");
		held = false;
		await waitForAttempts(key, delivery.id, 2);
		await call(200, `/v1/webhook_endpoints/${endpointId}`, { method: "PATCH", key, body: { status: "DISABLED" } });
		const disabled = await send(path, { method: "POST", key });
		expectProblem(disabled, path, "conflict");
		expect(disabled.body.detail).toBe("The endpoint is not ACTIVE. The delivery is sent as soon as it is.");
		expect(receiver.at(url)).toHaveLength(2);
	});

	it("asked for ten times at once sends once", async () => {
		const { key, url, delivery } = await tried(410);
		let held = true;
		receiver.answers(url, async () => {
			await until(() => !held);
			return new Response(null, { status: 410 });
		});
		const path = `/v1/deliveries/${delivery.id}/replay`;
		const given = await Promise.all(Array.from({ length: 10 }, () => send(path, { method: "POST", key })));
		held = false;
		// One that comes while the attempt is due, and not yet under way, changes nothing more.
		for (const { status } of given) expect([200, 409]).toContain(status);
		expect(given.some(({ status }) => status === 200)).toBe(true);
		await waitForAttempts(key, delivery.id, 2);
		await nothingMore({ url, delivery });
		expect(receiver.at(url)).toHaveLength(2);
	});

	it("to a disabled endpoint waits until the endpoint is active", async () => {
		const { key, url, endpointId, delivery } = await tried(404);
		const set = (status: string) =>
			call(200, `/v1/webhook_endpoints/${endpointId}`, { method: "PATCH", key, body: { status } });
		await set("DISABLED");
		expect((await replay(key, delivery)).body).toMatchObject({ status: "PENDING", next_attempt_at: null });
		expect(await getDelivery(key, delivery.id)).toMatchObject({ status: "PENDING", next_attempt_at: null });
		await nothingMore({ url, delivery });
		await set("ACTIVE");
		expect(await waitForAttempts(key, delivery.id, 2)).toMatchObject({ status: "DEAD" });
	});
});

describe("recover", () => {
	const recover = async (key: string, id: string, body: object): Promise<Json> =>
		(await toAct(key, `/v1/webhook_endpoints/${id}/recover`, body)).body;

	/** Two endpoints with three dead deliveries and one that succeeded. `dead` is of the first one, newest first. */
	async function someDead() {
		const { key } = await newWorld();
		const [endpoint, other] = [await createEndpoint(key), await createEndpoint(key)];
		receiver.answersStatus(endpoint.url, 404);
		receiver.answersStatus(other.url, 404);
		for (let n = 1; n <= 3; n++) {
			await createClient(key);
			await letPass(1);
		}
		await until(async () => (await deliveriesOf(key, endpoint.id, "?status=DEAD")).length === 3);
		await until(async () => (await deliveriesOf(key, other.id, "?status=DEAD")).length === 3);
		receiver.answersStatus(endpoint.url, 200);
		receiver.answersStatus(other.url, 200);
		await createClient(key);
		await until(async () => (await deliveriesOf(key, endpoint.id, "?status=SUCCEEDED")).length === 1);
		const dead = await deliveriesOf(key, endpoint.id, "?status=DEAD");
		return { key, endpoint, other, dead };
	}

	it("replays every dead delivery of the endpoint since a time, inclusive, and no other", async () => {
		const { key, endpoint, other, dead } = await someDead();
		const since = dead[1].created_at;
		expect(await recover(key, endpoint.id, { since })).toEqual({ object: "recovery", count: 2, dry_run: false });
		for (const { id } of dead.slice(0, 2))
			expect(await waitForAttempts(key, id, 2)).toMatchObject({ status: "SUCCEEDED", attempt_count: 2 });
		expect(await getDelivery(key, dead[2].id)).toEqual(dead[2]);
		expect(receiver.at(endpoint.url)).toHaveLength(6);
		expect(await deliveriesOf(key, other.id, "?status=DEAD")).toHaveLength(3);
	});

	it("leaves out what was created a millisecond before", async () => {
		const { key, endpoint, dead } = await someDead();
		const since = new Date(Date.parse(dead[1].created_at) + 1).toISOString();
		expect(await recover(key, endpoint.id, { since, dry_run: true })).toMatchObject({ count: 1 });
	});

	it("makes each delivery due that waits for its next attempt since a time, and counts it", async () => {
		const { key, url, endpointId } = await tried(500);
		await letPass(1);
		for (let n = 0; n < 2; n++) {
			await createClient(key);
			await letPass(1);
		}
		await until(async () => (await deliveriesOf(key, endpointId)).every(({ attempt_count }) => attempt_count === 1));
		const waiting = await deliveriesOf(key, endpointId, "?status=PENDING");
		expect(waiting).toHaveLength(3);
		const body = { since: waiting[1].created_at };
		expect(await recover(key, endpointId, { ...body, dry_run: true })).toMatchObject({ count: 2 });
		expect(receiver.at(url)).toHaveLength(3);
		receiver.answersStatus(url, 200);
		expect(await recover(key, endpointId, body)).toEqual({ object: "recovery", count: 2, dry_run: false });
		for (const { id } of waiting.slice(0, 2))
			expect(await waitForAttempts(key, id, 2)).toMatchObject({ status: "SUCCEEDED" });
		expect(await getDelivery(key, waiting[2].id)).toEqual(waiting[2]);
		expect(await recover(key, endpointId, body)).toMatchObject({ count: 0 });
	});

	it("does not count what waits at a disabled endpoint", async () => {
		const { key, endpointId, delivery } = await tried(500);
		await call(200, `/v1/webhook_endpoints/${endpointId}`, { method: "PATCH", key, body: { status: "DISABLED" } });
		expect(await recover(key, endpointId, { since: delivery.created_at })).toMatchObject({ count: 0 });
	});

	it("only counts when it is a dry run", async () => {
		const { key, endpoint, dead } = await someDead();
		const since = dead[2].created_at;
		const counted = await recover(key, endpoint.id, { since, dry_run: true });
		expect(counted).toEqual({ object: "recovery", count: 3, dry_run: true });
		for (const { id } of dead) await consumeDeliveries([id]);
		expect(await deliveriesOf(key, endpoint.id, "?status=DEAD")).toEqual(dead);
		expect(receiver.at(endpoint.url)).toHaveLength(4);
	});

	it("counts what it replayed where another delivery dies or is replayed meanwhile, and repeats that for its key", async () => {
		const { key, endpoint, dead } = await someDead();
		const path = `/v1/webhook_endpoints/${endpoint.id}/recover`;
		const init = {
			method: "POST",
			headers: {
				Authorization: `Bearer ${key}`,
				"Content-Type": "application/json",
				"Idempotency-Key": crypto.randomUUID(),
			},
			body: JSON.stringify({ since: dead[2].created_at }),
		};
		const sql = "UPDATE deliveries SET status = 'SUCCEEDED' WHERE id = ?";
		const answer = await overtaken(() => database.prepare(sql).bind(dead[0].id).run(), path, init);
		expect(answer).toMatchObject({ status: 200, body: { object: "recovery", count: 2, dry_run: false } });
		for (const { id } of dead.slice(1)) await waitForAttempts(key, id, 2);
		const headers = { "Idempotency-Key": init.headers["Idempotency-Key"] };
		const again = await send(path, { key, body: JSON.parse(init.body), headers });
		expect(again.headers.get("Idempotent-Replayed")).toBe("true");
		expect(again.body).toEqual(answer.body);
	});

	it("ten times at once replays each delivery once, and the counts add up", async () => {
		const { key, endpoint, dead } = await someDead();
		const body = { since: dead[2].created_at };
		const counts = await Promise.all(Array.from({ length: 10 }, () => recover(key, endpoint.id, body)));
		expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(3);
	});

	it("counts zero where nothing is dead or waits", async () => {
		const { key } = await newWorld();
		const { id } = await createEndpoint(key);
		expect(await recover(key, id, { since: new Date(0).toISOString() })).toMatchObject({ count: 0 });
	});

	it("at a disabled endpoint waits until it is active", async () => {
		const { key, endpoint, dead } = await someDead();
		const path = `/v1/webhook_endpoints/${endpoint.id}`;
		await call(200, path, { method: "PATCH", key, body: { status: "DISABLED" } });
		expect(await recover(key, endpoint.id, { since: dead[2].created_at })).toMatchObject({ count: 3 });
		const waiting = await deliveriesOf(key, endpoint.id, "?status=PENDING");
		expect(waiting.map(({ next_attempt_at }) => next_attempt_at)).toEqual([null, null, null]);
		await call(200, path, { method: "PATCH", key, body: { status: "ACTIVE" } });
		for (const { id } of dead) expect(await waitForAttempts(key, id, 2)).toMatchObject({ status: "SUCCEEDED" });
	});
});

describe("a test send", () => {
	const test = async (key: string, id: string, body?: object): Promise<Json> =>
		(await toAct(key, `/v1/webhook_endpoints/${id}/test`, body)).body;

	it("goes to that endpoint alone, says `test: true`, has no sequence and is not in the log", async () => {
		const tenant = await newWorld();
		const [endpoint, other] = [await createEndpoint(tenant.key), await createEndpoint(tenant.key)];
		const delivery = await test(tenant.key, endpoint.id);
		expect(delivery).toMatchObject({ object: "delivery", endpoint_id: endpoint.id, status: "PENDING", attempts: [] });
		const [received] = (await receiver.until(endpoint.url, 1)) as [Received];
		expect(received.event).toEqual({
			id: delivery.event_id,
			type: "client.created",
			api_version: "v1",
			tenant_id: tenant.id,
			created_at: delivery.created_at,
			actor: { type: "api_key", id: tenant.keyId },
			data: expect.any(Object),
			test: true,
		});
		expect(received.headers.get("Service-Event-Id")).toBe(delivery.event_id);
		expect((await readAllPages("/v1/events", tenant.key)).flat()).toEqual([]);
		await call(404, `/v1/events/${delivery.event_id}`, { key: tenant.key });
		expect(await deliveriesOf(tenant.key, other.id)).toEqual([]);
		expect(await waitForAttempts(tenant.key, delivery.id, 1)).toMatchObject({ status: "SUCCEEDED" });
		await createClient(tenant.key);
		expect((await receiver.until(endpoint.url, 2))[1]?.event).toMatchObject({ sequence: 1 });
		expect(receiver.at(endpoint.url)[1]?.event).not.toHaveProperty("test");
	});

	it("is of the first type the endpoint listens to, or of the type asked for", async () => {
		const { key } = await newWorld();
		const { id, url } = await createEndpoint(key, ["lead.archived", "idea.created"]);
		expect((await test(key, id)).event_type).toBe("lead.archived");
		expect((await test(key, id, {})).event_type).toBe("lead.archived");
		expect((await test(key, id, { type: "payout.paid" })).event_type).toBe("payout.paid");
		await receiver.until(url, 3);
		const sent = receiver.at(url).map(({ event, headers }) => [event.type, headers.get("Service-Event-Type")]);
		expect(sent.sort()).toEqual(["lead.archived", "lead.archived", "payout.paid"].map((type) => [type, type]));
	});

	it("of a type that does not exist is refused", async () => {
		const { key } = await newWorld();
		const { id } = await createEndpoint(key);
		await call(400, `/v1/webhook_endpoints/${id}/test`, { key, body: { type: "client.exploded" } });
		expect(await deliveriesOf(key, id)).toEqual([]);
	});

	it("reaches a disabled endpoint and leaves what waits for it waiting", async () => {
		const { key, endpointId, url, delivery } = await tried(500);
		await call(200, `/v1/webhook_endpoints/${endpointId}`, { method: "PATCH", key, body: { status: "DISABLED" } });
		await test(key, endpointId);
		await receiver.until(url, 2);
		expect(receiver.at(url)[1]?.event.test).toBe(true);
		expect(await getDelivery(key, delivery.id)).toMatchObject({ status: "PENDING", attempt_count: 1 });
	});

	it("is tried once and counts for nothing when it fails", async () => {
		const { key } = await newWorld();
		const { id, url } = await createEndpoint(key);
		receiver.answersStatus(url, 503);
		const sent = await test(key, id);
		expect(await waitForAttempts(key, sent.id, 1)).toMatchObject({ status: "DEAD", next_attempt_at: null });
		await nothingMore({ url, delivery: sent });
		expect((await call(200, `/v1/webhook_endpoints/${id}`, { key })).body.consecutive_failures).toBe(0);
	});

	it("of any type is as its published schema says", async () => {
		const { key } = await newWorld();
		const { id, url } = await createEndpoint(key);
		for (const type of publicEventTypes) await test(key, id, { type });
		const sent = await receiver.until(url, publicEventTypes.length);
		const schemas = new Schemas(structuredClone({ schemas: document.components.schemas }));
		for (const { event } of sent) {
			const { schema } = document.webhooks[event.type].post.requestBody.content["application/json"];
			const { valid, errors } = schemas.validate(event.type, () => structuredClone(schema), event);
			expect(valid, `${event.type}: ${JSON.stringify(errors)}`).toBe(true);
		}
		expect(new Set(sent.map(({ event }) => event.type)).size).toBe(publicEventTypes.length);
	});
});
