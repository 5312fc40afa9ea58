import { text } from "./fields.ts";

const maxLength = 2000;

/** A link for people. Schemes such as javascript: are refused, because they run code. */
export const webUrl = text(maxLength)
	.refine(isWebUrl, "must be an http or https URL")
	.meta({ example: "https://example.com/" });

/** The same for an address where people pay. */
export const httpsUrl = webUrl.refine((value) => /^https:/i.test(value), "must be an https URL");

function isWebUrl(value: string): boolean {
	return /^https?:\/\/[^\s/]/i.test(value) && !/\s/.test(value) && URL.canParse(value) && hasPlainHost(new URL(value));
}

/** The address of a receiver, a calendar or a redirect. The operation may refuse it (contract: Errors 6). */
export const targetUrl = text(maxLength).refine((value) => URL.canParse(value), "must be an absolute URL");

/** URL parsers accept characters such as quotes in a host. In a header that shows the host, they have a meaning. */
export const hasPlainHost = ({ hostname }: URL): boolean => /^[\w.:[\]-]+$/.test(hostname);
