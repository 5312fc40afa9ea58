import { type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import type { PageRequest } from "../../platform/http/endpoint/page.ts";
import { text } from "../../platform/http/fields/fields.ts";
import { fieldProblems } from "../../platform/problems/problem.ts";

// The words by which clients, leads and ideas are found. Each has a column of them (contract: Clients 9, Leads 10).

/** Only this many first letters of a word count. */
const maxWordLength = 16;
const maxPhoneParts = 6;

/** Letters that Unicode does not decompose into a plain letter and an accent. */
const plainLetters: Record<string, string> = {
	ß: "ss",
	æ: "ae",
	œ: "oe",
	ø: "o",
	đ: "d",
	ð: "d",
	þ: "th",
	ł: "l",
	ı: "i",
	ħ: "h",
};

const foldText = (text: string): string =>
	text
		.replace(/[`´]/g, "")
		.normalize("NFKD")
		.replace(/['’‘ʼ]|\p{M}/gu, "")
		.toLowerCase()
		.replace(/[ßæœøđðþłıħ]/g, (letter) => plainLetters[letter] ?? letter);

/** Without leading zeros, because people write a phone number with or without them. */
const toWord = (word: string): string => [...(word.replace(/^0+/, "") || word)].slice(0, maxWordLength).join("");

export const wordsIn = (text: string | null): string[] =>
	foldText(text ?? "")
		.split(/[^\p{L}\p{N}]+/u)
		.filter((word) => word !== "")
		.map(toWord);

/** Each part of the number begins a word, so that a search without the country code or with other gaps finds it. */
export function wordsInPhone(phone: string | null): string[] {
	const parts =
		foldText(phone ?? "")
			.replace("(0)", " ")
			.match(/\d+/g)
			?.slice(0, maxPhoneParts) ?? [];
	return parts.map((_, n) => toWord(parts.slice(n).join("")));
}

/** Every word costs reads, and more words than this do not improve the result. */
const maxQueryWords = 8;

/** The parameter of a search (contract: Clients 10). */
export const wordsQuery = (records: string) =>
	text(200)
		.refine((query) => queryWords(query).length > 0, "must hold a letter or a digit")
		.refine((query) => queryWords(query).length <= maxQueryWords, `must hold at most ${maxQueryWords} words`)
		.meta({
			description: `Only ${records} all of these up to ${maxQueryWords} words, each from its beginning.`,
		});

/** In the JSON of the column, a quotation mark is before each word. */
export const hasWords = (column: AnySQLiteColumn, query: string | undefined): SQL[] =>
	query === undefined ? [] : queryWords(query).map((word) => sql`instr(${column}, ${`"${word}`}) > 0`);

/** Refuses a search in another order than that of creation (contract: Clients 11). */
export function checkOrder(query: string | undefined, { byChange }: PageRequest): void {
	if (query !== undefined && byChange)
		throw fieldProblems([{ location: "querystring", path: "sort", message: "cannot be combined with q" }]);
}

/** A query of the longest length has no more words. More are too many, and are not compared with each other. */
const maxComparedWords = 100;

/** The words of a query, without those that are the beginning of another word in it. */
export function queryWords(query: string): string[] {
	const isNumber = /^[\d\s()+./-]*$/.test(query);
	const words = [...new Set(isNumber ? wordsInPhone(query).slice(0, 1) : wordsIn(query))];
	if (words.length > maxComparedWords) return words;
	return words.filter((word) => !words.some((other) => other !== word && other.startsWith(word)));
}

/** An email without its domain. A name on Instagram begins with its `@`. */
function withoutDomain(part: string): string {
	const at = part.indexOf("@", 1);
	return at < 0 ? part : part.slice(0, at);
}

export function leadingWord(query: string): string {
	const withoutDomains = queryWords(query.split(/\s/).map(withoutDomain).join(" "));
	const words = withoutDomains.length > 0 ? withoutDomains : queryWords(query);
	return words.reduce((longest, word) => (word.length > longest.length ? word : longest), "");
}
