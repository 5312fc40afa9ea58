/** The logic of check-prose.ts. It reads no files, so that a test can call it. */
import { type Node, nodesIn } from "./syntax.ts";

/** A sentence begins with none of these in the place of a noun. */
const freeRelatives = ["What", "Who", "Where", "Whoever", "Which", "Whose"];

/** A label of one word, such as `Where: Berlin`, is no sentence. */
const beginning = new RegExp(`^(?:${freeRelatives.join("|")})(?=[\\s’'])`);

export interface Prose {
	line: number;
	text: string;
}

/** The comments of a file: lines of `//` that follow each other are one comment. */
export function commentsIn(source: string): Prose[] {
	const found: Prose[] = [];
	let open: { line: number; texts: string[]; block: boolean } | undefined;
	const close = () => {
		if (open) found.push({ line: open.line, text: open.texts.join(" ") });
		open = undefined;
	};
	for (const [at, line] of source.split("\n").entries()) {
		if (open?.block) {
			open.texts.push(textOf(line.replace(/\*\/.*$/, "")));
			if (line.includes("*/")) close();
			continue;
		}
		const [, block] = /(?:^|\s|\{)\/\*\*?(?!\/)(.*)$/.exec(line) ?? [];
		const [, rest] = /(?:^|\s)(?:\/\/|--(?!>))\s?(.*)$/.exec(line) ?? [];
		if (block !== undefined) {
			close();
			open = { line: at + 1, texts: [textOf(block.replace(/\*\/.*$/, ""))], block: true };
			if (block.includes("*/")) close();
		} else if (rest !== undefined) {
			if (!/^\s*(?:\/\/|--)/.test(line)) close();
			open ??= { line: at + 1, texts: [], block: false };
			open.texts.push(rest.trim());
		} else close();
	}
	close();
	return found;
}

const textOf = (line: string): string => line.replace(/^\s*\*+\s?/, "").trim();

/** The texts that a program may show: strings, templates and the text between the elements of a page. */
export const textsIn = (path: string, source: string): Prose[] =>
	nodesIn(path, source).flatMap((node) => {
		const text = shownBy(node)?.replace(/\s+/g, " ").trim();
		return text ? [{ line: source.slice(0, node.start).split("\n").length, text }] : [];
	});

function shownBy({ type, value, quasis }: Node): string | undefined {
	// An `x` stands for each value that only the running program knows.
	if (type === "TemplateLiteral")
		return (quasis as { value: { cooked: string | null } }[]).map(({ value }) => value.cooked ?? "").join("x");
	return (type === "Literal" || type === "JSXText") && typeof value === "string" ? value : undefined;
}

/** The paragraphs and items of a document in Markdown, without code, headings and tables. */
export function paragraphsIn(document: string): Prose[] {
	const found: Prose[] = [];
	let fenced = false;
	let open: Prose | undefined;
	for (const [at, line] of document.split("\n").entries()) {
		if (/^\s*(?:```|~~~)/.test(line)) fenced = !fenced;
		const isProse = !fenced && !/^\s*(?:#|\||```|~~~|<|$)/.test(line);
		const begins = /^\s*(?:[-*+]|\d+\.)\s+(?:\[.\]\s)?/.exec(line);
		if (!isProse) open = undefined;
		else if (open && !begins) open.text += ` ${line.trim()}`;
		else {
			open = { line: at + 1, text: line.slice(begins?.[0].length ?? 0).trim() };
			found.push(open);
		}
	}
	return found;
}

/** The sentences without a subject: they begin with a free relative and ask nothing. */
export const withoutSubject = ({ text }: Prose): string[] =>
	sentencesOf(text).filter((sentence) => beginning.test(sentence) && !sentence.endsWith("?"));

/** A term in bold letters before the text, and marks, are no part of a sentence. */
const sentencesOf = (text: string): string[] =>
	text
		.replace(/\*\*|`[^`]*`/g, (mark) => (mark === "**" ? "" : "x"))
		.split(/(?<=[.!?:])\s+(?=[A-Z])/)
		.map((sentence) => sentence.replace(/^[("“]+/, "").trim());
