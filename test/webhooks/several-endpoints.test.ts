import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { keptHours } from "../../src/domain/events/attempts/hourly-counts.ts";
import type { Nudge } from "../../src/platform/events/nudges.ts";
import { clock } from "../../src/platform/lib/clock.ts";
import { call, send } from "../support/api.ts";
import { database, rows } from "../support/database.ts";
import {
	consume as consumeNudges,
	createEndpoint,
	deliveriesOf,
	endPendingDeliveries,
	getDelivery,
} from "../support/deliveries.ts";
import { newEndpoint, patchEndpoint, publish } from "../support/endpoints.ts";
import { readAllPages } from "../support/read-all-pages.ts";
import { Receiver, until } from "../support/receiver.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { changePlan, letPass, newWorld } from "../support/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: records as JSON
type Json = any;

const receiver = new Receiver();
const undo: (() => void)[] = [];
afterEach(async () => {
	for (const step of undo.splice(0)) step();
	await endPendingDeliveries();
});

/** Collects what is sent to the queue, which delivers nothing until `restore` or the end of the test. */
function heldQueue(): { sent: Nudge[]; restore: () => void } {
	const sent: Nudge[] = [];
	const spy = vi.spyOn(env.WEBHOOKS, "sendBatch").mockImplementation(async (batch) => {
		for (const { body } of batch) sent.push(body as Nudge);
		return undefined as never;
	});
	const restore = () => spy.mockRestore();
	undo.push(restore);
	return { sent, restore };
}

const consume = (...nudges: Nudge[]) => consumeNudges(nudges);

async function published(count = 3, urlOf?: (n: number) => string) {
	const world = await newWorld({ plan: "empire" });
	const endpoints: Awaited<ReturnType<typeof newEndpoint>>[] = [];
	for (let n = 0; n < count; n++) endpoints.push(await newEndpoint(world, urlOf ? { url: urlOf(n) } : {}));
	const { sent, restore } = heldQueue();
	const event = await publish(world.id);
	const [one, other, third] = endpoints;
	if (!one || !other || !third) throw new Error("There are fewer endpoints.");
	return { ...world, endpoints, one, other, third, event, sent, restore };
}

const listed = (endpoint: { id: string; key: string }, query = "") => deliveriesOf(endpoint.key, endpoint.id, query);
const only = async (endpoint: { id: string; key: string }): Promise<Json> => {
	const found = await listed(endpoint);
	expect(found).toHaveLength(1);
	return found[0];
};

/** Answers that wait until the test lets them go. */
function held(url: string, response = () => new Response("late")) {
	let isOver = false;
	receiver.answers(url, async () => {
		await until(() => isOver, 20_000);
		return response();
	});
	const end = () => {
		isOver = true;
	};
	undo.push(end);
	return end;
}

