import { env } from "cloudflare:workers";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { permits } from "../../src/domain/events/attempts/permits.ts";
import type { Nudge } from "../../src/platform/events/nudges.ts";
import { clock } from "../../src/platform/lib/clock.ts";
import { hourMs, secondMs } from "../../src/platform/lib/time.ts";
import { call } from "../support/api.ts";
import { database, envWithHooks } from "../support/database.ts";
import {
	advanceTo,
	type CreatedEndpoint,
	consume,
	consumeDeliveries,
	createClient,
	createEndpoint,
	deliveriesOf,
	endPendingDeliveries,
	getDelivery,
	waitForAttempts,
} from "../support/deliveries.ts";
import { Receiver, until } from "../support/receiver.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { changePlan, letPass, newKey, newWorld, type Tenant } from "../support/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: deliveries as JSON
type Json = any;

const receiver = new Receiver();
afterEach(async () => void (await endPendingDeliveries()));
const queue = env.WEBHOOKS;
const undo: (() => void)[] = [];
afterEach(() => {
	for (const step of undo.splice(0)) step();
});

afterAll(async () => {
	// The receiver ends after this file, so no delivery may still be waiting for it.
	await database.prepare("DELETE FROM webhook_endpoints").run();
	await new Promise((resolve) => setTimeout(resolve, 50));
});

type Sent = [{ delivery_id: string }, { delaySeconds: number }][];

/** Makes the queue lose all messages until `restore` or the end of the test. `sent` collects them. */
function withoutQueue(fails = false): { sent: Sent; restore: () => void } {
	const sent: Sent = [];
	const lose = async (...message: unknown[]) => {
		if (fails) throw new Error("queue down");
		sent.push(message as Sent[number]);
		return undefined as never;
	};
	const spies = [vi.spyOn(queue, "send"), vi.spyOn(queue, "sendBatch")];
	for (const spy of spies) spy.mockImplementation(lose);
	const restore = () => {
		for (const spy of spies) spy.mockRestore();
	};
	undo.push(restore);
	return { sent, restore };
}

/** Holds back the answers of a receiver. `letGo` sends the oldest ones. */
function hold(url: string, status = 200) {
	let asked = 0;
	let allowed = 0;
	let most = 0;
	const held = () => Math.max(0, asked - allowed);
	receiver.answers(url, async () => {
		const turn = ++asked;
		most = Math.max(most, held());
		// This polls, because one invocation cannot resolve the promise of another.
		await until(() => turn <= allowed, 60_000);
		return new Response(null, { status });
	});
	const letGo = (count: number) => {
		allowed += count;
	};
	const end = () => letGo(Number.POSITIVE_INFINITY);
	undo.push(end);
	return { letGo, end, held, most: () => most };
}

interface Pending extends CreatedEndpoint {
	tenant: Tenant;
	key: string;
	delivery: Json;
}

async function pending(given: { plan?: string } = {}): Promise<Pending> {
	const tenant = await newWorld(given);
	const { key } = tenant;
	const { restore } = withoutQueue();
	const endpoint = await createEndpoint(key);
	await createClient(key);
	restore();
	const [delivery] = await deliveriesOf(key, endpoint.id);
	return { ...endpoint, tenant, key, delivery };
}

const patch = (key: string, id: string, body: object) =>
	call(200, `/v1/webhook_endpoints/${id}`, { method: "PATCH", key, body });

/** Neither time, nor a nudge, nor the scheduled work may send the delivery. */
async function staysUnsent(url: string, { id }: Json, count: number): Promise<void> {
	await letPass(2 * 86_400);
	await consumeDeliveries([id]);
	await scheduledWork();
	expect(receiver.at(url)).toHaveLength(count);
}

