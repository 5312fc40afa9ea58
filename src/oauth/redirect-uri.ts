import type { Settings } from "../context.ts";
import { hasPlainHost } from "../http/web-url.ts";
import { isLoopback } from "../lib/loopback.ts";

const maxLength = 2000;

/** The answer adds these. An app that reads the first of two would take its own value for that of the answer. */
const reserved = ["code", "state", "iss", "error", "error_description"];

/**
 * Why a redirect URI cannot be registered or used; null when it can (RFC 6749 3.1.2; contract: OAuth 3). The service
 * compares it as text, so every parser must read it in the same way.
 */
export function redirectUriFault(uri: string, { development }: Pick<Settings, "development">): string | null {
	if (uri.length > maxLength) return `must not be longer than ${maxLength} characters`;
	if (!/^[\x21-\x7e]+$/.test(uri) || /[\\"<>^`{|}]/.test(uri)) return "must contain only the characters of a URI";
	if (!/^https?:\/\/[^/]/i.test(uri) || !URL.canParse(uri)) return "must be an absolute https URL";
	const url = new URL(uri);
	if (uri.includes("#")) return "must not have a fragment";
	if (url.username !== "" || url.password !== "" || authorityOf(uri).includes("@")) return "must not contain user info";
	if (!hasPlainHost(url)) return "must contain the whole host name, without wildcards";
	if (reserved.some((name) => url.searchParams.has(name)))
		return `must not have the parameters ${reserved.join(", ")}, because the answer adds them`;
	if (url.protocol === "https:" || (development && isLoopback(url.hostname))) return null;
	return development ? "must be https, or http to a loopback address" : "must be https";
}

const authorityOf = (uri: string): string => /^[a-z]+:\/\/([^/?]*)/i.exec(uri)?.[1] ?? "";

/** The URI with the parameters added. The query that it has already stays as it is (RFC 6749 3.1.2). */
export function withParameters(uri: string, parameters: Record<string, string | undefined>): string {
	const added = new URLSearchParams();
	for (const [name, value] of Object.entries(parameters)) if (value !== undefined) added.append(name, value);
	const joint = !uri.includes("?") ? "?" : /[?&]$/.test(uri) ? "" : "&";
	return uri + joint + added;
}
