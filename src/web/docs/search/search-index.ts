import type { DocPage } from "../content/doc-page.ts";

/** The entry of a page in the search index. */
export interface SearchEntry extends Pick<DocPage, "path" | "title" | "section" | "description"> {
	/** Its title and headings, in lower case. A guide also has its code words. */
	words: string;
}

export const searchIndex = (pages: readonly DocPage[]): SearchEntry[] =>
	pages.map(({ path, title, section, description, markdown }) => {
		const headings = [...markdown.matchAll(/^#{2,} (.+)$/gm)].map(([, heading]) => heading);
		const codes = section === "Guides" ? [...markdown.matchAll(/`([\w:./-]{3,40})`/g)].map(([, code]) => code) : [];
		const words = [title, ...headings, ...new Set(codes)].join(" ").toLowerCase();
		return { path, title, section, description, words };
	});

/** The text in which the search looks. */
const searchTextOf = ({ words, description }: SearchEntry): string => `${words} ${description.toLowerCase()}`;

const maxResults = 50;

/** The pages that have all the words that somebody typed. */
export function findPages(index: readonly SearchEntry[], query: string): SearchEntry[] {
	const words = query.slice(0, 200).toLowerCase().split(/\s+/).filter(Boolean);
	if (words.length === 0) return [];
	return index.filter((entry) => words.every((word) => searchTextOf(entry).includes(word))).slice(0, maxResults);
}
