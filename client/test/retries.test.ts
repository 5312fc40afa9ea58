import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, ConnectionError, TimeoutError } from "../src/index.ts";
import { retryDelayMs, secondsIn } from "../src/retry.ts";
import { failure, json, noel, problem, service } from "./service.ts";

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

/** The result of a promise, with every wait skipped. */
async function soon<T>(promise: PromiseLike<T>): Promise<T> {
	const settled = Promise.resolve(promise);
	settled.catch(() => {});
	await vi.runAllTimersAsync();
	return await settled;
}

const client = json({ object: "client", id: "cli_1" }, { status: 201 });
const broken = new TypeError("fetch failed");
const keys = (received: { headers: Headers }[]) => received.map(({ headers }) => headers.get("Idempotency-Key"));

describe("a request is sent again after", () => {
	it.each([
		["a connection that failed", broken],
		[
			"an answer that ended too early",
			new Response('{"object":"cli', { headers: { "Content-Type": "application/json" } }),
		],
		[
			"a problem that ended too early",
			new Response('{"code":"inter', { status: 500, headers: { "Content-Type": "application/problem+json" } }),
		],
		["500", problem(500, "internal_error")],
		["503", problem(503, "service_unavailable")],
		["502 of a proxy", new Response("<html>", { status: 502, headers: { "Content-Type": "text/html" } })],
		["429", problem(429, "rate_limit_exceeded", { extra: { scope: "key", limit: 60, retry_after_seconds: 1 } })],
		["429 of a proxy", new Response("slow down", { status: 429 })],
		["a change with the same key that still runs", problem(409, "idempotency_key_concurrent")],
		["a body that came too slowly", problem(408, "request_timeout")],
	])("%s, with the same key and body", async (_, failed) => {
		const { studio, received } = service([failed, failed, client]);
		expect(await soon(studio.clients.create(noel))).toEqual({ object: "client", id: "cli_1" });
		expect(received.map(({ body }) => body)).toEqual([noel, noel, noel]);
		expect(new Set(keys(received)).size).toBe(1);
		expect(keys(received)[0]).toMatch(/^[0-9a-f]{32}$/);
	});

	it("no answer within the time, which counts for the answer's end too", async () => {
		const hanging = ({ signal }: { signal: AbortSignal }) =>
			new Response(
				new ReadableStream({ start: (stream) => signal.addEventListener("abort", () => stream.error(signal.reason)) }),
				{ headers: { "Content-Type": "application/json" } },
			);
		const aborting = ({ signal }: { signal: AbortSignal }) =>
			new Promise<Response>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
		const { studio, received } = service([aborting, hanging, client], { timeoutMs: 1000 });
		expect(await soon(studio.clients.create(noel))).toMatchObject({ id: "cli_1" });
		expect(received).toHaveLength(3);
	});
});

describe("a request is not sent again after", () => {
	it.each([
		[409, "slot_unavailable", { failures: [], suggested_slots: [] }],
		[409, "conflict", {}],
		[409, "duplicate_email", { existing_id: "cli_1" }],
		[412, "precondition_failed", {}],
		[422, "idempotency_key_mismatch", {}],
		[400, "validation_failed", { errors: [] }],
		[401, "invalid_api_key", {}],
		[403, "insufficient_scope", { required_scopes: [], granted_scopes: [] }],
		[404, "resource_not_found", {}],
		[410, "events_expired", { oldest_sequence: 1 }],
		[418, "a_code_of_tomorrow", {}],
	])("%i %s", async (status, code, more) => {
		const { studio, received } = service([problem(status, code, more)]);
		expect(await failure(soon(studio.clients.create(noel)))).toMatchObject({ status, code });
		expect(received).toHaveLength(1);
	});

	it("an address that leads elsewhere", async () => {
		const { studio, received } = service([
			new Response(null, { status: 301, headers: { Location: "https://elsewhere" } }),
		]);
		expect(await failure(soon(studio.me.get()))).toMatchObject({ status: 301, code: "unexpected_answer" });
		expect(received).toHaveLength(1);
		// If `fetch` followed a redirect, a POST would become a GET.
		expect(received[0]?.redirect).toBe("manual");
	});
});

