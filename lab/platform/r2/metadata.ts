import { refusal } from "./errors.ts";

export interface HttpMetadata {
	contentType?: string;
	contentLanguage?: string;
	contentDisposition?: string;
	contentEncoding?: string;
	cacheControl?: string;
	cacheExpiry?: Date;
}

const headerOf = {
	contentType: "Content-Type",
	contentLanguage: "Content-Language",
	contentDisposition: "Content-Disposition",
	contentEncoding: "Content-Encoding",
	cacheControl: "Cache-Control",
} as const;
const names = Object.keys(headerOf) as (keyof typeof headerOf)[];

/** The part of the given metadata that R2 keeps. */
export function httpMetadata(given: HttpMetadata | Headers = {}): HttpMetadata {
	const isHeaders = given instanceof Headers;
	const kept: HttpMetadata = {};
	for (const name of names) {
		const value = isHeaders ? given.get(headerOf[name]) : given[name];
		if (value !== undefined && value !== null) kept[name] = String(value);
	}
	const expires = isHeaders ? given.get("Expires") : given.cacheExpiry;
	if (expires) kept.cacheExpiry = new Date(new Date(expires).getTime() || 0);
	return kept;
}

export function writeHttpMetadata(kept: HttpMetadata, headers: Headers): void {
	for (const name of names) if (kept[name] !== undefined) headers.set(headerOf[name], kept[name]);
	if (kept.cacheExpiry) headers.set("Expires", kept.cacheExpiry.toUTCString());
}

const mostBytes = 8192;

/** Throws if the metadata is too large. A text with a character beyond Latin-1 counts double. */
export function customMetadata(given: Record<string, unknown> = {}): Record<string, string> {
	const kept = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
	const size = (text: string) => (/[^\0-\xff]/.test(text) ? 2 : 1) * text.length;
	const bytes = Object.entries(kept).reduce((sum, [name, value]) => sum + size(name) + size(value), 0);
	if (bytes > mostBytes) throw refusal("put", "MetadataTooLarge");
	return kept;
}
