import type { DocPage } from "../content/doc-page.ts";
import { outsideCode } from "../content/outside-code.ts";
import { anchorOf } from "../layout/anchor.ts";

export type SearchSection = [page: number, anchor: string, heading: string, text: string];

export interface SearchSections {
	pages: [path: string, title: string, section: string, description: string][];
	sections: SearchSection[];
}

export const searchSections = (pages: readonly DocPage[]): SearchSections => ({
	pages: pages.map(({ path, title, section, description }) => [path, title, section, plain(description)]),
	sections: pages.flatMap((page, n) => sectionsOf(page, n)),
});

/** The fields and examples of a generated page are in its first part. */
function sectionsOf({ section, markdown, title }: DocPage, page: number): SearchSection[] {
	const parts = markdown.split(/^(?=#{1,3} )/m).filter((part) => part.trim() !== "");
	const [first = "", ...others] = parts;
	const isWritten = section === "Guides" || section === "Changelog";
	const intro = textOf(first);
	if (!isWritten) return [[page, "", title, `${intro} ${[...namesIn(others.join("\n"))].join(" ")}`.trim()]];
	return [
		[page, "", title, intro],
		...others.map((part): SearchSection => {
			const heading = plain(/^#+ (.+)$/m.exec(part)?.[1] ?? "");
			return [page, anchorOf(heading), heading, textOf(part)];
		}),
	];
}

const namesIn = (markdown: string): Set<string> =>
	new Set([...markdown.matchAll(/`([\w.-]{3,40})`/g)].map(([, name = ""]) => name));

/** A section says the most at its beginning. */
const maxText = 700;

const textOf = (markdown: string): string =>
	plain(
		outsideCode(markdown)
			.replaceAll(/^#+ .+$/gm, "")
			.replaceAll(/^> /gm, "")
			.replaceAll(/^[ \t]{0,8}(?:[-*]|\d{1,3}\.) /gm, ""),
	).slice(0, maxText);

const plain = (markdown: string): string =>
	markdown
		.split("](")
		.map((part, n) => (n === 0 ? part : part.slice(part.indexOf(")") + 1)))
		.join("")
		.replaceAll("[", "")
		.replaceAll(/[`*|]/g, "")
		.replaceAll(/-{3,}/g, " ")
		.replaceAll(/\s+/g, " ")
		.trim();
