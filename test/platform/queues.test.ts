import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import worker from "../../src/worker.ts";
import { errorOf, sleep } from "../support/conformance.ts";
import { until } from "../support/receiver.ts";

// Each test runs on workerd and on the platform in one process, and says the same of both (lab/platform/README.md).
// The settings of the queues are those of wrangler.toml.

interface Seen {
	queue: string;
	bodies: unknown[];
	attempts: number[];
	ids: string[];
	at: number;
}
type Batch = MessageBatch<unknown>;

/** Messages that the service itself has sent for an earlier file may still arrive. They name a database. */
const isOfEarlierFile = ({ body }: Message): boolean => typeof body === "object" && body !== null && "database" in body;

/** Takes the place of the Worker's consumer. Returns the batches that it gets. */
function consume(handle: (batch: Batch, ctx: ExecutionContext) => Promise<void> | void = () => {}): Seen[] {
	const seen: Seen[] = [];
	vi.spyOn(worker, "queue").mockImplementation(async (given, _, ctx) => {
		const batch = given as Batch;
		if (batch.messages.some(isOfEarlierFile)) return;
		seen.push({
			queue: batch.queue,
			bodies: batch.messages.map(({ body }) => body),
			attempts: batch.messages.map(({ attempts }) => attempts),
			ids: batch.messages.map(({ id }) => id),
			at: Date.now(),
		});
		await handle(batch, ctx);
	});
	return seen;
}
const bodiesOf = (seen: Seen[]) => seen.map(({ bodies }) => bodies);
const attemptsOf = (seen: Seen[]) => seen.map(({ attempts }) => attempts);

afterEach(() => void vi.restoreAllMocks());

/** Batches of four; three retries. */
const retried = env.CALENDARS as Queue<unknown>;
/** Batches of one; no retries. */
const single = env.SCHEDULE as Queue<unknown>;

describe("a queue", () => {
	it("gives messages in their order, in batches of at most its size", async () => {
		const seen = consume();
		await retried.sendBatch([1, 2, 3, 4, 5, 6].map((body) => ({ body })));
		await until(() => seen.length === 2);
		expect(bodiesOf(seen)).toEqual([
			[1, 2, 3, 4],
			[5, 6],
		]);
		expect(seen[0]).toMatchObject({ queue: "calendars", attempts: [1, 1, 1, 1] });
		expect(new Set(seen.flatMap(({ ids }) => ids)).size).toBe(6);
	});

	it("carries JSON: undefined is left out, a date is a text, and the sender's later changes do not count", async () => {
		const seen = consume();
		const body = { n: 1, at: new Date(5), none: null, absent: undefined };
		const sending = single.send(body);
		body.n = 2;
		await sending;
		await until(() => seen.length === 1);
		expect(seen[0]?.bodies).toEqual([{ n: 1, at: "1970-01-01T00:00:00.005Z", none: null }]);
		expect(Object.keys(seen[0]?.bodies[0] as object)).toEqual(["n", "at", "none"]);
	});

	it("delays a message by its own time, or else by that of its batch", async () => {
		const seen = consume();
		const began = Date.now();
		await single.sendBatch([{ body: "own", delaySeconds: 0 }, { body: "of the batch" }], { delaySeconds: 1 });
		await until(() => seen.length === 2);
		expect(bodiesOf(seen)).toEqual([["own"], ["of the batch"]]);
		expect((seen[0]?.at ?? 0) - began).toBeLessThan(900);
		expect((seen[1]?.at ?? 0) - began).toBeGreaterThanOrEqual(950);
	});

	it("tells how much waits", async () => {
		expect(await single.metrics()).toMatchObject({
			backlogCount: expect.any(Number),
			backlogBytes: expect.any(Number),
		});
	});

	it.each([
		["no message at all", () => single.sendBatch([])],
		["a message that is undefined", () => single.send(undefined)],
		["101 messages at once", () => single.sendBatch(Array.from({ length: 101 }, () => ({ body: 1 })))],
		["a message of more than 128 000 bytes", () => single.send("a".repeat(128_001))],
		["one of its size among others", () => single.sendBatch([{ body: 1 }, { body: "a".repeat(128_001) }])],
		[
			"messages of more than 288 000 bytes at once",
			() => single.sendBatch(Array.from({ length: 3 }, () => ({ body: "a".repeat(100_000) }))),
		],
		["a delay of more than a day", () => single.send(1, { delaySeconds: 86_401 })],
		["a delay below zero", () => single.send(1, { delaySeconds: -1 })],
	])("refuses %s, and takes none of them", async (_, send) => {
		const seen = consume();
		expect(await errorOf(send)).toBeInstanceOf(Error);
		await sleep(60);
		expect(seen).toEqual([]);
	});

	it("takes 100 messages, and one of 127 900 bytes", async () => {
		const seen = consume();
		await retried.sendBatch(Array.from({ length: 100 }, (_, body) => ({ body })));
		await retried.send("a".repeat(127_900));
		await until(() => seen.flatMap(({ bodies }) => bodies).length === 101);
	});
});

