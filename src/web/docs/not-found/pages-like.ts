import type { SearchPage } from "../search/search-index.ts";

const maxPages = 5;
/** An address may be long. */
const maxLength = 100;

const pairsOf = (text: string): Set<string> => {
	const name = text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
	return new Set(Array.from({ length: Math.max(0, name.length - 1) }, (_, n) => name.slice(n, n + 2)));
};

/** The share of the pairs of letters that two names have in common (Dice). */
function likeness(one: Set<string>, other: Set<string>): number {
	const shared = [...one].filter((pair) => other.has(pair)).length;
	return (2 * shared) / (one.size + other.size || 1);
}

/** The most similar page comes first. */
export function pagesLike(pages: readonly SearchPage[], path: string): SearchPage[] {
	const wanted = pairsOf(path.slice(0, maxLength).split("/").at(-1) ?? "");
	return pages
		.map((page) => ({ page, points: likeness(wanted, pairsOf(page.path.split("/").at(-1) ?? "")) }))
		.filter(({ points }) => points > 0.45)
		.sort((a, b) => b.points - a.points)
		.slice(0, maxPages)
		.map(({ page }) => page);
}
