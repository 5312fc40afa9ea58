export type Piece = [text: string, isWord: boolean];

const before = 50;
const length = 170;

const escaped = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

export function marked(text: string, words: readonly string[]): Piece[] {
	if (words.length === 0) return [[text, false]];
	const longest = [...words].sort((a, b) => b.length - a.length);
	const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${longest.map(escaped).join("|")})`, "giu");
	return text
		.split(pattern)
		.map((piece, n): Piece => [piece, n % 2 === 1])
		.filter(([piece]) => piece !== "");
}

/** The part in which the words stand. */
export function excerpt(text: string, words: readonly string[]): Piece[] {
	const [first] = marked(text, words);
	const at = first && !first[1] && first[0].length < text.length ? first[0].length : 0;
	const start = at <= before ? 0 : text.indexOf(" ", at - before) + 1;
	const end = start + length < text.length ? text.lastIndexOf(" ", start + length) : text.length;
	const cut = `${start > 0 ? "… " : ""}${text.slice(start, end)}${end < text.length ? " …" : ""}`;
	return marked(cut, words);
}
