/** What stands in the files of the documentation where they name the service, whose address only a request tells. */
export const marks = { origin: "https://service.invalid", docsUrl: "https://documentation.invalid" };

export const withAddresses = (text: string, origin: string, docsUrl: string): string =>
	text.replaceAll(marks.origin, origin).replaceAll(marks.docsUrl, docsUrl);