describe("what is lost on its way to the receiver is sent by the sweep", () => {
	it.each([
		["the queue refuses the nudge", true],
		["the service dies between the commit and the nudge, or the queue loses it", false],
	])("when %s; the change itself is answered 201", async (_, fails) => {
		const { key } = await newWorld();
		const { id, url } = await createEndpoint(key);
		const { restore } = withoutQueue(fails);
		await createClient(key);
		const [delivery] = await deliveriesOf(key, id);
		expect(delivery).toMatchObject({ status: "PENDING", attempt_count: 0 });
		restore();
		clock.advance(11);
		await scheduledWork();
		expect(await waitForAttempts(key, delivery.id, 1)).toMatchObject({ status: "SUCCEEDED" });
		expect(receiver.at(url)).toHaveLength(1);
	});

	it.each([
		["refuses", true],
		["loses", false],
	])("when the queue %s the nudge of a retry", async (_, fails) => {
		const { key, url, delivery } = await pending();
		receiver.answersStatus(url, 500);
		const { restore } = withoutQueue(fails);
		await consumeDeliveries([delivery.id]);
		restore();
		clock.advance(29);
		await scheduledWork();
		expect(receiver.at(url)).toHaveLength(1);
		clock.advance(12);
		await scheduledWork();
		expect(await waitForAttempts(key, delivery.id, 2)).toMatchObject({ attempt_count: 2 });
	});

	it("when the queue refuses again and again, until it does not", async () => {
		const { key, url, delivery } = await pending();
		const { restore } = withoutQueue(true);
		for (let minute = 0; minute < 3; minute++) {
			clock.advance(61);
			await scheduledWork();
		}
		restore();
		expect(receiver.at(url)).toEqual([]);
		clock.advance(61);
		await scheduledWork();
		await waitForAttempts(key, delivery.id, 1);
	});

	it("and a nudge that is only late does no harm", async () => {
		const { key, url, delivery } = await pending();
		clock.advance(11);
		await scheduledWork();
		await waitForAttempts(key, delivery.id, 1);
		await consumeDeliveries([delivery.id]);
		expect(receiver.at(url)).toHaveLength(1);
	});

	it("hundreds of them in one run", async () => {
		const hundreds = 700;
		const { key, id, url, tenant } = await pending();
		const { restore } = withoutQueue();
		await database
			.prepare(
				`INSERT INTO deliveries (id, tenant_id, endpoint_id, event_id, event_type, status, attempt_count, next_attempt_at, replaying,
					test_body, leased_until, queued_until, created_at, updated_at)
				SELECT substr(id, 1, 16) || substr(lower(hex(randomblob(7))), 2) || substr(id, -7), tenant_id, endpoint_id, 'evt_' || lower(hex(randomblob(16))),
					event_type, status, attempt_count, next_attempt_at, 1, '{}', 0, queued_until, created_at, updated_at
				FROM deliveries, (WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < ?2) SELECT x FROM n)
				WHERE endpoint_id = ?1 AND tenant_id = ?3`,
			)
			.bind(id, hundreds - 1, tenant.id)
			.run();
		restore();
		clock.advance(11);
		await scheduledWork();
		await receiver.until(url, hundreds, 20_000);
		const left = () =>
			database.prepare("SELECT count(*) AS n FROM deliveries WHERE endpoint_id = ? AND status = 'PENDING'").bind(id);
		await until(async () => (await left().first("n")) === 0);
		expect(receiver.at(url)).toHaveLength(hundreds);
		expect(await deliveriesOf(key, id, "?status=DEAD")).toEqual([]);
	}, 30_000);
});

describe("a claim that took long", () => {
	it.each([
		[14, 1],
		[16, 0],
	])(
		"%i seconds leaves time for %i attempts; what is not sent is given back untouched, and nudged",
		async (seconds, count) => {
			const { key, url, delivery } = await pending();
			const { sent } = withoutQueue();
			const [real, late] = [Date.now.bind(Date), seconds * secondMs];
			let passed = 0;
			const spy = vi.spyOn(Date, "now").mockImplementation(() => real() + passed);
			undo.push(() => spy.mockRestore());
			const batch = () => {
				passed = late;
			};
			await consumeDeliveries([delivery.id], envWithHooks({ batch }));
			expect(receiver.at(url)).toHaveLength(count);
			const claimed = await database
				.prepare("SELECT leased_until FROM deliveries WHERE id = ?")
				.bind(delivery.id)
				.first();
			expect(claimed).toEqual({ leased_until: 0 });
			if (count === 1) return;
			expect(await getDelivery(key, delivery.id)).toEqual(delivery);
			expect(sent).toMatchObject([[{ deliveries: [{ delivery_id: delivery.id }] }, { delaySeconds: 0 }]]);
			spy.mockRestore();
			await consumeDeliveries([delivery.id]);
			expect(await getDelivery(key, delivery.id)).toMatchObject({ status: "SUCCEEDED", attempt_count: 1 });
		},
	);
});

