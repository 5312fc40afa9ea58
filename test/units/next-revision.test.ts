import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { nextRevision } from "../../src/platform/db/record.ts";

it("a change is later than the one before, also when its request came first or at the same time", () => {
	const before = { revision: 3, updatedAt: 1000 };
	expect(nextRevision(before, 5000)).toEqual({ revision: 4, updatedAt: 5000 });
	for (const now of [1000, 999, 0]) expect(nextRevision(before, now)).toEqual({ revision: 4, updatedAt: 1001 });
});

it("each statement that changes updated_at lets it rise, whatever the clock says", () => {
	const root = join(import.meta.dirname, "../../src");
	const lines = readdirSync(root, { recursive: true, encoding: "utf8" })
		.filter((name) => name.endsWith(".ts"))
		.flatMap((name) =>
			readFileSync(join(root, name), "utf8")
				.split("\n")
				.map((line) => `${name}: ${line.trim()}`),
		);
	const changes = lines.filter(
		(line) => /\bupdated_at = |\.set\(.*\bupdatedAt:/.test(line) && !/WHERE|AND /.test(line),
	);
	expect(changes.length).toBeGreaterThan(8);
	const rises = /(laterThanBefore|changedNow)\(/;
	expect(changes.filter((line) => !rises.test(line))).toEqual([]);
});
