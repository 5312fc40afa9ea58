// Refuses regular expressions whose time grows faster than the length of the text, in the service and in its client:
// `node scripts/check-expressions.ts`. A caller may choose the text that an expression is slowest for.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Expression, expressionsIn } from "./expressions.ts";
import { readIfExists } from "./local/files.mjs";

interface Checker {
	checkSync(
		pattern: string,
		flags: string,
		options: { checker: "automaton"; timeout: number },
	): { status: "safe" | "vulnerable" | "unknown"; complexity?: { summary: string }; attack?: { pattern: string } };
}

// The checker would otherwise start a program of its own, which is no faster.
process.env.RECHECK_SYNC_BACKEND = "pure";
const require = createRequire(import.meta.url);
const checker: Checker = require("recheck");

/** Its expressions meet pieces of a bounded length. test/units/linear-time.test.ts measures all of it. */
const measured = "src/platform/lib/without-links.ts";

const root = join(import.meta.dirname, "..");
const list = ["ls-files", "--cached", "--others", "--exclude-standard", "src", "client/src"];
const files = execFileSync("git", list, { cwd: root, encoding: "utf8" })
	.split("\n")
	.filter((file) => /\.([jt]sx?|mjs)$/.test(file) && file !== measured);

/** Says why the time of an expression does not grow with the length of the text alone; null if it does. */
function faultOf({ pattern, flags }: Pick<Expression, "pattern" | "flags">): string | null {
	const { status, complexity, attack } = checker.checkSync(pattern, flags, { checker: "automaton", timeout: 60_000 });
	if (status === "unknown") return "cannot be judged";
	return status === "safe" ? null : `takes ${complexity?.summary} time, such as for ${attack?.pattern}`;
}

const found = new Map<string, Expression>();
for (const path of files)
	for (const expression of expressionsIn({ path, text: readFileSync(join(root, path), "utf8") }))
		found.set(`/${expression.pattern}/${expression.flags}`, expression);

// A judgement takes a tenth of a second, so those of an earlier run of the same checker count.
const { version } = require("recheck/package.json") as { version: string };
const kept = join(root, `node_modules/.cache/linear-expressions-${version}.json`);
const linear = new Set<string>(JSON.parse(readIfExists(kept) ?? "[]"));

for (const [shown, expression] of found) {
	if (linear.has(shown)) continue;
	const fault = faultOf(expression);
	if (fault === null) {
		linear.add(shown);
		continue;
	}
	console.error(`${expression.path}:${expression.line} has ${shown}, which ${fault}.`);
	process.exitCode = 1;
}
mkdirSync(dirname(kept), { recursive: true });
writeFileSync(kept, JSON.stringify([...linear].filter((shown) => found.has(shown))));

// If the parser or the checker changes, no fault may be found because nothing is looked at.
if (found.size < 100) throw new Error(`Only ${found.size} regular expressions were found.`);
if (faultOf({ pattern: "\\s*=", flags: "" }) === null) throw new Error("Nothing is refused any more.");
