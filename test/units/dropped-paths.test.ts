import { expect, it } from "vitest";
import { droppedPaths } from "../../src/platform/http/endpoint/validation.ts";

it("each property that validation dropped is named by its path", () => {
	expect(droppedPaths({ a: 1, b: [{ c: 1, d: 2 }], e: 3 }, { a: 1, b: [{ c: 1 }] })).toEqual(["b.0.d", "e"]);
});

it("a value that is deeper than the call stack allows is compared, too", () => {
	const deep = (levels: number) => {
		let value: unknown = {};
		for (let n = 0; n < levels; n++) value = n % 2 ? [value] : { value };
		return value;
	};
	expect(droppedPaths({ ...Object(deep(100_001)), other: 1 }, deep(100_001))).toEqual(["other"]);
});
