import { expect, it } from "vitest";
import { failuresIn } from "../../scripts/failures.ts";

const test = (fullName: string, status = "passed", ...failureMessages: string[]) => ({
	fullName,
	status,
	failureMessages,
});
const file = (name: string, message: string, ...assertionResults: ReturnType<typeof test>[]) => ({
	name,
	message,
	status: message || assertionResults.some(({ status }) => status === "failed") ? "failed" : "passed",
	assertionResults,
});
const of = (...testResults: ReturnType<typeof file>[]) => failuresIn(JSON.stringify({ testResults }));

it("a failed run ends with each failed test and file, and the beginning of its message", () => {
	const long = Array.from({ length: 30 }, (_, n) => `at line ${n}`).join("\n");
	const failures = of(
		file("/a.test.ts", "", test("works"), test("breaks", "failed", long), test("was tried twice", "passed", "once")),
		file("/b.test.ts", "does not load"),
	);
	expect(failures).toEqual([
		`FAILED /a.test.ts breaks\n${long
			.split("\n")
			.slice(0, 8)
			.map((line) => `    ${line}`)
			.join("\n")}`,
		"FAILED /b.test.ts \n    does not load",
	]);
});

it("of many failures a failed run ends with the first and how many more there are", () => {
	const failures = of(file("/a.test.ts", "", ...Array.from({ length: 25 }, (_, n) => test(`${n}`, "failed", "no"))));
	expect(failures).toHaveLength(21);
	expect(failures.at(-1)).toBe("and 5 more");
});

it("a run that failed without a failed test says so", () => {
	expect(of(file("/a.test.ts", "", test("works")))).toEqual([
		"FAILED outside of a test: look for an unhandled error above.",
	]);
});

it("a run that did not get as far as its tests says so", () => {
	expect(failuresIn(undefined)).toEqual(["FAILED before the first test: look for the error above."]);
});
