import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exampleOf } from "../../../src/domain/events/catalogue/catalogue.ts";
import { publicEventTypes } from "../../../src/platform/db/tables/data/events.ts";
import { paintsFor, wantsColour } from "../../src/cli/text/colour.ts";
import { recordOf } from "../../src/cli/text/event.ts";
import { nearest } from "../../src/cli/text/nearest.ts";
import { glossary, table, wrapped } from "../../src/cli/text/table.ts";
import { visible } from "../../src/cli/text/visible.ts";
import { cutTo, padTo, widthOf } from "../../src/cli/text/width.ts";

const people = [
	{ id: "cli_1", name: "Ada", city: "Berlin" },
	{ id: "cli_2222222222", name: "Noor Haddad, who has a long name", city: "A town with a very long name indeed" },
];
const layout = [
	{ head: "ID", cell: ({ id }: (typeof people)[0]) => id, whole: true },
	{ head: "NAME", cell: ({ name }: (typeof people)[0]) => name, least: 10 },
	{ head: "CITY", cell: ({ city }: (typeof people)[0]) => city },
];

describe("a table", () => {
	it("stands in columns, and is not cut where nobody looks", () => {
		expect(table(people, layout)).toEqual([
			"ID              NAME                              CITY",
			"cli_1           Ada                               Berlin",
			"cli_2222222222  Noor Haddad, who has a long name  A town with a very long name indeed",
		]);
	});

	it("is cut to the screen: first its widest cells, then its last columns, and never a column that is whole", () => {
		expect(table(people, layout, 50)[2]).toBe("cli_2222222222  Noor Haddad, wh…  A town with a v…");
		expect(table(people, layout, 30)).toEqual([
			"ID              NAME",
			"cli_1           Ada",
			"cli_2222222222  Noor Haddad, …",
		]);
		expect(table(people, layout, 10)).toEqual(["ID", "cli_1", "cli_2222222222"]);
	});

	it("fits the screen whatever its cells hold", () => {
		const cell = fc.string({ unit: "grapheme", maxLength: 60 });
		fc.assert(
			fc.property(
				fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }),
				fc.integer({ min: 16, max: 120 }),
				(rows, columns) => {
					const columnsOfTwo = [0, 1].map((n) => ({ head: "HEAD", cell: (row: [string, string]) => row[n] ?? "" }));
					for (const line of table(rows, columnsOfTwo, columns)) expect(widthOf(line)).toBeLessThanOrEqual(columns);
				},
			),
			{ numRuns: 300 },
		);
	});
});

describe("a text", () => {
	it.each([
		["Ada", 3],
		["日本", 4],
		["é", 1],
		["👩🏽‍🎨", 2],
		["", 0],
	])("%s takes %i columns", (text, columns) => expect(widthOf(text)).toBe(columns));

	it("is cut between characters, with an ellipsis", () => {
		expect([cutTo("tattoo", 6), cutTo("tattoo", 5), cutTo("日本語", 4), cutTo("x", 0)]).toEqual([
			"tattoo",
			"tatt…",
			"日…",
			"",
		]);
		expect(padTo("日本", 6)).toBe("日本  ");
	});

	it("of somebody else cannot command the terminal", () => {
		expect(visible("a\u001b[2Jb\u0007\r\nc\u202ed\u009b31m")).toBe("a\ufffd[2Jb\ufffd c\ufffdd\ufffd31m");
	});

	it("is broken between words", () => {
		expect(wrapped("one two three", 7)).toEqual(["one two", "three"]);
		expect(glossary([["a", "one two three four five six"]], 28)).toEqual(["  a  one two three four five", "     six"]);
	});
});

describe("colour", () => {
	it.each([
		[{ isTTY: true }, {}, true],
		[{ isTTY: false }, {}, false],
		[{}, {}, false],
		[{ isTTY: true }, { NO_COLOR: "1" }, false],
		[{ isTTY: true }, { NO_COLOR: "" }, true],
		[{ isTTY: true }, { TERM: "dumb" }, false],
	])("on %j with %j is %s", (stream, env, wanted) => expect(wantsColour(stream, env)).toBe(wanted));

	it("leaves a text as it is when there is none", () => {
		expect(paintsFor(false).bad("no")).toBe("no");
		expect(paintsFor(true).bad("no")).toBe("\u001b[31mno\u001b[39m");
	});
});

it("a mistyped word is told with the one that was meant, and another word with none", () => {
	const words = ["login", "listen", "trigger"];
	expect([nearest("lisen", words), nearest("tirgger", words), nearest("frobnicate", words)]).toEqual([
		"listen",
		"trigger",
		undefined,
	]);
});

it.each(publicEventTypes)("the record that %s is about is found in its data", (type) => {
	expect(recordOf({ type, data: exampleOf(type) })).toMatch(/^\w+_/);
});