it("a batch waits where its isolate has as many attempts under way as it can carry", async () => {
	const { url, delivery } = await pending();
	const taken = Array.from({ length: 200 }, (_, n) =>
		permits.take({ tenant_id: `t${n}`, endpoint_id: `e${n}`, host: `h${n}` }, Date.now()),
	).filter((permit) => typeof permit === "function");
	expect(taken).toHaveLength(64);
	undo.push(() => {
		for (const end of taken) end();
	});
	const nudge = consumeDeliveries([delivery.id]);
	await scheduler.wait(150);
	expect(receiver.at(url)).toEqual([]);
	taken.pop()?.();
	await nudge;
	expect(receiver.at(url)).toHaveLength(1);
});

describe("slow receivers", () => {
	/** A tenant whose endpoints hold back their answers, with so many deliveries at each. No nudge of them was sent. */
	async function slow(endpoints: number, deliveries: number) {
		const { key } = await newWorld({ plan: "studio" });
		const { restore } = withoutQueue();
		const made: CreatedEndpoint[] = [];
		for (let n = 0; n < endpoints; n++) made.push(await createEndpoint(key));
		for (let n = 0; n < deliveries; n++) await createClient(key);
		restore();
		const ids = (await Promise.all(made.map(({ id }) => deliveriesOf(key, id)))).flat().map(({ id }) => String(id));
		const held = made.map(({ url }) => hold(url));
		const asked = () => held.reduce((sum, one) => sum + one.held(), 0);
		const arrived = () => made.reduce((sum, { url }) => sum + receiver.at(url).length, 0);
		return { ids, asked, arrived, end: () => held.forEach((one) => void one.end()) };
	}

	it("of one tenant do not delay the events of another", async () => {
		const tenant = await slow(8, 10);
		const other = await pending();
		const nudges = [consumeDeliveries(tenant.ids)];
		await until(() => tenant.asked() > 24);
		nudges.push(consumeDeliveries([other.delivery.id]));
		await receiver.until(other.url, 1, 1000);
		expect(tenant.asked()).toBeLessThanOrEqual(32);
		tenant.end();
		await Promise.all(nudges);
	});

	it("delay the tenant's own events at its other endpoints no longer than until a permit is free, and lose none", async () => {
		const tenant = await slow(8, 10);
		const { sent, restore } = withoutQueue();
		const nudges = consumeDeliveries(tenant.ids);
		await until(() => tenant.asked() > 24);
		restore();
		tenant.end();
		await nudges;
		// Of what was put off, the queue brings again what no end of an attempt at its endpoint dispatches.
		for (const [batch] of sent as unknown as [{ body: Nudge }[]][]) await consume(batch.map(({ body }) => body));
		await until(() => tenant.arrived() === tenant.ids.length, 10_000);
	});
});

