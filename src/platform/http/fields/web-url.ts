import { text } from "./fields.ts";

const maxLength = 2000;

/** A link for people to follow. Other schemes, such as javascript:, can do more than lead to a page. */
export const webUrl = text(maxLength)
	.refine(isWebUrl, "must be an http or https URL")
	.meta({ example: "https://example.com/" });

function isWebUrl(value: string): boolean {
	return /^https?:\/\/[^\s/]/i.test(value) && !/\s/.test(value) && URL.canParse(value) && hasPlainHost(new URL(value));
}

/** The address of a receiver, a calendar or a redirect. The operation decides whether it takes it (contract: Errors 6). */
export const targetUrl = text(maxLength).refine((value) => URL.canParse(value), "must be an absolute URL");

/** URL parsers accept characters in a host, such as quotes, that have a meaning where it is printed, as in a header. */
export const hasPlainHost = ({ hostname }: URL): boolean => /^[\w.:[\]-]+$/.test(hostname);
