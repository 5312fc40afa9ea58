import { Marked, type Tokens } from "marked";
import { splitAtLineBreaks } from "../../ui/components/line-breaks.ts";
import { codeBlock } from "../code/code-block.ts";
import { escaped } from "../code/escaped.ts";
import { classOfCode, wholeOptions } from "../code/whole.ts";
import type { DocPage } from "../content/doc-page.ts";
import { diagramOf } from "../diagrams/draw.ts";
import { blocksOf, htmlOfTabs, infoOf } from "../guide/code-tabs.tsx";
import { anchorOf } from "./anchor.ts";
import { cardsOf } from "./cards.ts";

const markdown: Marked = new Marked({
	gfm: true,
	renderer: {
		heading({ tokens, depth, text }: Tokens.Heading) {
			const inner = this.parser.parseInline(tokens);
			return depth === 1
				? `<h1>${splitAtLineBreaks(text).join("<wbr>") || inner}</h1>\n`
				: `<h${depth} id="${anchorOf(text)}">${inner}</h${depth}>\n`;
		},
		codespan: ({ text }: Tokens.Codespan) =>
			`<code${classOfCode(text)}>${splitAtLineBreaks(text).join("<wbr>") || wholeOptions(escaped(text))}</code>`,
		code(token: Tokens.Code) {
			const { language, file } = infoOf(token);
			return language === "sequence" ? diagramOf(token.text) : codeBlock({ text: token.text, language, file });
		},
		table(token: Tokens.Table) {
			const row = (cells: Tokens.TableCell[], tag: "th" | "td") =>
				`<tr>${cells.map((one) => `<${tag}>${this.parser.parseInline(one.tokens)}</${tag}>`).join("")}</tr>`;
			return `<div class="scroll" tabindex="0"><table><thead>${row(token.header, "th")}</thead><tbody>${token.rows
				.map((cells) => row(cells, "td"))
				.join("")}</tbody></table></div>\n`;
		},
		list: ({ ordered, items }: Tokens.List) =>
			(!ordered && cardsOf(items.map(({ tokens }) => markdown.parser(tokens)))) || false,
		// Descriptions may contain text that looks like markup, such as the name of a placeholder.
		html: ({ text }) => escaped(text),
	},
});

export const htmlOf = ({ markdown: text }: DocPage): string =>
	blocksOf(markdown.lexer(text))
		.map((part, n) => ("tabs" in part ? htmlOfTabs(part.tabs, n) : markdown.parser(part.tokens)))
		.join("");

/** Within a line. */
export const inlineHtml = (text: string): string => markdown.parseInline(text, { async: false });

/** Without groups of tabs. */
export const blockHtml = (text: string): string => markdown.parse(text, { async: false });
