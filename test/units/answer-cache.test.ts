import { describe, expect, it } from "vitest";
import { AnswerCache } from "../../src/platform/http/prepared/answer-cache.ts";

const kilobytes = (count: number) => ({ bytes: count * 1000 });
const newCache = (maxBytes: number) => new AnswerCache<{ bytes: number }>(maxBytes);

describe("the answers that an isolate keeps", () => {
	it("take no more memory than they may, and the oldest goes first", () => {
		const kept = newCache(12_000);
		kept.set("a", kilobytes(4));
		kept.set("b", kilobytes(6));
		expect([kept.get("a"), kept.get("b")]).toEqual([kilobytes(4), kilobytes(6)]);
		kept.set("c", kilobytes(2));
		expect(kept.get("a")).toBeUndefined();
		expect([kept.get("b"), kept.get("c")]).toEqual([kilobytes(6), kilobytes(2)]);
	});

	it("count once what is made twice", () => {
		const kept = newCache(12_000);
		kept.set("a", kilobytes(5));
		for (let n = 0; n < 5; n++) kept.set("b", kilobytes(5));
		expect([kept.get("a"), kept.get("b")]).toEqual([kilobytes(5), kilobytes(5)]);
	});

	it("are counted again when they have grown", () => {
		const kept = newCache(12_000);
		const [a, b] = [kilobytes(5), kilobytes(5)];
		kept.set("a", a);
		kept.set("b", b);
		b.bytes += 4000;
		kept.set("b", b);
		expect([kept.get("a"), kept.get("b")]).toEqual([undefined, b]);
	});

	it("are none that is larger than all may be, and nothing goes for it", () => {
		const kept = newCache(12_000);
		kept.set("a", kilobytes(5));
		kept.set("b", kilobytes(13));
		expect([kept.get("a"), kept.get("b")]).toEqual([kilobytes(5), undefined]);
	});

	it("are counted with long keys", () => {
		const kept = newCache(100_000);
		for (let n = 0; n < 100; n++) kept.set("x".repeat(10_000) + n, kilobytes(0));
		expect(kept.get(`${"x".repeat(10_000)}94`)).toBeUndefined();
		expect(kept.get(`${"x".repeat(10_000)}99`)).toBeDefined();
	});
});