describe("an attempt that died before it was recorded", () => {
	it("is made again, with the same event id and the same number, and is on record once", async () => {
		const { key, url, delivery } = await pending();
		let first = () => {};
		const firstHeld = new Promise<void>((resolve) => {
			first = resolve;
		});
		receiver.answers(url, async () => {
			if (receiver.at(url).length > 1) return new Response("second");
			await database.prepare("UPDATE deliveries SET leased_until = 1 WHERE id = ?").bind(delivery.id).run();
			await firstHeld;
			return new Response("first", { status: 500 });
		});
		const dead = consumeDeliveries([delivery.id]);
		await receiver.until(url, 1);
		await until(async () => (await claimOf(delivery.id)) === 1);
		clock.advance(31);
		await scheduledWork();
		expect(await waitForAttempts(key, delivery.id, 1)).toMatchObject({ status: "SUCCEEDED" });
		first();
		await dead;
		const settled = await getDelivery(key, delivery.id);
		expect(settled).toMatchObject({ status: "SUCCEEDED", attempt_count: 1, next_attempt_at: null });
		expect(settled.attempts.map(({ response_body }: Json) => response_body)).toEqual(["second"]);
		const sent = receiver
			.at(url)
			.map(({ headers, body }) => [headers.get("Service-Event-Id"), headers.get("Service-Attempt"), body]);
		expect(sent).toHaveLength(2);
		expect(sent[1]).toEqual(sent[0]);
	});

	it("is made again where the first one's answer comes while the second is under way", async () => {
		const { key, url, delivery } = await pending();
		const { letGo, held } = hold(url, 404);
		const attempts = [consumeDeliveries([delivery.id])];
		await receiver.until(url, 1);
		await database.prepare("UPDATE deliveries SET leased_until = 1 WHERE id = ?").bind(delivery.id).run();
		attempts.push(consumeDeliveries([delivery.id]));
		await until(() => held() === 2);
		letGo(1);
		await attempts[0];
		expect(await getDelivery(key, delivery.id)).toMatchObject({ status: "PENDING", attempt_count: 0, attempts: [] });
		letGo(1);
		await attempts[1];
		expect(await getDelivery(key, delivery.id)).toMatchObject({ status: "DEAD", attempt_count: 1 });
		expect((await getDelivery(key, delivery.id)).attempts).toHaveLength(1);
	});

	it("is not made again before its claim has lapsed, whatever nudges come", async () => {
		const { url, delivery } = await pending();
		const { end } = hold(url);
		const underWay = consumeDeliveries([delivery.id]);
		await receiver.until(url, 1);
		const claimedFor = (await claimOf(delivery.id)) - Date.now();
		expect(claimedFor).toBeGreaterThan(20_000);
		expect(claimedFor).toBeLessThanOrEqual(30_000);
		await letPass(3600);
		await scheduledWork();
		await consumeDeliveries([delivery.id]);
		expect(receiver.at(url)).toHaveLength(1);
		end();
		await underWay;
	});
});

const claimOf = async (id: string): Promise<number> =>
	(await database.prepare("SELECT leased_until FROM deliveries WHERE id = ?").bind(id).first("leased_until")) ?? 0;

describe("a nudge", () => {
	it("that comes 20 times at once sends once", async () => {
		const { key, url, delivery } = await pending();
		await Promise.all(Array.from({ length: 20 }, () => consumeDeliveries([delivery.id])));
		expect(receiver.at(url)).toHaveLength(1);
		expect((await getDelivery(key, delivery.id)).attempts).toHaveLength(1);
	});

	it("that comes 20 times in one batch sends once", async () => {
		const { url, delivery } = await pending();
		await consumeDeliveries(Array(20).fill(delivery.id));
		expect(receiver.at(url)).toHaveLength(1);
	});

	it("after a failure is for the time of the next attempt", async () => {
		const { url, delivery } = await pending();
		receiver.answersStatus(url, 500);
		const { sent } = withoutQueue();
		await consumeDeliveries([delivery.id]);
		expect(sent).toMatchObject([[{ deliveries: [{ delivery_id: delivery.id }] }, { delaySeconds: 30 }]]);
	});

	it("before its time sends nothing and is repeated at its time", async () => {
		const { key, url, delivery } = await pending();
		receiver.answersStatus(url, 500);
		const { sent } = withoutQueue();
		await consumeDeliveries([delivery.id]);
		await consumeDeliveries([delivery.id]);
		expect(receiver.at(url)).toHaveLength(1);
		const [, [nudge, { delaySeconds }]] = sent as [Sent[number], Sent[number]];
		expect(nudge).toMatchObject({ deliveries: [{ delivery_id: delivery.id }] });
		const due = Date.parse((await getDelivery(key, delivery.id)).next_attempt_at);
		expect(clock.now() + delaySeconds * secondMs).toBeGreaterThanOrEqual(due);
		expect(delaySeconds).toBeLessThanOrEqual(30);
	});

	it("for a wait longer than a queue can delay comes early and is repeated for the rest", async () => {
		const { key, url, delivery } = await pending();
		receiver.answersStatus(url, 500);
		const { sent } = withoutQueue();
		await consumeDeliveries([delivery.id]);
		const due = clock.now() + 24 * hourMs + 90 * secondMs;
		await database.prepare("UPDATE deliveries SET next_attempt_at = ? WHERE id = ?").bind(due, delivery.id).run();
		await consumeDeliveries([delivery.id]);
		expect(sent.at(-1)?.[1]).toEqual({ delaySeconds: 86_400 });
		clock.advance(86_400);
		await consumeDeliveries([delivery.id]);
		expect(receiver.at(url)).toHaveLength(1);
		const rest = sent.at(-1)?.[1].delaySeconds ?? 0;
		expect(rest).toBeGreaterThan(80);
		expect(rest).toBeLessThanOrEqual(90);
		await advanceTo(due);
		await consumeDeliveries([delivery.id]);
		expect(await getDelivery(key, delivery.id)).toMatchObject({ attempt_count: 2 });
	});

	it("of a delivery that does not exist or is final does nothing", async () => {
		const { url, delivery } = await pending();
		const { sent } = withoutQueue();
		await consumeDeliveries([delivery.id]);
		await consumeDeliveries([delivery.id, "wbd_00000000000000000000000000000000"]);
		expect(receiver.at(url)).toHaveLength(1);
		expect(sent).toEqual([]);
	});
});

