/** An address as a `mailto:`, or an https page, as RFC 9116 wants a contact. Undefined if the text is neither. */
export function contactUri(text: string): string | undefined {
	if (/^https:\/\/[^\s/]\S*$/.test(text)) return URL.canParse(text) ? text : undefined;
	const [, address] = /^(?:mailto:)?([^\s@:/?,;]+@[^\s@:/?,;]+)$/.exec(text) ?? [];
	return address && `mailto:${address}`;
}
