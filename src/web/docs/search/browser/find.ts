import MiniSearch from "minisearch";
import type { SearchSections } from "../search-sections.ts";

export interface Found {
	href: string;
	/** The title of the page, and the heading of the section if it is not the whole page. */
	title: string;
	heading: string;
	section: string;
	text: string;
	/** The words of the text that were found. */
	words: string[];
}

/** A name such as `client.created` counts whole and in its parts. */
function tokenize(text: string): string[] {
	const words = text.split(/[^\p{L}\p{N}_.]+/u).map((word) => word.split(".").filter(Boolean).join("."));
	return words.flatMap((word) => (/[_.]/.test(word) ? [word, ...word.split(/[_.]+/)] : [word])).filter(Boolean);
}

/** Somebody who learns wants a guide, and somebody who types a name wants its page. */
const weights: Record<string, number> = { Guides: 1.4, Reference: 1.1, Events: 1, Errors: 1, Changelog: 0.4 };

const maxFound = 12;
const maxOfPage = 2;

/** Words are found with typing errors, too, and by their beginning. */
export function newSearch({ pages, sections }: SearchSections): (query: string) => Found[] {
	const engine = new MiniSearch({
		fields: ["title", "heading", "text"],
		tokenize,
		searchOptions: {
			boost: { title: 4, heading: 3 },
			prefix: (word) => word.length > 1,
			fuzzy: (word) => (word.length > 3 ? 0.25 : false),
			weights: { prefix: 0.6, fuzzy: 0.3 },
			boostDocument: (id) => weights[pages[sections[id]?.[0] ?? 0]?.[2] ?? ""] ?? 1,
		},
	});
	engine.addAll(
		sections.map(([page, anchor, heading, text], id) => ({
			id,
			title: anchor === "" ? pages[page]?.[1] : "",
			heading: anchor === "" ? "" : heading,
			text,
		})),
	);
	return (query) => {
		const all = engine.search(query, { combineWith: "AND" });
		const found = all.length > 0 ? all : engine.search(query);
		const ofPage = new Map<number, number>();
		return found
			.filter(({ id }) => {
				const page = sections[id]?.[0] ?? 0;
				ofPage.set(page, (ofPage.get(page) ?? 0) + 1);
				return (ofPage.get(page) ?? 0) <= maxOfPage;
			})
			.slice(0, maxFound)
			.flatMap(({ id, terms }) => {
				const [page = 0, anchor = "", heading = "", text = ""] = sections[id] ?? [];
				const [path = "", title = "", section = ""] = pages[page] ?? [];
				const href = anchor === "" ? path : `${path}#${anchor}`;
				return [{ href, title, heading: anchor === "" ? "" : heading, section, text, words: terms }];
			});
	};
}
