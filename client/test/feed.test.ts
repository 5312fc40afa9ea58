import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { StudioEvent } from "../src/index.ts";
import { failure, page, problem, type Received, service } from "./service.ts";

/** A log of events. Like the service, it waits with its answer until there is an event. */
function log(length: number) {
	const events = Array.from({ length }, (_, n) => ({
		object: "event",
		id: `evt_${n + 1}`,
		sequence: n + 1,
		type: "client.created",
	}));
	const answer = ({ url }: Received): Response => {
		const after = url.searchParams.get("after_sequence");
		const limit = Number(url.searchParams.get("limit"));
		if (after === null) return page(events.toReversed().slice(0, limit));
		const rest = events.filter(({ sequence }) => sequence > Number(after));
		const data = rest.slice(0, limit);
		return page(data, null, {
			has_more: rest.length > limit,
			next_after_sequence: data.at(-1)?.sequence ?? Number(after),
		});
	};
	const waiting = async (request: Received): Promise<Response> => {
		const giveUpAt = Date.now() + 20_000;
		for (;;) {
			request.signal.throwIfAborted();
			if (Number(request.url.searchParams.get("after_sequence")) < events.length || Date.now() >= giveUpAt)
				return answer(request);
			await new Promise((resolve, reject) => {
				const timer = setTimeout(resolve, 100);
				request.signal.addEventListener("abort", () => {
					clearTimeout(timer);
					reject(request.signal.reason);
				});
			});
		}
	};
	const add = () =>
		events.push({
			object: "event",
			id: `evt_${events.length + 1}`,
			sequence: events.length + 1,
			type: "client.created",
		});
	return { answer, waiting, add };
}

const broken = new TypeError("fetch failed");
const sequences = (events: StudioEvent[]) => events.map(({ sequence }) => sequence);
const upTo = (n: number) => Array.from({ length: n }, (_, index) => index + 1);

async function take(feed: AsyncIterable<StudioEvent>, count: number): Promise<StudioEvent[]> {
	const taken: StudioEvent[] = [];
	for await (const event of feed) if (taken.push(event) === count) break;
	return taken;
}

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
	promise.catch(() => {});
	await vi.advanceTimersByTimeAsync(ms);
	return await promise;
}

