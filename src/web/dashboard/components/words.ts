const abbreviations = new Set(["API", "SMS"]);

/** A value of the API as words for people: `IN_REVIEW` → `In review`. */
export function inWords(name: string): string {
	if (abbreviations.has(name)) return name;
	const words = name.toLowerCase().replaceAll("_", " ");
	return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The options of a field whose values are those of the API. */
export const wordOptions = (names: readonly string[]): { value: string; text: string }[] =>
	names.map((value) => ({ value, text: inWords(value) }));

export const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string | null }): string =>
	[first_name, last_name].filter(Boolean).join(" ");

const sizeUnits = ["kB", "MB", "GB"] as const;

/** `12 kB`, `3.4 MB`. */
export function sizeInWords(bytes: number): string {
	const unit = Math.min(sizeUnits.length, Math.max(1, Math.floor(Math.log10(bytes) / 3)));
	const count = bytes / 1000 ** unit;
	return `${unit === 1 ? Math.max(1, Math.round(count)) : count.toFixed(1)}\u00a0${sizeUnits[unit - 1]}`;
}

/** `1 row`, `2,000 rows`. */
export const counted = (count: number, one: string): string =>
	`${count.toLocaleString("en-GB")} ${count === 1 ? one : `${one}s`}`;
