/** What stands in the files of the documentation where they name the service, whose address only a request tells. */
export const placeholders = { origin: "https://service.invalid", docsUrl: "https://documentation.invalid" };

/** The files are HTML and JSON, in which nothing of an address may mean more than itself. A host can have quotes. */
const percentEncoded = (address: string): string =>
	address.replace(/["'`&<>\\${}()]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);

export const withAddresses = (text: string, origin: string, docsUrl: string): string =>
	text
		.replaceAll(placeholders.origin, percentEncoded(origin))
		.replaceAll(placeholders.docsUrl, percentEncoded(docsUrl));
