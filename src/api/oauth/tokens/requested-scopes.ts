/** Names with one space between them (RFC 6749 3.3). Null when the text has another form or no names. */
export function requestedScopes(text: string | undefined): string[] | null {
	const names = text?.split(" ") ?? [];
	return names.length > 0 && names.every((name) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(name))
		? [...new Set(names)]
		: null;
}