describe("deliveries of an endpoint that is deleted", () => {
	it("are dropped", async () => {
		const { key, id, url, delivery } = await pending();
		await call(200, `/v1/webhook_endpoints/${id}`, { method: "DELETE", key });
		await staysUnsent(url, delivery, 0);
		await call(404, `/v1/deliveries/${delivery.id}`, { key });
	});

	it("are dropped with an attempt under way, which leaves nothing behind", async () => {
		const { key, id, url, delivery } = await pending();
		const { end } = hold(url, 500);
		const errors = vi.spyOn(console, "error");
		undo.push(() => errors.mockRestore());
		const underWay = consumeDeliveries([delivery.id]);
		await receiver.until(url, 1);
		await call(200, `/v1/webhook_endpoints/${id}`, { method: "DELETE", key });
		end();
		await underWay;
		expect(errors).not.toHaveBeenCalled();
		await staysUnsent(url, delivery, 1);
		const left = database.prepare("SELECT count(*) AS n FROM deliveries WHERE id = ?");
		expect(await left.bind(delivery.id).first("n")).toBe(0);
	});
});

describe("deliveries of an endpoint that is disabled", () => {
	it("wait, and leave as soon as it is active again", async () => {
		const { key, id, url, delivery } = await pending();
		await patch(key, id, { status: "DISABLED" });
		expect(await getDelivery(key, delivery.id)).toMatchObject({ status: "PENDING", next_attempt_at: null });
		await staysUnsent(url, delivery, 0);
		await patch(key, id, { status: "ACTIVE" });
		expect(await waitForAttempts(key, delivery.id, 1)).toMatchObject({ status: "SUCCEEDED" });
		expect(receiver.at(url)).toHaveLength(1);
	});

	it.each([
		[200, "SUCCEEDED"],
		[404, "DEAD"],
		[500, "PENDING"],
	])(
		"with an attempt under way that meets %i are %s, on record, and not tried again before",
		async (status, expected) => {
			const { key, id, url, delivery } = await pending();
			const { end } = hold(url, status);
			const underWay = consumeDeliveries([delivery.id]);
			await receiver.until(url, 1);
			await patch(key, id, { status: "DISABLED" });
			end();
			await underWay;
			expect(await getDelivery(key, delivery.id)).toMatchObject({
				status: expected,
				next_attempt_at: null,
				attempts: [{ attempt: 1, response_status: status }],
			});
			await staysUnsent(url, delivery, 1);
			receiver.answersStatus(url, 200);
			await patch(key, id, { status: "ACTIVE" });
			if (expected === "PENDING") await waitForAttempts(key, delivery.id, 2);
			await staysUnsent(url, delivery, expected === "PENDING" ? 2 : 1);
		},
	);

	it("and active again while an attempt is under way are sent once", async () => {
		const { key, id, url, delivery } = await pending();
		const { end } = hold(url);
		const underWay = consumeDeliveries([delivery.id]);
		await receiver.until(url, 1);
		await patch(key, id, { status: "DISABLED" });
		await patch(key, id, { status: "ACTIVE" });
		end();
		await underWay;
		expect(await getDelivery(key, delivery.id)).toMatchObject({ status: "SUCCEEDED", attempt_count: 1 });
		await staysUnsent(url, delivery, 1);
	});
});

