import { text } from "./fields.ts";

const maxLength = 2000;

/** A link for people to follow: anything but http and https could be more than a link. */
export const webUrl = text(maxLength)
	.refine(isWebUrl, "must be an http or https URL")
	.meta({ example: "https://example.com/" });

function isWebUrl(value: string): boolean {
	return /^https?:\/\/[^\s/]/i.test(value) && !/\s/.test(value) && URL.canParse(value) && hasPlainHost(new URL(value));
}

/** Where requests of ours go: a URL at all. Whether it is a target that is taken, its operation judges (Errors 6). */
export const targetUrl = text(maxLength).refine((value) => URL.canParse(value), "must be an absolute URL");

/** Parsers let marks stand in a host that mean something where it is written out, such as in a header. */
export const hasPlainHost = ({ hostname }: URL): boolean => /^[\w.:[\]-]+$/.test(hostname);
