/** RFC 6749 3.3: names with one space between them. Null: it does not have that form, or names none. */
export function requestedScopes(text: string | undefined): string[] | null {
	const names = text?.split(" ") ?? [];
	return names.length > 0 && names.every((name) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(name))
		? [...new Set(names)]
		: null;
}
