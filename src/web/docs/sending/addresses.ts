/** The files of the documentation contain these placeholders, because only a request tells the service's addresses. */
export const placeholders = { origin: "https://service.invalid", docsUrl: "https://documentation.invalid" };

/** Encodes the characters that have a meaning in the files, which are HTML and JSON. A host can contain quotes. */
const percentEncoded = (address: string): string =>
	address.replace(/["'`&<>\\${}()]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);

export const withAddresses = (text: string, origin: string, docsUrl: string): string =>
	text
		.replaceAll(placeholders.origin, percentEncoded(origin))
		.replaceAll(placeholders.docsUrl, percentEncoded(docsUrl));
