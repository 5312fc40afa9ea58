/** The files of the documentation contain these placeholders, because only a request tells the service's addresses. */
export const placeholders = {
	origin: "https://service.invalid",
	docsUrl: "https://documentation.invalid",
	/** AsyncAPI splits the origin. */
	host: "host-of-service.invalid",
	protocol: "protocol-of-service.invalid",
};

/** Encodes the characters that have a meaning in the files, which are HTML and JSON. A host can contain quotes. */
const percentEncoded = (address: string): string =>
	address.replace(/["'`&<>\\${}()]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);

export function withAddresses(text: string, origin: string, docsUrl: string): string {
	const [, protocol = "", host = ""] = /^(\w+):\/\/(.*)$/.exec(percentEncoded(origin)) ?? [];
	return text
		.replaceAll(placeholders.origin, percentEncoded(origin))
		.replaceAll(placeholders.docsUrl, percentEncoded(docsUrl))
		.replaceAll(placeholders.protocol, protocol)
		.replaceAll(placeholders.host, host);
}
