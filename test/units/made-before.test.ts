import { describe, expect, it } from "vitest";
import { MadeBefore, made } from "../../src/docs/made.ts";

const ofBytes = (bytes: number) => made("x".repeat(bytes));

describe("what an isolate keeps of the documentation", () => {
	it("keeps no more bytes than it may, and forgets the oldest first", () => {
		const kept = new MadeBefore(10);
		kept.set("a", ofBytes(4));
		kept.set("b", ofBytes(6));
		expect([kept.get("a"), kept.get("b")]).toEqual([ofBytes(4), ofBytes(6)]);
		kept.set("c", ofBytes(1));
		expect(kept.get("a")).toBeUndefined();
		expect([kept.get("b"), kept.get("c")]).toEqual([ofBytes(6), ofBytes(1)]);
	});

	it("counts once what is made twice", () => {
		const kept = new MadeBefore(10);
		kept.set("a", ofBytes(5));
		for (let n = 0; n < 5; n++) kept.set("b", ofBytes(5));
		expect(kept.get("a")).toEqual(ofBytes(5));
		expect(kept.get("b")).toEqual(ofBytes(5));
	});

	it("does not keep what is larger than all that it may keep", () => {
		const kept = new MadeBefore(10);
		kept.set("a", ofBytes(11));
		expect(kept.get("a")).toBeUndefined();
		kept.set("b", ofBytes(10));
		expect(kept.get("b")).toEqual(ofBytes(10));
	});
});
