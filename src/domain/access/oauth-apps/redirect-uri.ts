import { hasPlainHost } from "../../../platform/http/fields/web-url.ts";
import { isLoopback } from "../../../platform/lib/url/loopback.ts";

const maxLength = 2000;

/**
 * The answer adds these parameters. If the URI had one of them, too, an app that reads the first of two would read its
 * own value.
 */
const reserved = ["code", "state", "iss", "error", "error_description"];

interface Allowed {
	development: boolean;
	/** A native app listens on the machine of the person, on any free port (RFC 8252 7.3). */
	native?: boolean;
}

/**
 * The reason why a redirect URI cannot be registered or used; null if it can (RFC 6749 3.1.2; contract: OAuth 3). The
 * service compares it as text, so every parser must read it in the same way.
 */
export function redirectUriFault(uri: string, { development, native = false }: Allowed): string | null {
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
	if (native && loopbackUri.test(uri)) return null;
	if (development) return "must be https, or http to a loopback address";
	return native ? "must be https, or http to 127.0.0.1 or [::1]" : "must be https";
}

/** The name `localhost` is not allowed, because a resolver may send it to another machine (RFC 8252 8.3). */
const loopbackUri = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(?=[/?]|$)/;

export const isLoopbackUri = (uri: string): boolean => loopbackUri.test(uri);

/** True if the app registered this URI: character by character, and for a native app on any port. */
export function isRegistered(
	{ native, redirectUris }: { native: boolean; redirectUris: string[] },
	uri: string,
): boolean {
	if (redirectUris.includes(uri)) return true;
	return native && loopbackUri.test(uri) && redirectUris.some((own) => withoutPort(own) === withoutPort(uri));
}

const withoutPort = (uri: string): string => uri.replace(loopbackUri, "$1");

const authorityOf = (uri: string): string => /^[a-z]+:\/\/([^/?]*)/i.exec(uri)?.[1] ?? "";

/** The query that the URI has already stays as it is (RFC 6749 3.1.2). */
export function withParameters(uri: string, parameters: Record<string, string | undefined>): string {
	const added = new URLSearchParams();
	for (const [name, value] of Object.entries(parameters)) if (value !== undefined) added.append(name, value);
	const joint = !uri.includes("?") ? "?" : /[?&]$/.test(uri) ? "" : "&";
	return uri + joint + added;
}
