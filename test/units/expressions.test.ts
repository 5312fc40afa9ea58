import { describe, expect, it } from "vitest";
import { expressionsIn } from "../checks/expressions.ts";

const patternsIn = (text: string) =>
	expressionsIn({ path: "file.ts", text }).map(({ pattern, flags }) => `/${pattern}/${flags}`);

describe("the check of regular expressions", () => {
	it.each([
		['const a = /x+y/gi; // /not+this/ and "/nor+this/"', ["/x+y/gi"]],
		['new RegExp("^a+$", "u")', ["/^a+$/u"]],
		[
			`const word = "[a-z]"; const twice = \`\${word}{2}\`; RegExp(\`^\${twice}-\${prefixes[kind]}$\`)`,
			["/^[a-z]{2}-x$/"],
		],
		[`new RegExp(n === 0 ? "^\\\\d+$" : \`^\\\\d{1,\${n}}$\`)`, ["/^\\d+$/", "/^\\d{1,x}$/"]],
		[`const { a } = b(); new RegExp(\`^\${a.replace(b)}$\`)`, ["/^x$/"]],
		[`const dot = "[.]"; new RegExp(["a", \`b\${dot}\`].join("|"), "g")`, ["/a|b[.]/g"]],
	])("finds those of %s", (text, found) => {
		expect(patternsIn(text)).toEqual(found);
	});

	it("tells the line of each", () => {
		expect(expressionsIn({ path: "a.tsx", text: "const a = <b>{1}</b>;\n\nconst c = /d/;" })).toMatchObject([
			{ line: 3 },
		]);
	});
});
