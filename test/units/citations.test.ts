import { describe, expect, it } from "vitest";
import { citationFaults, citedIn, clausesOf, numberingFaults } from "../../scripts/citations.ts";

const contract = [
	"# The contract",
	"Clauses have ids such as **Rate limits 1**.",
	"## Wire",
	"- **Wire 1.** JSON.",
	"- **Wire 2.** Another promise.",
	"## Rate limits",
	"- **Rate limits 1.** A promise that names **Wire 9**.",
].join("\n");

/** scripts/check-citations.ts reads this file, too. A citation of this small contract must not appear here in full. */
const cite = (ids: string) => ["contract", ids].join(": ");

describe("the contract", () => {
	it("has the clauses that its list items begin with", () => {
		expect(clausesOf(contract)).toEqual([
			{ heading: "Wire", section: "Wire", number: 1 },
			{ heading: "Wire", section: "Wire", number: 2 },
			{ heading: "Rate limits", section: "Rate limits", number: 1 },
		]);
		expect(numberingFaults(contract)).toEqual([]);
	});

	it.each([
		["a number left out", "- **Rate limits 3.** x", "The clause Rate limits 3 must have the number 2."],
		["a number used twice", "- **Rate limits 1.** x", "The clause Rate limits 1 must have the number 2."],
		["another section's clause", "- **Wire 3.** x", "The clause Wire 3 is under the heading Rate limits."],
	])("may not have %s", (_, line, fault) => {
		expect(numberingFaults(`${contract}\n${line}`)).toEqual([fault]);
	});
});

describe("a citation", () => {
	it.each([
		[`/** ${cite("Wire 1").replace("c", "C")}. */`, ["Wire 1"]],
		[
			`/** Some words (RFC 6749 2.3; ${cite("Wire 1, Rate limits 1")}). More words, and more. */`,
			["Wire 1", "Rate limits 1"],
		],
		[`// ${cite("Wire 1: a word, and one more")}`, ["Wire 1"]],
		[`/** ${cite("Wire 2")} */`, ["Wire 2"]],
		[`/** ${cite("Wire 1")}) and (${cite("Wire 2")}) */`, ["Wire 1", "Wire 2"]],
		["/** The contract has a word about this: none. */", []],
	])("in %j cites %j", (line, ids) => {
		expect(citedIn(line)).toEqual(ids);
	});

	it.each(["Wire 3", "Wire", "wire 1", "Wire 1 and Wire 2", "Wires 1", "Wire 1, Wire 9"])(
		"of %j is refused, at its line",
		(ids) => {
			const unknown = ids === "Wire 1, Wire 9" ? "Wire 9" : ids;
			const sources = [
				{ path: "src/right.ts", text: `// ${cite("Wire 2")}` },
				{ path: "src/wrong.ts", text: `const a = 1;\n// ${cite(ids)}.` },
			];
			expect(citationFaults(contract, sources)).toEqual([
				`src/wrong.ts:2 cites the clause "${unknown}", which does not exist.`,
			]);
		},
	);

	it("that goes on in the next line is refused", () => {
		const sources = [{ path: "a.ts", text: `// ${cite("Wire 1,")}\n// Wire 2.` }];
		expect(citationFaults(contract, sources)).toEqual(['a.ts:1 cites the clause "", which does not exist.']);
	});
});
