import { describe, expect, it } from "vitest";
import { BodyCache, taggedBody } from "../../src/web/docs/sending/body-cache.ts";

const kilobytes = (count: number) => taggedBody("x".repeat(count * 1000));

describe("what an isolate keeps of the documentation", () => {
	it("takes no more memory than it may, and forgets the oldest first", () => {
		const kept = new BodyCache(12_000);
		kept.set("a", kilobytes(4));
		kept.set("b", kilobytes(6));
		expect([kept.get("a"), kept.get("b")]).toEqual([kilobytes(4), kilobytes(6)]);
		kept.set("c", kilobytes(1));
		expect(kept.get("a")).toBeUndefined();
		expect([kept.get("b"), kept.get("c")]).toEqual([kilobytes(6), kilobytes(1)]);
	});

	it("counts once what is made twice", () => {
		const kept = new BodyCache(12_000);
		kept.set("a", kilobytes(5));
		for (let n = 0; n < 5; n++) kept.set("b", kilobytes(5));
		expect([kept.get("a"), kept.get("b")]).toEqual([kilobytes(5), kilobytes(5)]);
	});

	it("does not keep what is larger than all that it may keep, and forgets nothing for it", () => {
		const kept = new BodyCache(12_000);
		kept.set("a", kilobytes(5));
		kept.set("b", kilobytes(12));
		expect([kept.get("a"), kept.get("b")]).toEqual([kilobytes(5), undefined]);
	});

	it("counts long keys and very many small entries, too", () => {
		const kept = new BodyCache(100_000);
		for (let n = 0; n < 100; n++) kept.set("x".repeat(10_000) + n, taggedBody(""));
		expect(kept.get(`${"x".repeat(10_000)}94`)).toBeUndefined();
		expect(kept.get(`${"x".repeat(10_000)}99`)).toBeDefined();
		for (let n = 0; n < 1000; n++) kept.set(String(n), taggedBody(""));
		expect(kept.get("700")).toBeUndefined();
		expect(kept.get("999")).toBeDefined();
	});
});
