import type { Child } from "hono/jsx";

export const sections = ["Guides", "Reference", "Events", "Errors", "Changelog"] as const;

/** A page of the documentation. The address with `.md` sends its Markdown, and the HTML is made from it. */
export interface DocPage {
	path: string;
	title: string;
	/** One sentence, for lists of pages, the search and search engines. */
	description: string;
	section: (typeof sections)[number];
	/** The part of the section. The menu names it above its first page. */
	part?: string | undefined;
	/** The method of the operation that the page describes. */
	method?: string;
	/** The status of the error that the page describes. Its title ends with it. */
	status?: number;
	/** It begins with a heading, which is the title. */
	markdown: string;
	/** The HTML of a page that shows more than its Markdown. */
	content?: Child;
}

/** A page of the guides that says where it leads to. */
export interface Guide extends DocPage {
	/** The sentence about what the reader has at the end. */
	outcome: string;
	minutes: number;
}

/** Text without its line breaks. */
export const oneLine = (text: string): string =>
	text.replaceAll(/\s+/g, (space) => (space.includes("\n") ? " " : space));

/** Text in one cell of a table of Markdown. */
export const cell = (text: string): string => oneLine(text.replaceAll("|", "\\|"));