describe("deliveries of a tenant on Light", () => {
	it("wait, and leave with the next plan", async () => {
		const { tenant, url, delivery } = await pending();
		await changePlan(tenant.id, "light");
		await staysUnsent(url, delivery, 0);
		await changePlan(tenant.id, "solo");
		const { key } = await newKey(tenant.id);
		expect(await waitForAttempts(key, delivery.id, 1)).toMatchObject({ status: "SUCCEEDED" });
	});

	it("with an attempt under way are on record and not tried again before", async () => {
		const { tenant, url, delivery } = await pending();
		const { end } = hold(url, 500);
		const underWay = consumeDeliveries([delivery.id]);
		await receiver.until(url, 1);
		await changePlan(tenant.id, "light");
		end();
		await underWay;
		await staysUnsent(url, delivery, 1);
		receiver.answersStatus(url, 200);
		await changePlan(tenant.id, "solo");
		const { key } = await newKey(tenant.id);
		expect(await waitForAttempts(key, delivery.id, 2)).toMatchObject({
			status: "SUCCEEDED",
			attempts: [{ response_status: 500 }, { response_status: 200 }],
		});
	});
});

describe("a test send of a tenant that has gone to Light", () => {
	it("is not sent there either", async () => {
		const { tenant, key, id, url } = await pending();
		const { restore } = withoutQueue();
		const { body } = await call(200, `/v1/webhook_endpoints/${id}/test`, { method: "POST", key });
		restore();
		await changePlan(tenant.id, "light");
		await staysUnsent(url, body, 0);
	});
});

const bytes = (...parts: (string | number[])[]): Uint8Array<ArrayBuffer> =>
	new Uint8Array(parts.flatMap((part) => (typeof part === "string" ? [...new TextEncoder().encode(part)] : part)));

/** Makes one attempt, which gets this answer, and returns what the API shows of it. */
async function answered(reply: () => Response): Promise<Json> {
	const { key, url, delivery } = await pending();
	receiver.answers(url, reply);
	await consumeDeliveries([delivery.id]);
	const { status, attempts } = await getDelivery(key, delivery.id);
	expect(attempts).toHaveLength(1);
	return { status, ...attempts[0] };
}

describe("an answer's body", () => {
	it.each([
		["nothing", bytes(), ""],
		["8191 bytes", bytes("x".repeat(8191)), "x".repeat(8191)],
		["8192 bytes", bytes("x".repeat(8192)), "x".repeat(8192)],
		["8193 bytes, cut", bytes("x".repeat(8193)), "x".repeat(8192)],
		["8192 bytes that end with a character of two", bytes("x".repeat(8190), "é"), `${"x".repeat(8190)}é`],
		["a character of two bytes across the limit, left out", bytes("x".repeat(8191), "é"), "x".repeat(8191)],
		["a character of three bytes across the limit, left out", bytes("x".repeat(8190), "€"), "x".repeat(8190)],
		["a character of four bytes across the limit, left out", bytes("x".repeat(8189), "😀"), "x".repeat(8189)],
		["a character of four bytes just within the limit", bytes("x".repeat(8188), "😀", "y"), `${"x".repeat(8188)}😀`],
		["nothing but characters of three bytes", bytes("€".repeat(3000)), "€".repeat(2730)],
		["invalid UTF-8, replaced", bytes("a", [0xff, 0xfe], "b", [0xc3]), "a��b�"],
		["a surrogate in UTF-8, replaced", bytes("a", [0xed, 0xa0, 0x80], "b"), "a���b"],
		["NUL bytes", bytes("a", [0], "b"), "a�b"],
		["a byte order mark", bytes([0xef, 0xbb, 0xbf], "a"), "\ufeffa"],
		[
			"text that looks like SQL or JSON",
			bytes(`'); DROP TABLE deliveries; -- {"a":"\\u0000"}`),
			`'); DROP TABLE deliveries; -- {"a":"\\u0000"}`,
		],
	])("is kept: %s", async (_, body, kept) => {
		const attempt = await answered(() => new Response(body));
		expect(attempt).toMatchObject({ status: "SUCCEEDED", error_message: null });
		expect(attempt.response_body).toBe(kept);
		expect(new TextEncoder().encode(attempt.response_body).length).toBeLessThanOrEqual(8192);
	});

	it.each([
		["invalid bytes", new Uint8Array(10_000).fill(0xff)],
		["NUL bytes", new Uint8Array(10_000)],
		["bytes that begin a character", new Uint8Array(8192).fill(0xe2)],
	])("is at most 8192 bytes of valid text, if it is all %s", async (_, body) => {
		const { response_body } = await answered(() => new Response(body));
		const length = new TextEncoder().encode(response_body).length;
		expect(length).toBeLessThanOrEqual(8192);
		expect(length).toBeGreaterThan(8192 - 3);
		expect(response_body).toMatch(/^\ufffd+$/);
	});

	it("is put together from parts that cut characters in two", async () => {
		const parts = [...bytes("naïve 😀 €")].map((byte) => new Uint8Array([byte]));
		const body = new ReadableStream({
			pull(stream) {
				const part = parts.shift();
				if (part) stream.enqueue(part);
				else stream.close();
			},
		});
		expect((await answered(() => new Response(body))).response_body).toBe("naïve 😀 €");
	});

	it("of 100 MB is not read beyond what is kept", async () => {
		const part = new Uint8Array(64 * 1024).fill(0x78);
		let sent = 0;
		let cancelled = false;
		const body = new ReadableStream({
			pull(stream) {
				sent += part.length;
				if (sent > 100 * 1024 * 1024) stream.close();
				else stream.enqueue(part);
			},
			cancel() {
				cancelled = true;
			},
		});
		const { status, response_body } = await answered(() => new Response(body));
		expect([status, response_body]).toEqual(["SUCCEEDED", "x".repeat(8192)]);
		expect(cancelled).toBe(true);
		expect(sent).toBeLessThanOrEqual(4 * part.length);
	});

	const brokenOff = (...parts: Uint8Array[]) =>
		new ReadableStream({
			pull(stream) {
				const part = parts.shift();
				if (part) stream.enqueue(part);
				else stream.error(new Error("connection reset"));
			},
		});

	it.each([
		[200, "SUCCEEDED"],
		[500, "PENDING"],
		[404, "DEAD"],
	])("that breaks off is kept as far as it came; its %i decides", async (code, expected) => {
		const { status, ...attempt } = await answered(
			() => new Response(brokenOff(bytes("half a bo"), bytes([0xe2, 0x82])), { status: code }),
		);
		expect(status).toBe(expected);
		expect(attempt).toMatchObject({ response_status: code, response_body: "half a bo" });
		expect(attempt.error_message).toContain("connection reset");
	});
});

