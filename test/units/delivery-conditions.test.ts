import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const folder = "src/domain/events";
const vocabulary = "dispatch/due.ts";

const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
	.filter((name) => name.endsWith(".ts"))
	.map((name) => ({ name, text: readFileSync(`${folder}/${name}`, "utf8") }));

const filesWith = (pattern: RegExp) =>
	files.filter(({ text }) => pattern.test(text)).map(({ name }) => name.replaceAll("\\", "/"));

test("one file alone decides when a delivery is due and free", () => {
	expect(filesWith(/\b(leased_until|queued_until|leased_until|queued_until)\s*(<|>|!=|BETWEEN)/)).toEqual([vocabulary]);
	expect(filesWith(/\bnext_attempt_at\s*<=/)).toEqual([vocabulary]);
});

test("only the functions that run the work read a clock, and no function that builds SQL", () => {
	const runners = [
		"attempts/attempt.ts",
		"attempts/consumer.ts",
		"attempts/put-off.ts",
		"dispatch/clocks.ts",
		"endpoint-work/continue-endpoint-work.ts",
		"attempts/finish-attempts.ts",
	];
	expect(filesWith(/\bDate\.now\(\)|\bclock\.now\(\)/).filter((name) => !runners.includes(name))).toEqual([]);
});
