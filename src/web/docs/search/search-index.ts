import type { AppContext } from "../../../platform/http/request/app-env.ts";
import { builtFile } from "../sending/send.ts";
import type { SearchSections } from "./search-sections.ts";

/** As the search finds it. */
export interface SearchPage {
	path: string;
	title: string;
	section: string;
	description: string;
	/** The words of its title and of the last part of its address, with a space before each. */
	name: string;
	/** All words that the search in the browser knows of the page, in the same form. */
	text: string;
}

export const searchIndexPath = "/docs/search.json";

/** The index changes only with a deployment, so the isolate keeps it. */
let kept: readonly SearchPage[] | undefined;

/** For the search without script and for similar addresses. */
export async function readSearchIndex(c: AppContext): Promise<readonly SearchPage[]> {
	if (kept) return kept;
	const file = await builtFile(c, searchIndexPath);
	if (file === undefined) return [];
	kept = pagesIn(JSON.parse(file));
	return kept;
}

function pagesIn({ pages, sections }: SearchSections): SearchPage[] {
	const texts = Map.groupBy(sections, ([page]) => page);
	return pages.map(([path, title, section, description], n) => {
		const names = [title, path.split("/").at(-1)];
		const parts = (texts.get(n) ?? []).flatMap(([, , heading, text]) => [heading, text]);
		const [name, text] = [names, [...names, description, ...parts]].map((all) => inWords(all.join(" ")));
		return { path, title, section, description, name: name ?? "", text: text ?? "" };
	});
}

const maxResults = 50;

const wordsOf = (text: string): string[] =>
	text
		.toLowerCase()
		.split(/[^\p{L}\p{N}_.-]+/u)
		.map(withoutPunctuationAround)
		.filter(Boolean);

function withoutPunctuationAround(word: string): string {
	const isPunctuation = (at: number) => word[at] === "." || word[at] === "-";
	let [from, to] = [0, word.length];
	while (from < to && isPunctuation(from)) from += 1;
	while (to > from && isPunctuation(to - 1)) to -= 1;
	return word.slice(from, to);
}

/** Names such as `client.created` count whole and in their parts. */
const inWords = (text: string): string =>
	wordsOf(text)
		.flatMap((word) => [word, ...word.split(/[_.-]+/)])
		.map((word) => ` ${word}`)
		.join("");

/** The pages have all the words, or their beginnings. Those that are named by them come first. */
export function findPages(index: readonly SearchPage[], query: string): SearchPage[] {
	const words = wordsOf(query);
	if (words.length === 0) return [];
	const hasAll = (text: string) => words.every((word) => text.includes(` ${word}`));
	return index
		.filter(({ text }) => hasAll(text))
		.toSorted((a, b) => Number(hasAll(b.name)) - Number(hasAll(a.name)))
		.slice(0, maxResults);
}