describe("the client gives up", () => {
	it("after its retries, and tells the key with which the change can be sent again", async () => {
		const { studio, received } = service([broken], { maxRetries: 3 });
		const error = await failure(soon(studio.clients.create(noel)));
		expect(error).toBeInstanceOf(ConnectionError);
		expect(error).toMatchObject({ name: "ConnectionError", cause: broken, idempotencyKey: keys(received)[0] });
		expect(received).toHaveLength(4);
	});

	it("with the last refusal of the service", async () => {
		const { studio } = service([broken, problem(503, "service_unavailable", {}, { "Retry-After": "2" })]);
		const error = await failure(soon(studio.clients.create(noel)));
		expect(error).toBeInstanceOf(ApiError);
		expect(error).toMatchObject({ code: "service_unavailable", retryAfterSeconds: 2 });
	});

	it("with a TimeoutError, which is a ConnectionError", async () => {
		const hanging = ({ signal }: { signal: AbortSignal }) =>
			new Promise<Response>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
		const { studio } = service([hanging], { timeoutMs: 10, maxRetries: 0 });
		const error = await failure(soon(studio.me.get()));
		expect(error).toBeInstanceOf(TimeoutError);
		expect(error).toBeInstanceOf(ConnectionError);
	});

	it("at once when the service asks for more than two minutes", async () => {
		const { studio, received } = service([problem(503, "service_unavailable", {}, { "Retry-After": "3600" })]);
		expect(await failure(soon(studio.me.get()))).toMatchObject({ retryAfterSeconds: 3600 });
		expect(received).toHaveLength(1);
	});

	it("when its caller does, while a request runs and while it waits", async () => {
		const caller = new AbortController();
		const running = ({ signal }: { signal: AbortSignal }) =>
			new Promise<Response>((_, reject) => {
				signal.addEventListener("abort", () => reject(signal.reason));
				caller.abort(new Error("enough"));
			});
		expect(await failure(soon(service([running]).studio.me.get({ signal: caller.signal })))).toMatchObject({
			message: "enough",
		});

		const waiting = new AbortController();
		const { studio, received } = service([broken]);
		const request = studio.me.get({ signal: waiting.signal });
		request.catch(() => {});
		await vi.advanceTimersByTimeAsync(1);
		waiting.abort(new Error("enough now"));
		expect(await failure(request)).toMatchObject({ message: "enough now" });
		expect(received).toHaveLength(1);
	});

	it("never after the number of retries of the request itself", async () => {
		const { studio, received } = service([broken]);
		await failure(soon(studio.clients.create(noel, { maxRetries: 0 })));
		expect(received).toHaveLength(1);
	});
});

describe("the wait", () => {
	it("doubles, ends at eight seconds, and has chance in it", () => {
		const [short, long] = [() => 0, () => 1];
		expect([1, 2, 3, 4, 5, 6].map((n) => retryDelayMs(n, broken, long))).toEqual([500, 1000, 2000, 4000, 8000, 8000]);
		expect([1, 2, 3, 4, 5, 6].map((n) => retryDelayMs(n, broken, short))).toEqual([250, 500, 1000, 2000, 4000, 4000]);
	});

	it("is never shorter than Retry-After", async () => {
		const limited = problem(429, "rate_limit_exceeded", {}, { "Retry-After": "30" });
		const error = await failure(soon(service([limited], { maxRetries: 0 }).studio.me.get()));
		expect(retryDelayMs(1, error, () => 0)).toBe(30_000);
		expect(retryDelayMs(1, error, () => 1)).toBe(37_500);
		const { studio, received } = service([limited, client]);
		const request = studio.clients.create(noel);
		await vi.advanceTimersByTimeAsync(29_999);
		expect(received).toHaveLength(1);
		await vi.advanceTimersByTimeAsync(30_000 / 4 + 1);
		expect(received).toHaveLength(2);
		await request;
	});

	it("reads Retry-After as seconds and as a date", () => {
		const now = Date.parse("2026-03-14T10:00:00Z");
		expect(secondsIn("7", now)).toBe(7);
		expect(secondsIn("Sat, 14 Mar 2026 10:01:00 GMT", now)).toBe(60);
		expect(secondsIn("Sat, 14 Mar 2026 09:00:00 GMT", now)).toBe(0);
		expect(secondsIn("soon", now)).toBeNull();
		expect(secondsIn("", now)).toBeNull();
		expect(secondsIn(null, now)).toBeNull();
	});
});

describe("the key of a change", () => {
	it("is another one for each change, and none for a read", async () => {
		const { studio, received } = service([client]);
		await studio.clients.create(noel);
		await studio.clients.create(noel);
		await studio.clients.get("cli_1");
		await studio.workingHours.set("art_1", { hours: [] });
		await studio.clients.delete("cli_1");
		const [first, second, read, put, removed] = keys(received);
		expect(read).toBeNull();
		expect(new Set([first, second, put, removed]).size).toBe(4);
	});

	it("can be the caller's own", async () => {
		const { studio, received } = service([broken, client]);
		await soon(studio.clients.create(noel, { idempotencyKey: "import-4711" }));
		expect(keys(received)).toEqual(["import-4711", "import-4711"]);
	});
});

describe("an access token", () => {
	const expired = problem(401, "expired_access_token");

	it("that has expired is asked for once more, and the change keeps its key", async () => {
		const asked: (string | undefined)[] = [];
		const accessToken = (old?: string) => {
			asked.push(old);
			return Promise.resolve(old ? "svcoat_new" : "svcoat_old");
		};
		const { studio, received } = service([expired, client], { apiKey: undefined, accessToken });
		await studio.clients.create(noel);
		expect(asked).toEqual([undefined, "svcoat_old"]);
		expect(received.map(({ headers }) => headers.get("Authorization"))).toEqual([
			"Bearer svcoat_old",
			"Bearer svcoat_new",
		]);
		expect(new Set(keys(received)).size).toBe(1);
	});

	it("that has expired again is an error, and so is one that cannot be renewed", async () => {
		const asking = service([expired], { apiKey: undefined, accessToken: () => "svcoat_old" });
		expect(await failure(asking.studio.me.get())).toMatchObject({ code: "expired_access_token" });
		expect(asking.received).toHaveLength(2);
		const fixed = service([expired], { apiKey: undefined, accessToken: "svcoat_old" });
		expect(await failure(fixed.studio.me.get())).toMatchObject({ code: "expired_access_token" });
		expect(fixed.received).toHaveLength(1);
	});
});
