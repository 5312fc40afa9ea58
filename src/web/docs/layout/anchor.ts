/** The name of a heading in the fragment of an address. */
export const anchorOf = (text: string): string =>
	text
		.toLowerCase()
		.replaceAll(/[`*]/g, "")
		.replaceAll(/[^a-z0-9]+/g, "-")
		.replaceAll(/^-|-$/g, "");
