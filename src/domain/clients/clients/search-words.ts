// The words by which clients are found. Triggers write them into the database's index (migrations/data, client_search).

/** Only this many first letters of a word count. */
const maxWordLength = 16;
const maxWordsOfClient = 24;
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

const wordsIn = (text: string): string[] =>
	foldText(text)
		.split(/[^\p{L}\p{N}]+/u)
		.filter((word) => word !== "")
		.map(toWord);

/** Each part of the number begins a word, so that a search without the country code or with other gaps finds it. */
function wordsInPhone(phone: string): string[] {
	const parts = foldText(phone).replace("(0)", " ").match(/\d+/g)?.slice(0, maxPhoneParts) ?? [];
	return parts.map((_, n) => toWord(parts.slice(n).join("")));
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

/** Every word costs reads, and more words than this do not improve the result. */
export const maxQueryWords = 8;

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
