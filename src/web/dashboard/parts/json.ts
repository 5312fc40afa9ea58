/** JSON laid out for reading; other text as it is. */
export function pretty(text: string): string {
	try {
		return JSON.stringify(JSON.parse(text), null, 2);
	} catch {
		return text;
	}
}

/** A value of a record as a cell shows it. */
export function cellText(value: unknown): string {
	if (value === null || value === undefined) return "–";
	return typeof value === "string" ? value : JSON.stringify(value);
}