describe("no answer", () => {
	it("because of the network is a failure that is tried again, with its reason", async () => {
		const reply = () => {
			throw new TypeError("getaddrinfo ENOTFOUND receiver.example");
		};
		expect(await answered(reply)).toMatchObject({
			status: "PENDING",
			response_status: null,
			response_body: null,
			error_message: "getaddrinfo ENOTFOUND receiver.example",
		});
	});

	it("keeps a reason short", async () => {
		const attempt = await answered(() => {
			throw new Error("x".repeat(100_000));
		});
		expect(attempt.error_message.length).toBeLessThanOrEqual(500);
	});

	it("within 10 seconds is a failure; a body that stays away after a 200 is none", async () => {
		const [silent, half] = [await pending(), await pending()];
		receiver.answers(silent.url, () => new Promise(() => {}));
		receiver.answers(half.url, ({ signal }) => {
			const body = new ReadableStream({
				start(stream) {
					stream.enqueue(bytes("half"));
					signal.addEventListener("abort", () => stream.error(signal.reason));
				},
			});
			return new Response(body);
		});
		await consumeDeliveries([silent.delivery.id, half.delivery.id]);
		const failed = await getDelivery(silent.key, silent.delivery.id);
		expect(failed).toMatchObject({
			status: "PENDING",
			attempts: [{ response_status: null, response_body: null, error_message: "No answer within 10 seconds." }],
		});
		expect(failed.attempts[0].duration_ms).toBeGreaterThanOrEqual(9_990);
		expect(failed.attempts[0].duration_ms).toBeLessThan(11_000);
		expect(await getDelivery(half.key, half.delivery.id)).toMatchObject({
			status: "SUCCEEDED",
			attempts: [{ response_status: 200, response_body: "half" }],
		});
	}, 15_000);
});