describe("the deliveries of an event to several endpoints", () => {
	it("are on record from the commit on, each with an id that stays", async () => {
		const { endpoints, event, sent } = await published();
		const before = await Promise.all(endpoints.map(only));
		for (const delivery of before) {
			expect(delivery).toMatchObject({ event_id: event.id, status: "PENDING", attempt_count: 0, attempts: [] });
			expect(delivery.next_attempt_at).toBe(delivery.created_at);
		}
		expect(new Set(before.map((delivery) => delivery.id)).size).toBe(3);
		await consume(...sent);
		for (const [n, endpoint] of endpoints.entries()) {
			const after = await only(endpoint);
			expect(after).toMatchObject({ id: before[n].id, status: "SUCCEEDED", attempt_count: 1, next_attempt_at: null });
			expect(after.attempts).toMatchObject([
				{ attempt: 1, response_status: 200, response_body: "thanks", error_message: null },
			]);
			expect(JSON.parse(after.attempts[0].request_body)).toEqual(receiver.at(endpoint.url)[0]?.event);
			expect(receiver.at(endpoint.url)[0]?.headers.get("Service-Delivery-Id")).toBe(after.id);
			expect(await getDelivery(endpoint.key, after.id)).toEqual(after);
			expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse(before[n].updated_at));
		}
	});

	it("are in the lists with every other delivery, in both orders, page by page, with every filter", async () => {
		const { id, one, sent, restore } = await published();
		await consume(...sent.splice(0));
		for (let n = 0; n < 3; n++) {
			await publish(id, { type: n === 1 ? "payout.paid" : "message.created" });
			await consume(...sent.splice(0));
			receiver.answersStatus(one.url, n === 2 ? 400 : 200);
			await call(200, `/v1/webhook_endpoints/${one.id}/test`, { method: "POST", key: one.key, body: {} });
			await consume(...sent.splice(0));
		}
		await publish(id);
		restore();
		const all = await listed(one, "?limit=100");
		expect(all).toHaveLength(8);
		expect(all.map((delivery) => delivery.id)).toEqual(
			all
				.map((delivery) => delivery.id)
				.sort()
				.reverse(),
		);
		const path = `/v1/webhook_endpoints/${one.id}/deliveries`;
		const pages = async (query: string): Promise<Json[]> => (await readAllPages(`${path}?${query}`, one.key)).flat();
		expect(await pages("limit=2")).toEqual(all);
		const byChange = [...all].sort((a, b) => (a.updated_at + a.id < b.updated_at + b.id ? -1 : 1));
		expect(await pages("limit=3&sort=updated_at")).toEqual(byChange);
		for (const status of ["PENDING", "SUCCEEDED", "DEAD"]) {
			const some = (list: Json[]) => list.filter((delivery) => delivery.status === status);
			expect(await pages(`limit=2&status=${status}`)).toEqual(some(all));
			expect(await pages(`limit=2&sort=updated_at&status=${status}`)).toEqual(some(byChange));
		}
		const ofType = (list: Json[]) => list.filter((delivery) => delivery.event_type === "payout.paid");
		expect(await pages("limit=2&event_type=payout.paid")).toEqual(ofType(all));
		expect(await pages("limit=2&sort=updated_at&event_type=payout.paid")).toEqual(ofType(byChange));
		const since = byChange[4].updated_at;
		const changed = (list: Json[]) => list.filter((delivery) => delivery.updated_at >= since);
		expect(await pages(`limit=2&updated_since=${since}`)).toEqual(changed(all));
		expect(await pages(`limit=2&sort=updated_at&updated_since=${since}`)).toEqual(changed(byChange));
	});

	it("succeed and fail each by itself", async () => {
		const { one, other, third, sent, restore } = await published();
		receiver.answersStatus(one.url, 500);
		receiver.answersStatus(other.url, 404);
		await consume(...sent);
		restore();
		expect(await only(one)).toMatchObject({
			status: "PENDING",
			attempt_count: 1,
			attempts: [{ response_status: 500 }],
		});
		expect(await only(other)).toMatchObject({ status: "DEAD", attempt_count: 1, attempts: [{ response_status: 404 }] });
		expect(await only(third)).toMatchObject({ status: "SUCCEEDED", attempt_count: 1 });
		receiver.answersStatus(one.url, 200);
		await letPass(30);
		await until(async () => (await only(one)).status === "SUCCEEDED");
		expect((await only(one)).attempts).toHaveLength(2);
		expect(receiver.at(third.url)).toHaveLength(1);
	});

	it("are recorded without waiting for a slow receiver, which is recorded when it answers", async () => {
		const { one, other, third, sent } = await published();
		const end = held(one.url);
		const consumed = consume(...sent);
		for (const endpoint of [other, third]) await until(async () => (await only(endpoint)).status === "SUCCEEDED");
		expect(await only(one)).toMatchObject({ status: "PENDING", attempt_count: 0 });
		end();
		await consumed;
		expect(await only(one)).toMatchObject({ status: "SUCCEEDED", attempts: [{ response_body: "late" }] });
		expect(receiver.at(one.url)).toHaveLength(1);
	});

	it("of more endpoints than the tenant has permits wait for a moment", async () => {
		const { endpoints, sent } = await published(40, (n) => `https://fast-${n}.example/hook`);
		await Promise.all(sent.map((nudge) => consume(nudge)));
		for (const endpoint of endpoints)
			expect(await only(endpoint)).toMatchObject({ status: "SUCCEEDED", attempt_count: 1 });
	});

	it("come again by the queue if their permits stay taken", async () => {
		const { endpoints, sent } = await published(40, (n) => `https://slow-${n}.example/hook`);
		const again: Nudge[] = [];
		const spy = vi.spyOn(env.WEBHOOKS, "send").mockImplementation(async (nudge) => {
			again.push(nudge as Nudge);
			return undefined as never;
		});
		undo.push(() => spy.mockRestore());
		const ends = endpoints.map(({ url }) => held(url));
		const consumed = Promise.all(sent.map((nudge) => consume(nudge)));
		// A tenant has 32 of the 64 permits of an isolate.
		const arrived = () => endpoints.filter(({ url }) => receiver.at(url).length === 1).length;
		await until(() => again.flatMap(({ deliveries }) => deliveries).length === 8);
		expect(arrived()).toBe(32);
		for (const end of ends) end();
		await consumed;
		await Promise.all(again.map((nudge) => consume(nudge)));
		expect(arrived()).toBe(40);
	});

	it("are attempted once, however often the queue brings the message", async () => {
		const { endpoints, one, sent } = await published();
		const end = held(one.url);
		const consumed = [consume(...sent), consume(...sent)];
		await receiver.until(one.url, 1);
		await consume(...sent);
		end();
		await Promise.all(consumed);
		await consume(...sent);
		for (const { url } of endpoints) expect(receiver.at(url)).toHaveLength(1);
	});

	it("are sent by the sweep if the queue lost the message", async () => {
		const { endpoints, restore } = await published();
		const before = await Promise.all(endpoints.map(only));
		restore();
		await scheduledWork();
		for (const { url } of endpoints) expect(receiver.at(url)).toHaveLength(0);
		clock.advance(11);
		await scheduledWork();
		for (const [n, endpoint] of endpoints.entries()) {
			await until(async () => (await only(endpoint)).status === "SUCCEEDED");
			expect((await only(endpoint)).id).toBe(before[n].id);
			expect(receiver.at(endpoint.url)).toHaveLength(1);
		}
	});

	it("are sent again under the same number if the service died during the attempts", async () => {
		const { id, endpoints, sent, restore } = await published();
		await database
			.prepare("UPDATE deliveries SET leased_until = ?2 WHERE tenant_id = ?1")
			.bind(id, Date.now() + 60_000)
			.run();
		restore();
		await letPass(60);
		await scheduledWork();
		await consume(...sent);
		for (const { url } of endpoints) expect(receiver.at(url)).toHaveLength(0);
		// The lease expires.
		await database.prepare("UPDATE deliveries SET leased_until = 1 WHERE tenant_id = ?").bind(id).run();
		await scheduledWork();
		for (const endpoint of endpoints) {
			await receiver.until(endpoint.url, 1);
			await until(async () => (await only(endpoint)).status === "SUCCEEDED");
			expect(receiver.at(endpoint.url)[0]?.headers.get("Service-Attempt")).toBe("1");
		}
	});

	it("are on record once if an attempt outlives its lease and another takes over", async () => {
		const { id, one, other, third, sent, restore } = await published();
		const ends = [one, other, third].map(({ url }) => held(url));
		const first = consume(...sent);
		await receiver.until(third.url, 1);
		await database.prepare("UPDATE deliveries SET leased_until = 1 WHERE tenant_id = ?").bind(id).run();
		restore();
		clock.advance(11);
		await scheduledWork();
		await receiver.until(third.url, 2);
		for (const end of ends) end();
		await first;
		for (const endpoint of [one, other, third]) {
			await until(async () => (await only(endpoint)).status === "SUCCEEDED");
			expect(await only(endpoint)).toMatchObject({ attempt_count: 1, attempts: [{ attempt: 1 }] });
		}
	});

	it("wait at an endpoint that is disabled before they leave, and go to the others", async () => {
		const { one, other, sent, restore } = await published();
		await patchEndpoint(one, { status: "DISABLED" });
		expect(await only(one)).toMatchObject({ status: "PENDING", next_attempt_at: null });
		await consume(...sent);
		expect(await only(other)).toMatchObject({ status: "SUCCEEDED" });
		expect(receiver.at(one.url)).toHaveLength(0);
		restore();
		await patchEndpoint(one, { status: "ACTIVE" });
		await until(async () => (await only(one)).status === "SUCCEEDED");
		expect(receiver.at(one.url)).toHaveLength(1);
	});

	it("go in order to an endpoint that becomes ordered before they leave", async () => {
		const { id, one, sent, restore } = await published();
		const [first] = await listed(one);
		const messageId = "msg_1";
		await publish(id, { data: { messageId } });
		await publish(id, { data: { messageId } });
		await patchEndpoint(one, { ordered: true });
		const end = held(one.url);
		const last = sent.splice(0).reverse();
		restore();
		const consumed = consume(...last);
		await scheduledWork();
		await letPass(60);
		await until(() => receiver.at(one.url).length === 2);
		await new Promise((resolve) => setTimeout(resolve, 100));
		expect(receiver.at(one.url)).toHaveLength(2);
		end();
		await consumed;
		await until(async () => (await listed(one, "?status=SUCCEEDED")).length === 3);
		const numbers = receiver.at(one.url).map(({ event }) => event.sequence);
		expect(numbers.filter((n) => n > 1)).toEqual([2, 3]);
		expect((await listed(one)).at(-1).id).toBe(first.id);
	});

	it("at one host are under way within the limit of the host", async () => {
		const world = await newWorld({ plan: "empire" });
		const ends: (() => void)[] = [];
		const urls = Array.from({ length: 25 }, (_, n) => `https://crowded.example/${world.id}/${n}`);
		for (const url of urls) {
			await call(201, "/v1/webhook_endpoints", { key: world.key, body: { url, events: ["*"] } });
			ends.push(held(url));
		}
		await publish(world.id);
		const arrived = () => urls.filter((url) => receiver.at(url).length > 0).length;
		await until(() => arrived() === 20);
		await new Promise((resolve) => setTimeout(resolve, 200));
		expect(arrived()).toBe(20);
		for (const end of ends) end();
		await until(() => arrived() === 25, 10_000);
		for (const url of urls) expect(receiver.at(url)).toHaveLength(1);
	});
});

