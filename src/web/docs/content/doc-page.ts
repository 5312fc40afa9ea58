import type { Child } from "hono/jsx";

export const sections = ["Guides", "Reference", "Events", "Errors", "Changelog"] as const;

/** The address with `.md` sends the Markdown, and the HTML is made from it. */
export interface DocPage {
	path: string;
	title: string;
	/** One sentence, for lists of pages, the search and search engines. */
	description: string;
	section: (typeof sections)[number];
	/** The menu names the part of the section above its first page. */
	part?: string | undefined;
	/** The method of the operation that the page describes. */
	method?: string;
	/** The status of the error that the page describes. Its title ends with it. */
	status?: number;
	/** The first heading is the title. */
	markdown: string;
	/** The HTML of a page that shows more than its Markdown. */
	content?: Child;
}

/** The guide says where it leads to. */
export interface Guide extends DocPage {
	/** The sentence about what the reader has at the end. */
	outcome: string;
	minutes: number;
}

export const oneLine = (text: string): string =>
	text.replaceAll(/\s+/g, (space) => (space.includes("\n") ? " " : space));

/** Fits into one cell of a table. */
export const cell = (text: string): string => oneLine(text.replaceAll("|", "\\|"));
