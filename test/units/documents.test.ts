import { describe, expect, it } from "vitest";
import { missingPaths } from "../../scripts/paths.ts";
import { client, forbiddenImports, importCycles, tableOf, withTable } from "../../scripts/rooms.ts";
import { differences, firstColumn, stepsIn } from "../../scripts/tables.ts";

describe("a path in a document", () => {
	const files = ["src/platform/gate/admit.ts", "docs/architecture/gate.md", "test/leads.test.ts", "wrangler.toml"];
	const missing = (text: string) => missingPaths([{ path: "docs/architecture/gate.md", text }], files);

	it.each([
		"`src/platform/gate/admit.ts`",
		"`platform/gate/admit.ts`",
		"`admit.ts`",
		"`platform/gate/`",
		"`gate/`",
		"`wrangler.toml`",
		"`test/*.test.ts`",
		"`src/platform/<room>/admit.ts`",
		"`platform/{gate,commit}/`",
		"`application/json`, `GET /v1/leads`, `Europe/Berlin`, `build/files/`",
	])("that exists is fine, and so is what is no path of the project: %s", (text) => {
		expect(missing(text)).toEqual([]);
	});

	it.each(["`src/gate/admit.ts`", "`gate/admit.ts`", "`admission.ts`", "`gates/`", "`test/*.spec.ts`"])(
		"that does not exist is refused: %s",
		(text) => {
			expect(missing(text)).toHaveLength(1);
		},
	);
});

describe("a table that must be complete", () => {
	const document = "The steps:\n\n| Step | Work |\n| --- | --- |\n| `mails` | sends |\n| `sweep` | nudges |\n\nMore.";

	it("is compared with the code both ways", () => {
		const source = "await runSteps(x, {\n\t\tmails: () => send(),\n\t\tholds: async () => {\n\t\t},\n\t});";
		expect(differences("The table", firstColumn(document, "The steps:"), stepsIn(source))).toEqual([
			"The table lacks holds.",
			"The table has sweep, which does not exist.",
		]);
	});
});

describe("the rooms", () => {
	const floors = [
		{ rooms: ["lib/"], holds: "tools" },
		{ rooms: ["a/", ["b/", "c/"]], holds: "rooms" },
		{ rooms: ["a/deep/"], holds: "a cupboard of its own" },
	];

	it.each([
		["lib/x.ts", "a/x.ts", 1],
		["a/x.ts", "b/x.ts", 1],
		["a/x.ts", "a/deep/x.ts", 1],
		["a/x.ts", "../outside.ts", 1],
		["b/x.ts", "c/x.ts", 0],
		["a/deep/x.ts", "a/x.ts", 0],
		["a/x.ts", "a/y.ts", 0],
	])("%s imports %s: %i faults", (from, to, faults) => {
		expect(forbiddenImports(new Map([[from, [to]]]), floors)).toHaveLength(faults);
	});

	it("name a file that has no floor", () => {
		expect(() => forbiddenImports(new Map([["new/x.ts", ["lib/x.ts"]]]), client)).toThrow("new/x.ts");
	});

	it("have no circle", () => {
		expect(
			importCycles(
				new Map([
					["a", ["b"]],
					["b", ["a"]],
				]),
			),
		).toEqual(["a → b → a"]);
	});

	it("stand in the table of ARCHITECTURE.md from the top down", () => {
		expect(tableOf(floors).split("\n").at(2)).toMatch(/^\| `a\/deep\/` +\| a cupboard of its own +\|$/);
		expect(() => withTable("no marks", floors)).toThrow("marks");
	});
});
