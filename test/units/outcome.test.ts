import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { outcomeOf, type ReceiverResponse, succeeded } from "../../src/domain/events/attempts/outcome.ts";

const attemptedAt = Date.UTC(2026, 9, 21, 7, 28);
const hour = 3_600_000;
const day = 24 * hour;
const waits = [30, 60, 300, 900, 1800, 3600, 7200, 14_400, 28_800, 43_200, 86_400].map((seconds) => seconds * 1000);

const dead = { status: "DEAD", nextAttemptAt: null };
const success = { status: "SUCCEEDED", nextAttemptAt: null };
const pending = (wait: number) => ({ status: "PENDING", nextAttemptAt: attemptedAt + wait });

interface Case extends Partial<ReceiverResponse> {
	attempt?: number;
	replaying?: boolean;
	/** How long the receiver took to answer. */
	took?: number;
}

const judge = ({ status = null, retryAfter = null, attempt = 1, replaying = false, took = 0 }: Case) =>
	outcomeOf({ status, retryAfter }, { attempt, replaying }, { attemptedAt, now: attemptedAt + took });

const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n);
const terminal = from(400, 499).filter((status) => status !== 429);
const retried = [null, ...from(100, 199), ...from(300, 399), 429, ...from(500, 599)];
const anyRetried = fc.constantFrom(...retried);
const attempts = fc.integer({ min: 1, max: 12 });

/** The statuses that do not lead to the expected outcome. */
const others = (statuses: (number | null)[], expected: object, rest: Case = {}) =>
	statuses.filter((status) => JSON.stringify(judge({ ...rest, status })) !== JSON.stringify(expected));

describe("a delivery", () => {
	test("has succeeded with any 2xx, at any attempt, replayed or not", () => {
		for (const attempt of from(1, 12))
			for (const replaying of [false, true])
				expect(others(from(200, 299), success, { attempt, replaying })).toEqual([]);
	});

	test("has succeeded with nothing else", () => {
		expect([...retried, ...terminal].filter(succeeded)).toEqual([]);
		expect(from(200, 299).filter((status) => !succeeded(status))).toEqual([]);
	});

	test("is tried again after every 3xx, every 5xx, a 429, a status that is no answer, and no answer at all", () => {
		for (const [at, wait] of waits.entries()) expect(others(retried, pending(wait), { attempt: at + 1 })).toEqual([]);
	});

	test("is dead after any other 4xx at once, 408, 410 and 425 included", () => {
		expect(terminal).toEqual(expect.arrayContaining([400, 401, 403, 404, 408, 409, 410, 421, 425, 451, 499]));
		for (const attempt of from(1, 12)) expect(others(terminal, dead, { attempt })).toEqual([]);
	});

	test("is dead after its twelfth failure, also when the receiver asks for another try", () => {
		expect(others(retried, dead, { attempt: 12 })).toEqual([]);
		expect(others(retried, dead, { attempt: 12, retryAfter: "60" })).toEqual([]);
	});

	test("that always fails is attempted exactly 12 times", () => {
		fc.assert(
			fc.property(fc.array(anyRetried, { minLength: 20, maxLength: 20 }), (statuses) => {
				const outcomes = statuses.map((status, at) => judge({ status, attempt: at + 1 }).status);
				expect(outcomes.indexOf("DEAD") + 1).toBe(12);
			}),
		);
	});

	test("that is replayed and fails is dead again, whatever the number of the attempt and the answer", () => {
		for (const attempt of [1, 2, 5, 11, 12, 13, 14, 40])
			expect(others([...retried, ...terminal], dead, { attempt, replaying: true, retryAfter: "60" })).toEqual([]);
	});

	test("has a next attempt exactly while it is pending", () => {
		fc.assert(
			fc.property(
				fc.option(fc.integer({ min: 100, max: 599 })),
				fc.option(fc.string()),
				fc.integer({ min: 1, max: 20 }),
				fc.boolean(),
				(status, retryAfter, attempt, replaying) => {
					const outcome = judge({ status, retryAfter, attempt, replaying });
					expect(outcome.nextAttemptAt !== null).toBe(outcome.status === "PENDING");
				},
			),
		);
	});
});

describe("Retry-After", () => {
	const date = (ms: number) => new Date(attemptedAt + ms).toUTCString();

	test.each([429, 503])("on %i lengthens a wait, in seconds or as a date", (status) => {
		expect(judge({ status, retryAfter: "3600" })).toEqual(pending(hour));
		expect(judge({ status, retryAfter: date(hour) })).toEqual(pending(hour));
	});

	test.each([429, 503])("on %i is waited for up to 24 h", (status) => {
		for (const retryAfter of ["86400", "86401", "604800", "9".repeat(30), date(day), date(30 * day)])
			expect(judge({ status, retryAfter })).toEqual(pending(day));
	});

	test.each([429, 503])("on %i never shortens a wait", (status) => {
		for (const [at, wait] of waits.entries())
			for (const retryAfter of ["0", "1", "29", date(0), date(-day), date(1000)])
				expect(judge({ status, retryAfter, attempt: at + 1 })).toEqual(pending(wait));
	});

	test.each([429, 503])("on %i is ignored when it is negative, fractional, past or garbage", (status) => {
		for (const retryAfter of ["-3600", "3600.5", "1h", "later", "", "3600, 3600", date(-1000), "2026-12-01T00:00:00Z"])
			expect(judge({ status, retryAfter })).toEqual(pending(30_000));
	});

	test("on any other status is ignored", () => {
		const deaf = retried.filter((status) => status !== 429 && status !== 503);
		for (const retryAfter of ["3600", date(hour)]) {
			expect(others(deaf, pending(30_000), { retryAfter })).toEqual([]);
			expect(others(terminal, dead, { retryAfter })).toEqual([]);
			expect(others(from(200, 299), success, { retryAfter })).toEqual([]);
		}
	});

	test("in seconds counts from the answer, not from the request before it", () => {
		expect(judge({ status: 429, retryAfter: "60", took: 9000 })).toEqual(pending(69_000));
	});

	test("keeps every wait between the schedule's own and 24 h", () => {
		fc.assert(
			fc.property(
				fc.constantFrom(429, 503),
				attempts.filter((attempt) => attempt < 12),
				fc.oneof(
					fc.nat().map(String),
					fc.date({ noInvalidDate: true }).map((at) => at.toUTCString()),
					fc.string(),
				),
				fc.nat(10_000),
				(status, attempt, retryAfter, took) => {
					const wait = (judge({ status, attempt, retryAfter, took }).nextAttemptAt ?? 0) - attemptedAt;
					expect(wait).toBeGreaterThanOrEqual(waits[attempt - 1] ?? Number.NaN);
					expect(wait).toBeLessThanOrEqual(day);
				},
			),
		);
	});
});
