import { expect, test } from "vitest";
import { highlighted } from "../../src/web/docs/code/highlight.ts";
import { inLines } from "../../src/web/docs/code/lines.ts";

const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, "");
/** The lines, each with its classes and its inner HTML. */
const linesOf = (html: string) =>
	[...html.matchAll(/<span class="(line[^"]*)">([\s\S]*?)<\/span>(?=<span class="line|$)/g)].map(
		([, kind = "", inner = ""]) => ({ kind, inner }),
	);

const samples: [language: string, text: string][] = [
	["sh", 'curl /x \\\n  --json \'{\n    "name": "Ada"\n  }\''],
	["python", 'def f():\n    """Says\n\n    nothing."""\n    return "a"\n'],
	["go", "func main() {\n\tif true {\n\t\tprint(`a\n  b`)\n\t}\n}"],
	["json", '{\n  "data": [\n    {\n      "id": 1\n    }\n  ]\n}'],
	["text", "one line"],
];

test.each(samples)("each line of %s has an element of its own, and the text stays the same", (language, text) => {
	const plain = highlighted(text, language);
	const lines = linesOf(inLines(plain));
	expect(textOf(inLines(plain))).toBe(textOf(plain));
	expect(lines.map(({ inner }) => textOf(inner).replace(/\n$/, ""))).toEqual(textOf(plain).split("\n"));
	for (const { inner } of lines) expect(inner.match(/<span/g)?.length ?? 0).toBe(inner.match(/<\/span>/g)?.length ?? 0);
});

test("an element of the highlighter that spans lines begins again in each of them", () => {
	const [first, second] = linesOf(inLines('<span class="hl-string">a\nb</span>c'));
	expect(first?.inner).toBe('<span class="hl-string">a</span>\n');
	expect(second?.inner).toBe('<span class="hl-string">b</span>c');
});

test("a line whose first word is longer than a line of a phone may break anywhere", () => {
	const kinds = linesOf(inLines(["  short words of a long line ".repeat(3), `  ${"a".repeat(40)}: 1`].join("\n")));
	expect(kinds.map(({ kind }) => kind)).toEqual(["line in-1", "line in-1 long"]);
	// A quote counts as the one character that a reader sees.
	const [key] = linesOf(inLines(`  &quot;${"a".repeat(33)}&quot;: 1`));
	expect(key?.kind).toBe("line in-1");
});

test("a time in JSON stays whole, and other strings do not", () => {
	const html = highlighted('{"at": "2026-11-26T00:09:35.475Z", "id": "whe_01a214f2-5a20", "on": "2026-11-26"}', "json");
	expect([...html.matchAll(/class="hl-string whole">([^<]+)/g)].map(([, text]) => text)).toEqual([
		"&quot;2026-11-26T00:09:35.475Z&quot;",
	]);
});

test("a line names its indentation in steps of two characters or one tab, up to the deepest that has a style", () => {
	const kinds = linesOf(inLines(["a", "  b", "\tc", "    d", "\t\te", `${" ".repeat(20)}f`].join("\n")));
	expect(kinds.map(({ kind }) => kind)).toEqual([
		"line",
		"line in-1",
		"line in-1",
		"line in-2",
		"line in-2",
		"line in-8",
	]);
});