describe("a delivery beside others of its event", () => {
	it("is replayed like any other, keeps its first attempt, and leaves the others alone", async () => {
		const { one, other, sent, restore } = await published();
		receiver.answers(one.url, () => new Response("long ".repeat(500)));
		await consume(...sent);
		restore();
		const [before, beside] = [await only(one), await only(other)];
		const path = `/v1/deliveries/${before.id}/replay`;
		const refused = await send(path, { method: "POST", key: one.key, headers: { "If-Match": beside.etag ?? '"1"' } });
		expect(refused.status).toBe(412);
		receiver.answersStatus(one.url, 503);
		const { body } = await call(200, path, { method: "POST", key: one.key });
		expect(body).toMatchObject({ id: before.id, status: "PENDING", attempts: before.attempts });
		await until(async () => (await only(one)).status === "DEAD");
		const after = await only(one);
		expect(after.attempts).toMatchObject([before.attempts[0], { attempt: 2, response_status: 503 }]);
		expect(after.created_at).toBe(before.created_at);
		expect(await only(other)).toEqual(beside);
		expect(receiver.at(one.url)[1]?.headers.get("Service-Delivery-Id")).toBe(before.id);
	});

	it("is replayed before its first attempt, too, alone of all", async () => {
		const { one, other, third, restore } = await published();
		const before = await only(one);
		restore();
		const path = `/v1/deliveries/${before.id}/replay`;
		expect((await call(200, path, { method: "POST", key: one.key })).body).toMatchObject({ id: before.id });
		await until(async () => (await only(one)).status === "SUCCEEDED");
		expect(receiver.at(one.url)).toHaveLength(1);
		for (const endpoint of [other, third]) {
			expect(await only(endpoint)).toMatchObject({ status: "PENDING", attempt_count: 0 });
			expect(receiver.at(endpoint.url)).toHaveLength(0);
		}
		await letPass(300);
		await scheduledWork();
		for (const endpoint of [other, third]) await until(async () => (await only(endpoint)).status === "SUCCEEDED");
		expect(receiver.at(one.url)).toHaveLength(1);
	});

	it("is not missed: a recovery with missed events sends nothing that was sent", async () => {
		const { one, event, sent } = await published();
		await consume(...sent);
		const body = { since: event.created_at, include_missed: true };
		const recover = `/v1/webhook_endpoints/${one.id}/recover`;
		expect((await call(200, recover, { key: one.key, body })).body.count).toBe(0);
		await patchEndpoint(one, { status: "DISABLED" });
		await patchEndpoint(one, { status: "ACTIVE", replay_missed: true });
		expect(await listed(one)).toHaveLength(1);
	});

	it("is deleted with its endpoint, with an entry in the audit log, and the others stay", async () => {
		const { id, key, one, other, sent } = await published();
		await consume(...sent.splice(0));
		await publish(id);
		const gone = await listed(one);
		const stay = await listed(other);
		await call(200, `/v1/webhook_endpoints/${one.id}`, { method: "DELETE", key });
		for (const delivery of gone) await call(404, `/v1/deliveries/${delivery.id}`, { key });
		const { data } = (await call(200, "/v1/deletions?type=delivery&limit=100", { key })).body;
		expect(data.map((deletion: Json) => deletion.resource_id).sort()).toEqual(
			gone.map((delivery) => delivery.id).sort(),
		);
		expect(await listed(other)).toEqual(stay);
		await scheduledWork();
		expect(await rows("SELECT id FROM webhook_endpoints WHERE id = ?", one.id)).toEqual([]);
		expect(await rows("SELECT id FROM deliveries WHERE endpoint_id = ?", one.id)).toEqual([]);
		await consume(...sent);
		expect(receiver.at(one.url)).toHaveLength(1);
		expect(receiver.at(other.url)).toHaveLength(2);
	});

	it("is kept for 30 days", async () => {
		const { id, one, sent } = await published();
		await consume(...sent);
		await letPass(29 * 86_400);
		await scheduledWork();
		await only(one);
		await letPass(86_401);
		await scheduledWork();
		expect(await listed(one)).toEqual([]);
		expect(await rows("SELECT id FROM deliveries WHERE tenant_id = ?", id)).toEqual([]);
		expect(await rows("SELECT id FROM events WHERE tenant_id = ?", id)).toEqual([]);
	});

	it("counts in the hour of its endpoint", async () => {
		const { id, one, sent } = await published();
		await consume(...sent.splice(0));
		await publish(id);
		await consume(...sent);
		const [hour] = await rows("SELECT hour, slot, succeeded FROM endpoint_hours WHERE endpoint_id = ?", one.id);
		expect(hour).toEqual({ hour: hour?.hour, slot: Number(hour?.hour) % keptHours, succeeded: 2 });
	});
});

it("endpoints that are made at the same time have numbers of their own", async () => {
	const { id, key } = await newWorld({ plan: "empire" });
	await Promise.all(Array.from({ length: 12 }, () => createEndpoint(key)));
	const numbers = await rows("SELECT number FROM webhook_endpoints WHERE tenant_id = ? ORDER BY 1", id);
	expect(numbers.map(({ number }) => number)).toEqual(Array.from({ length: 12 }, (_, n) => n + 1));
});

it("an event of a change in the control database reaches all endpoints of the studio at once, without the schedule", async () => {
	const world = await newWorld({ plan: "solo" });
	const endpoints = [await newEndpoint(world), await newEndpoint(world), await newEndpoint(world)];
	await changePlan(world.id, "empire");
	for (const { url } of endpoints) await receiver.until(url, 1);
	for (const { url } of endpoints) expect(receiver.at(url)[0]?.event.type).toMatch(/^subscription\./);
});
