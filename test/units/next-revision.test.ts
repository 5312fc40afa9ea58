import { expect, it } from "vitest";
import { nextRevision } from "../../src/platform/db/record.ts";

it("a change is later than the one before, also when its request came first or at the same time", () => {
	const before = { revision: 3, updatedAt: 1000 };
	expect(nextRevision(before, 5000)).toEqual({ revision: 4, updatedAt: 5000 });
	for (const now of [1000, 999, 0]) expect(nextRevision(before, now)).toEqual({ revision: 4, updatedAt: 1001 });
});
