/** Indented JSON; any other text unchanged. */
export function pretty(text: string): string {
	try {
		return JSON.stringify(JSON.parse(text), null, 2);
	} catch {
		return text;
	}
}

/** A value of a record as the text of a table cell. */
export function cellText(value: unknown): string {
	if (value === null || value === undefined) return "–";
	return typeof value === "string" ? value : JSON.stringify(value);
}