describe("a consumer of a queue", () => {
	it("gets a batch again that it threw at, until the retries are used up", async () => {
		const seen = consume(() => {
			throw new Error("no");
		});
		await retried.send("again");
		await until(() => seen.length === 4);
		await sleep(100);
		expect(attemptsOf(seen)).toEqual([[1], [2], [3], [4]]);
		expect(new Set(seen.flatMap(({ ids }) => ids)).size).toBe(1);
	});

	it("gets no second try from a queue without retries", async () => {
		const seen = consume(() => {
			throw new Error("no");
		});
		await single.send("once");
		await until(() => seen.length === 1);
		await sleep(100);
		expect(seen).toHaveLength(1);
	});

	it("that throws gets the whole batch again, also what it acknowledged", async () => {
		const seen = consume(({ messages: [first] }) => {
			if (first?.attempts !== 1) return;
			first.ack();
			throw new Error("no");
		});
		await retried.sendBatch([{ body: "a" }, { body: "b" }]);
		await until(() => seen.length === 2);
		expect(bodiesOf(seen)).toEqual([
			["a", "b"],
			["a", "b"],
		]);
	});

	it("retries one message after the time that it names, and the others are done", async () => {
		const seen = consume(({ messages }) => {
			for (const message of messages)
				if (message.body === "later" && message.attempts < 3) message.retry({ delaySeconds: 1 });
		});
		await retried.sendBatch([{ body: "later" }, { body: "done" }]);
		await until(() => seen.length === 3);
		expect(bodiesOf(seen)).toEqual([["later", "done"], ["later"], ["later"]]);
		const [first, second, third] = seen.map(({ at }) => at) as [number, number, number];
		expect(second - first).toBeGreaterThanOrEqual(950);
		expect(third - second).toBeGreaterThanOrEqual(950);
	});

	it("decides about a message by its first word", async () => {
		const seen = consume(({ messages: [first, second] }) => {
			if (first?.attempts !== 1) return;
			first.ack();
			first.retry();
			second?.retry();
			second?.ack();
		});
		await retried.sendBatch([{ body: "acknowledged" }, { body: "retried" }]);
		await until(() => seen.length === 2);
		expect(bodiesOf(seen)[1]).toEqual(["retried"]);
	});

	it("acknowledges what is left with ackAll, and retries everything with retryAll", async () => {
		const seen = consume((batch) => {
			const [first] = batch.messages;
			if (first?.attempts !== 1) return;
			if (first.body === "a") first.retry();
			else first.ack();
			if (first.body === "a") batch.ackAll();
			else batch.retryAll();
		});
		await retried.sendBatch([{ body: "a" }, { body: "b" }]);
		await until(() => seen.length === 2);
		expect(bodiesOf(seen)[1]).toEqual(["a"]);
		await retried.sendBatch([{ body: "c" }, { body: "d" }]);
		await until(() => seen.length === 4);
		expect(bodiesOf(seen)[3]).toEqual(["c", "d"]);
	});

	it("is done when its handler returns: work that goes on or fails neither delays nor repeats a batch", async () => {
		let ended = 0;
		const seen = consume(({ messages }, ctx) => {
			ctx.waitUntil(sleep(300).then(() => void ended++));
			if (messages[0]?.body === "fails") ctx.waitUntil(Promise.reject(new Error("later")));
		});
		await single.send("fails");
		await single.send("next");
		await until(() => seen.length === 2);
		expect(ended).toBe(0);
		await until(() => ended === 2);
		expect(bodiesOf(seen)).toEqual([["fails"], ["next"]]);
	});
});
