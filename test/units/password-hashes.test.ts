import { globSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { hashPassword, isBusy, isPassword } from "../../src/platform/gate/password-hashes.ts";
import * as passwords from "../../src/platform/lib/secrets/crypto.ts";

const hashes = { underWay: 0, most: 0, made: 0, lastEnd: 0, rests: [] as number[], ends: true };
const hash = async () => {
	if (hashes.made++ > 0) hashes.rests.push(performance.now() - hashes.lastEnd);
	hashes.most = Math.max(hashes.most, ++hashes.underWay);
	await new Promise((done) => hashes.ends && setTimeout(done, 5));
	hashes.underWay--;
	hashes.lastEnd = performance.now();
	return "hash";
};

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));

beforeEach(() => {
	vi.spyOn(passwords, "hashPassword").mockImplementation(hash);
	vi.spyOn(passwords, "isPassword").mockImplementation(async () => (await hash()) === "hash");
	vi.stubGlobal("scheduler", { wait: sleep });
	Object.assign(hashes, { underWay: 0, most: 0, made: 0, rests: [], ends: true });
});
afterEach(() => {
	vi.restoreAllMocks();
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

const addresses = (count: number) => Array.from({ length: count }, (_, n) => `198.51.100.${n}`);

async function outcomesOf(work: Promise<unknown>[]) {
	const settled = await Promise.allSettled(work);
	const refused = settled.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
	return { done: settled.length - refused.length, refused };
}

describe("the password hashes of an isolate", () => {
	it("are made one at a time, with a rest after each in which other requests run", async () => {
		const work = addresses(6).map((address, n) =>
			n % 2 ? hashPassword(address, "secret") : isPassword(address, "secret", "hash"),
		);
		expect(await outcomesOf(work)).toEqual({ done: 6, refused: [] });
		expect([hashes.most, hashes.made, hashes.rests.length]).toEqual([1, 6, 5]);
		// A timer may fire a millisecond early.
		for (const rest of hashes.rests) expect(rest).toBeGreaterThan(20);
	});

	it("are ten at most, waiting ones included; the next ones are refused with 503 and Retry-After", async () => {
		const { done, refused } = await outcomesOf(addresses(14).map((address) => hashPassword(address, "secret")));
		expect([done, refused.length]).toEqual([10, 4]);
		for (const error of refused) {
			expect([error.status, error.code, error.headers]).toEqual([503, "service_unavailable", { "Retry-After": "3" }]);
			expect(isBusy(error)).toBe(true);
		}
		expect(await hashPassword("198.51.100.1", "secret")).toBe("hash");
	});

	it("are three at most for one IPv4 address, or one IPv6 /48, so that it keeps nobody else out", async () => {
		const of = (from: (n: number) => string) => [1, 2, 3, 4, 5].map((n) => hashPassword(from(n), "secret"));
		const all = await outcomesOf([
			...of(() => "203.0.113.1"),
			...of((n) => `2001:db8:0:${n}::1`),
			hashPassword(null, "secret"),
		]);
		expect([all.done, all.refused.length]).toEqual([7, 4]);
	});

	it("go on after one whose request the platform cancelled", async () => {
		vi.useFakeTimers();
		hashes.ends = false;
		void hashPassword("203.0.113.7", "secret");
		hashes.ends = true;
		const next = hashPassword("203.0.113.8", "secret").catch((error) => error);
		await vi.advanceTimersByTimeAsync(10_100);
		expect(await next).toBe("hash");
	});

	it("are made in no other place", () => {
		const files = globSync("src/**/*.{ts,tsx}").filter((file) => {
			const text = readFileSync(file, "utf8");
			return /import [^;]*\b(hashPassword|isPassword|scrypt)\b[^;]* from "[^"]*(crypto\.ts|node:crypto)"/.test(text);
		});
		const whole = globSync("src/**/*.{ts,tsx}").filter((file) =>
			/import \* as \w+ from "[^"]*crypto/.test(readFileSync(file, "utf8")),
		);
		expect([files, whole]).toEqual([["src/platform/lib/secrets/crypto.ts"], ["src/platform/gate/password-hashes.ts"]]);
	});
});