describe("an endpoint that hangs", () => {
	it("has ten attempts under way at most, and gets all 30 as soon as it answers, without a sweep", async () => {
		const { key } = await newWorld();
		const { id, url } = await createEndpoint(key);
		const { held, most, letGo, end } = hold(url);
		await Promise.all(Array.from({ length: 30 }, () => createClient(key)));
		await until(() => held() === 10);
		await new Promise((resolve) => setTimeout(resolve, 100));
		expect(receiver.at(url)).toHaveLength(10);
		letGo(3);
		await receiver.until(url, 13);
		await new Promise((resolve) => setTimeout(resolve, 50));
		expect(receiver.at(url)).toHaveLength(13);
		expect(most()).toBe(10);
		end();
		await receiver.until(url, 30);
		await until(async () => (await deliveriesOf(key, id, "?status=SUCCEEDED")).length === 30);
		expect(new Set(receiver.at(url).map(({ event }) => event.id)).size).toBe(30);
		expect(receiver.at(url)).toHaveLength(30);
	});

	it("costs no nudge for an event that would only wait, and gets it in its turn", async () => {
		const { key } = await newWorld();
		const { id, url } = await createEndpoint(key);
		const { held, end } = hold(url);
		await Promise.all(Array.from({ length: 13 }, () => createClient(key)));
		await until(() => held() === 10);
		const waiting =
			"SELECT count(*) AS n FROM deliveries WHERE endpoint_id = ? AND queued_until = 0 AND leased_until = 0";
		await until(async () => (await database.prepare(waiting).bind(id).first("n")) === 3);
		const { sent, restore } = withoutQueue();
		await createClient(key);
		await new Promise((resolve) => setTimeout(resolve, 50));
		expect(sent).toEqual([]);
		restore();
		end();
		await receiver.until(url, 14);
	});

	it("gets all 30 one after the other when each answer lets in the next", async () => {
		const { key } = await newWorld();
		const { id, url } = await createEndpoint(key);
		const { held, most, letGo } = hold(url, 404);
		await Promise.all(Array.from({ length: 30 }, () => createClient(key)));
		for (let answered = 0; answered < 30; answered++) {
			await until(() => held() === Math.min(10, 30 - answered));
			letGo(1);
		}
		await until(async () => (await deliveriesOf(key, id, "?status=DEAD")).length === 30);
		expect(most()).toBe(10);
		expect(receiver.at(url)).toHaveLength(30);
	});

	it("holds up neither another endpoint of the tenant nor another tenant", async () => {
		const [{ key }, neighbour] = [await newWorld(), await newWorld()];
		const [hanging, other, theirs] = [
			await createEndpoint(key),
			await createEndpoint(key),
			await createEndpoint(neighbour.key),
		];
		const { held } = hold(hanging.url);
		await Promise.all(Array.from({ length: 30 }, () => createClient(key)));
		await receiver.until(other.url, 30, 2000);
		await createClient(neighbour.key);
		await receiver.until(theirs.url, 1, 1000);
		expect(held()).toBe(10);
	});
});

describe("a URL that is no longer safe", () => {
	it.each([
		["http://receiver.example/hook", "https"],
		["https://127.0.0.1/hook", "public internet"],
		["https://169.254.169.254/latest/meta-data", "public internet"],
		["https://[::1]:8443/hook", "public internet"],
		["https://user:secret@receiver.example/hook", "user name"],
		["https://receiver.example:22/hook", "port"],
	])("is not sent to in production, and the attempt says why: %s", async (url, reason) => {
		const { key, id, delivery } = await pending();
		await database.prepare("UPDATE webhook_endpoints SET url = ? WHERE id = ?").bind(url, id).run();
		const before = receiver.received.length;
		await consumeDeliveries([delivery.id], { ENVIRONMENT: "production" });
		expect(receiver.received).toHaveLength(before);
		const failed = await getDelivery(key, delivery.id);
		expect(failed).toMatchObject({
			status: "PENDING",
			attempt_count: 1,
			attempts: [{ response_status: null, response_body: null, error_message: expect.stringContaining(reason) }],
		});
		expect(Date.parse(failed.next_attempt_at)).toBeGreaterThan(clock.now() + 25 * secondMs);
	});
});

describe("a clock that was moved", () => {
	it("by part of a millisecond goes on in whole ones", async () => {
		await letPass(0.0004);
		await letPass(1.23456);
		const { key, url, delivery } = await pending();
		await consumeDeliveries([delivery.id]);
		expect(await getDelivery(key, delivery.id)).toMatchObject({ id: expect.stringMatching(/^wbd_[0-9a-f]{32}$/) });
		expect(receiver.at(url)).toHaveLength(1);
		expect(clock.now() % 1).toBe(0);
	});
});
