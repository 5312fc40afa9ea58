import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkSync } from "recheck";
import { expect, it } from "vitest";
import { type Expression, expressionsIn } from "./expressions.ts";
import { root } from "./node.ts";

// The checker would otherwise start a program of its own, which is no faster.
process.env.RECHECK_SYNC_BACKEND = "pure";

/** Its expressions meet pieces of a bounded length. test/units/linear-time.test.ts measures all of it. */
const measured = "src/platform/lib/text/without-links.ts";

const list = ["ls-files", "--cached", "--others", "--exclude-standard", "src", "client/src"];
const files = execFileSync("git", list, { cwd: root, encoding: "utf8" })
	.split("\n")
	.filter((file) => /\.([jt]sx?|mjs)$/.test(file) && file !== measured);

/** Null if the time of the expression does not grow with more than the length of the text. */
function faultOf({ pattern, flags }: Pick<Expression, "pattern" | "flags">): string | null {
	const judged = checkSync(pattern, flags, { checker: "automaton", timeout: 60_000 });
	if (judged.status === "safe") return null;
	if (judged.status === "unknown") return "cannot be judged";
	return `takes ${judged.complexity.summary} time, such as for ${judged.attack.pattern}`;
}

// A caller may choose the text that an expression is slowest for.
it("the time of each regular expression of the service and of its client grows with the length of the text alone", () => {
	const found = new Map<string, Expression>();
	for (const path of files)
		for (const expression of expressionsIn({ path, text: readFileSync(join(root, path), "utf8") }))
			found.set(`/${expression.pattern}/${expression.flags}`, expression);
	expect(found.size).toBeGreaterThan(100);

	const faults = [...found].flatMap(([shown, expression]) => {
		const fault = faultOf(expression);
		return fault === null ? [] : [`${expression.path}:${expression.line} has ${shown}, which ${fault}.`];
	});
	expect(faults).toEqual([]);
}, 300_000);

it("an expression that takes longer is refused", () => {
	expect(faultOf({ pattern: "\\s*=", flags: "" })).toContain("takes");
});
