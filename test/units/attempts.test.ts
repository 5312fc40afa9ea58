import { expect, it } from "vitest";
import { SignInAttempts } from "../../src/platform/gate/counters/sign-in-attempts.ts";

const limit = { failures: 10, windowMs: 900_000 };

/** The part of a Durable Object's storage that `Attempts` uses. */
function newStorage(): SyncKvStorage {
	const kept = new Map<string, unknown>();
	return {
		get: (key: string) => kept.get(key),
		put: (key: string, value: unknown) => void kept.set(key, value),
		delete: (key: string) => kept.delete(key),
		list: () => kept.entries(),
	} as never;
}

it("attempts that end well leave nothing behind, also where the clock goes back while they are under way", () => {
	const attempts = new SignInAttempts(newStorage());
	const begun = Array.from({ length: 9 }, () => attempts.begin("ana", limit, 1_000_000));
	begun.push(attempts.begin("ana", limit, 999_990));
	expect(attempts.begin("ana", limit, 999_990)).toMatchObject({ crowded: true });
	for (const { at } of begun) attempts.end("ana", at, false);
	for (let n = 0; n < 10; n++) expect(attempts.begin("ana", limit, 999_991).retryAfterSeconds).toBe(0);
});

it("whoever does not know what is under way any more takes it for failures", () => {
	const storage = newStorage();
	for (let n = 0; n < 10; n++) new SignInAttempts(storage).begin("ana", limit, 1_000_000);
	expect(new SignInAttempts(storage).begin("ana", limit, 1_000_000)).toMatchObject({
		retryAfterSeconds: 900,
		crowded: false,
	});
});

it("forgets at a sweep what bears on nothing any more, and says whether anything is left", () => {
	const storage = newStorage();
	const attempts = new SignInAttempts(storage);
	for (const [name, at] of [
		["ana", 0],
		["bea", 0],
		["cleo", 500_000],
	] as const)
		attempts.end(name, attempts.begin(name, limit, at).at, true);
	expect(attempts.sweep(900_000)).toBe(true);
	expect([...storage.list()].map(([key]) => key)).toEqual(["failures:cleo"]);
	expect(attempts.sweep(1_400_000)).toBe(false);
	expect([...storage.list()]).toEqual([]);
});
