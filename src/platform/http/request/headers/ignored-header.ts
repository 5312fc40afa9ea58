/** The answer shows no more names of dropped properties, because its header has no room for more. */
export const maxNamesShown = 1000;

/** Every proxy accepts a header of this size (contract: Wire 20). */
const maxHeaderLength = 1024;

/** In visible ASCII. A name that is longer than the header is not shown, and its beginning tells that, too. */
const encodeName = (name: string): string =>
	name
		.slice(0, maxHeaderLength + 1)
		.toWellFormed()
		.replace(/[^\x21-\x7e]|[%,]/gu, (character) => encodeURIComponent(character).replace(",", "%2C"));

/** The names in visible ASCII, separated by commas. `+N` counts those that do not fit (contract: Wire 20). */
export function ignoredHeader(names: string[]): string {
	const encoded = names.slice(0, maxNamesShown).map(encodeName);
	const whole = encoded.join(",");
	if (encoded.length === names.length && whole.length <= maxHeaderLength) return whole;
	const room = maxHeaderLength - `,+${names.length}`.length;
	let header = "";
	let shown = 0;
	for (const name of encoded) {
		const longer = header ? `${header},${name}` : name;
		if (longer.length > room) break;
		header = longer;
		shown++;
	}
	return `${header}${header && ","}+${names.length - shown}`;
}
