// The words by which clients are found. The database derives their prefixes from them (migrations/data, client_words).

/** Longer words count with their beginning alone. */
const maxWordLength = 16;
const maxWordsOfClient = 24;
const maxPhoneParts = 6;

/** Letters that Unicode does not take apart into a plain letter and an accent. */
const plain: Record<string, string> = {
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
		.replace(/[ßæœøđðþłıħ]/g, (letter) => plain[letter] ?? letter);

/** Nobody knows whether a number was written with its leading zero. */
const asWord = (word: string): string => [...(word.replace(/^0+/, "") || word)].slice(0, maxWordLength).join("");

const wordsIn = (text: string): string[] =>
	foldText(text)
		.split(/[^\p{L}\p{N}]+/u)
		.filter((word) => word !== "")
		.map(asWord);

/** A number can be asked for without its country code, and with other gaps: each part begins a word. */
function wordsInPhone(phone: string): string[] {
	const parts = foldText(phone).replace("(0)", " ").match(/\d+/g)?.slice(0, maxPhoneParts) ?? [];
	return parts.map((_, n) => asWord(parts.slice(n).join("")));
}

interface SearchableClient {
	firstName: string;
	lastName: string | null;
	email: string;
	phone: string | null;
	instagramHandle: string | null;
}

export function searchWordsOf({ firstName, lastName, email, phone, instagramHandle }: SearchableClient): string[] {
	const words = [
		...[firstName, lastName ?? ""].flatMap(wordsIn),
		...wordsInPhone(phone ?? ""),
		...[email, instagramHandle ?? ""].flatMap(wordsIn),
	];
	return [...new Set(words)].slice(0, maxWordsOfClient);
}

/** More words in a query help nobody, and each costs. */
export const maxQueryWords = 8;

/** The words of a query. A word that another one begins with asks for nothing more. */
export function queryWords(query: string): string[] {
	const isNumber = /^[\d\s()+./-]*$/.test(query);
	const words = isNumber ? wordsInPhone(query).slice(0, 1) : wordsIn(query);
	return [...new Set(words)].filter((word, _, all) => !all.some((other) => other !== word && other.startsWith(word)));
}

const pairLength = 2;

/** The beginnings of two different words, as the database keeps them for each pair of a client's words. */
export function wordPairs(words: readonly string[]): string[] {
	const begins = words
		.filter((word) => [...word].length >= pairLength)
		.map((word) => [...word].slice(0, pairLength).join(""));
	return begins.flatMap((one, n) =>
		begins.slice(n + 1).map((other) => (one < other ? `${one} ${other}` : `${other} ${one}`)),
	);
}