describe("the feed", () => {
	it("gives each event once, in order, over its pages", async () => {
		const { waiting } = log(250);
		const { studio, received } = service([waiting]);
		expect(sequences(await within(0, take(studio.events.follow({ after: 0 }), 250)))).toEqual(upTo(250));
		expect(received).toHaveLength(3);
	});

	it("waits for the next event, and begins with it where nothing else is said", async () => {
		const { waiting, answer, add } = log(3);
		const { studio, received } = service([
			(request) => (request.url.searchParams.has("wait") ? waiting(request) : answer(request)),
		]);
		const feed = studio.events.follow();
		const next = feed.next();
		await vi.advanceTimersByTimeAsync(45_000);
		add();
		expect(await within(100, next)).toMatchObject({ value: { sequence: 4 } });
		expect(feed.sequence).toBe(4);
		expect(received.map(({ url }) => url.search)).toEqual([
			"?limit=1",
			...Array(3).fill("?after_sequence=3&wait=20&limit=100"),
		]);
	});

	it("asks for its types alone", async () => {
		const { waiting } = log(1);
		const { studio, received } = service([waiting]);
		await within(0, take(studio.events.follow({ after: 0, types: ["client.created", "client.deleted"] }), 1));
		expect(received[0]?.url.searchParams.get("type")).toBe("client.created,client.deleted");
	});

	it("outlasts a service that is away for an hour, tells of it, and drops nothing", async () => {
		const { waiting, add } = log(2);
		let away = false;
		const { studio } = service([(request) => (away ? Promise.reject(broken) : waiting(request))], { maxRetries: 0 });
		const waits: number[] = [];
		const feed = studio.events.follow({
			after: 0,
			onRetry: ({ error, waitMs }) => {
				expect(error).toMatchObject({ cause: broken });
				waits.push(waitMs);
			},
		});
		const taken = take(feed, 4);
		await vi.advanceTimersByTimeAsync(0);
		away = true;
		await vi.advanceTimersByTimeAsync(3_600_000);
		add();
		add();
		away = false;
		expect(sequences(await within(20_000, taken))).toEqual([1, 2, 3, 4]);
		expect(waits.length).toBeGreaterThan(400);
		expect(Math.max(...waits)).toBeLessThanOrEqual(8000);
	});

	it.each([
		[
			"an answer that breaks off",
			() => new Response('{"object":"list","data":[{"seq', { headers: { "Content-Type": "application/json" } }),
		],
		["503", () => problem(503, "service_unavailable", {}, { "Retry-After": "1" })],
		["429", () => problem(429, "rate_limit_exceeded", {}, { "Retry-After": "3" })],
	])("outlasts %s between any two pages", async (_, broken) => {
		const { waiting } = log(250);
		let turn = 0;
		const { studio } = service([(request) => (turn++ % 2 === 0 ? broken() : waiting(request))]);
		expect(sequences(await within(60_000, take(studio.events.follow({ after: 0 }), 250)))).toEqual(upTo(250));
	});

	it("ends with what does not pass by itself", async () => {
		const expired = service([problem(410, "events_expired", { oldest_sequence: 841 })]);
		expect(await failure(expired.studio.events.follow({ after: 7 }).next())).toMatchObject({
			code: "events_expired",
			oldestSequence: 841,
		});
		const restored = service([problem(410, "events_expired", { oldest_sequence: 1 })]);
		const ahead = restored.studio.events.follow({ after: 900 });
		expect(await failure(ahead.next())).toMatchObject({ code: "events_expired", oldestSequence: 1 });
		expect(ahead.sequence).toBe(900);
		const revoked = service([problem(401, "revoked_api_key")]);
		expect(await failure(revoked.studio.events.follow().next())).toMatchObject({ code: "revoked_api_key" });
	});

	it("reads on only when it is asked for more", async () => {
		const { waiting } = log(250);
		const { studio, received } = service([waiting]);
		const feed = studio.events.follow({ after: 0 });
		for (let n = 0; n < 100; n++) await feed.next();
		await vi.advanceTimersByTimeAsync(600_000);
		expect(received).toHaveLength(1);
		await feed.next();
		expect(received).toHaveLength(2);
	});

	it("goes on from its sequence, where another one stopped", async () => {
		const { waiting } = log(250);
		const { studio } = service([waiting]);
		const feed = studio.events.follow({ after: 0 });
		const first = await within(0, take(feed, 130));
		const rest = await within(0, take(studio.events.follow({ after: feed.sequence }), 120));
		expect(sequences([...first, ...rest])).toEqual(upTo(250));
	});

	it("moves on past events of other types, so that its sequence does not grow old", async () => {
		const { studio, received } = service([
			page([], null, { next_after_sequence: 900 }),
			page([{ sequence: 901 }], null, { next_after_sequence: 901 }),
		]);
		const feed = studio.events.follow({ after: 1, types: ["payout.paid"] });
		await feed.next();
		expect(feed.sequence).toBe(901);
		expect(received.map(({ url }) => url.searchParams.get("after_sequence"))).toEqual(["1", "900"]);
	});

	it("asks anew at once after its machine has slept", async () => {
		const { waiting, add } = log(0);
		let asleep = true;
		const dead = ({ signal }: Received) =>
			new Promise<Response>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
		const { studio } = service([(request) => (asleep ? dead(request) : waiting(request))]);
		const next = studio.events.follow({ after: 0 }).next();
		await vi.advanceTimersByTimeAsync(2000);
		// The clock advances, but no timer fires.
		vi.setSystemTime(Date.now() + 300_000);
		asleep = false;
		add();
		expect(await within(1000, next)).toMatchObject({ value: { sequence: 1 } });
	});

	it("ends while it waits, by its signal or when it is told to return", async () => {
		const { waiting } = log(0);
		const { studio, received } = service([waiting]);
		const stopping = new AbortController();
		const stopped = studio.events.follow({ after: 0, signal: stopping.signal }).next();
		stopped.catch(() => {});
		const feed = studio.events.follow({ after: 0 });
		const returned = feed.next();
		await vi.advanceTimersByTimeAsync(1000);
		stopping.abort(new Error("enough"));
		expect(await failure(stopped)).toMatchObject({ message: "enough" });
		await feed.return();
		expect(await returned).toEqual({ done: true, value: undefined });
		expect(received.every(({ signal }) => signal.aborted)).toBe(true);
		expect(vi.getTimerCount()).toBe(0);
	});

	it("throws the reason of its signal out of the loop, and gives nothing more of a page that it has", async () => {
		const { waiting } = log(3);
		const { studio } = service([waiting]);
		const stopping = new AbortController();
		const feed = studio.events.follow({ after: 0, signal: stopping.signal });
		const taken: StudioEvent[] = [];
		const loop = async () => {
			for await (const event of feed) {
				taken.push(event);
				stopping.abort();
			}
		};
		expect(await failure(loop())).toMatchObject({ name: "AbortError" });
		expect(sequences(taken)).toEqual([1]);
		// The next reader gets the event that the first one did not receive.
		expect(sequences(await within(0, take(studio.events.follow({ after: feed.sequence }), 2)))).toEqual([2, 3]);
	});

	it("ends while it waits to try again", async () => {
		const { studio } = service([broken]);
		const feed = studio.events.follow({ after: 0 });
		const next = feed.next();
		await vi.advanceTimersByTimeAsync(60_000);
		await feed.return();
		expect(await next).toEqual({ done: true, value: undefined });
		expect(vi.getTimerCount()).toBe(0);
	});
});
