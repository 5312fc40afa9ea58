import { describe, expect, it } from "vitest";
import { commentsIn, paragraphsIn, textsIn, withoutSubject } from "../../scripts/prose.ts";

const faultsIn = (prose: ReturnType<typeof commentsIn>) => prose.flatMap(withoutSubject);

describe("a comment", () => {
	it.each([
		["/** What the caller has. */", "What the caller has."],
		["/**\n * The rows.\n * Where they are, nobody knows.\n */", "Where they are, nobody knows."],
		["// Whoever commits is told.", "Whoever commits is told."],
		["const a = 1; // Who waits for it.", "Who waits for it."],
		["-- Which rows change.", "Which rows change."],
		["{/* Whose turn it is. */}", "Whose turn it is."],
		[
			"// The first line ends here.\n// What follows is a sentence of its own.",
			"What follows is a sentence of its own.",
		],
		["/** Contract: Wire 1. What is not sent is kept. */", "What is not sent is kept."],
	])("whose sentence begins with a free relative is refused: %s", (source, sentence) => {
		expect(faultsIn(commentsIn(source))).toEqual([sentence]);
	});

	it.each([
		"/** The rows that a caller may see, and what they hold. */",
		"// What does the caller see?",
		"// The caller says\n// What it wants: the line goes on.",
		'const text = "What happens";',
		"/** `What` is the name of a type. */",
	])("with a subject, a question, or no sentence is fine: %s", (source) => {
		expect(faultsIn(commentsIn(source))).toEqual([]);
	});
});

describe("a paragraph of a document", () => {
	it("is refused where a sentence begins with a free relative, in an item, too", () => {
		const document = "# What is here\n\nThe rows. What is late waits.\n\n- **Where it is**, nobody asks.\n";
		expect(faultsIn(paragraphsIn(document))).toEqual(["What is late waits.", "Where it is, nobody asks."]);
	});

	it("is no heading, no table, no code and no question", () => {
		const document =
			"## What is here\n\n| What | Why |\n| --- | --- |\n\n```\n# What runs\n```\n\nWhat does it cost?\n";
		expect(faultsIn(paragraphsIn(document))).toEqual([]);
	});
});

describe("a text that a program shows", () => {
	it.each([
		['const words = { url: "Where to fetch the file." };', "Where to fetch the file."],
		["const words = 'Files. What else there is.';", "What else there is."],
		[`const text = \`\${n} files. Who sent \${name} is told.\`;`, "Who sent x is told."],
		['const a = <Panel title="What becomes of it" />;', "What becomes of it"],
		["const a = (\n\t<p>\n\t\tWhat you\n\t\ttype stays.\n\t</p>\n);", "What you type stays."],
	])("is refused where a sentence begins with a free relative: %s", (source, sentence) => {
		expect(faultsIn(textsIn("a.tsx", source))).toEqual([sentence]);
	});

	it.each([
		'const label = "Where";',
		`const fact = \`Where: \${place}\`;`,
		'const title = "What would you like to book?";',
		"const a = <legend>Which studio?</legend>;",
		"const pattern = /What it is/;",
		`const text = \`\${who} Whatever\`;`,
		"// What stands here is a comment.",
	])("is fine as a label, a question, or no text: %s", (source) => {
		expect(faultsIn(textsIn("a.tsx", source))).toEqual([]);
	});

	it("is found on its line", () => {
		const source = 'const a = 1;\n\nconst b = {\n\tc: "Who waits.",\n};\n';
		expect(textsIn("a.ts", source)).toEqual([{ line: 4, text: "Who waits." }]);
	});
});
