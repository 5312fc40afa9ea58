/** Any text that is no JSON stays unchanged. */
export function pretty(text: string): string {
	try {
		return JSON.stringify(JSON.parse(text), null, 2);
	} catch {
		return text;
	}
}

export function cellText(value: unknown): string {
	if (value === null || value === undefined) return "–";
	return typeof value === "string" ? value : JSON.stringify(value);
}
