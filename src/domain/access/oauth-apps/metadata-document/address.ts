import { hasPlainHost } from "../../../../platform/http/fields/web-url.ts";
import { isLoopback } from "../../../../platform/lib/url/loopback.ts";
import { unsafeReason } from "../../../../platform/lib/url/safe-url.ts";

const maxLength = 2000;

/** The client ids of other apps have a prefix. */
export const isDocumentAddress = (clientId: string): boolean =>
	clientId.length <= maxLength && /^https?:\/\//.test(clientId);

export const siteOf = (clientId: string): string | null =>
	isDocumentAddress(clientId) ? new URL(clientId).host : null;

/**
 * Why a URL cannot be a client id; null if it can. Client ids are compared as text, so one has a single spelling: the one
 * that the URL parser writes.
 */
export function documentAddressFault(address: string, { development }: { development: boolean }): string | null {
	const url = URL.parse(address);
	if (!url) return "must be an absolute URL";
	const allowed = url.protocol === "https:" || (development && url.protocol === "http:" && isLoopback(url.hostname));
	if (!allowed) return development ? "must be https, or http to a loopback address" : "must be an https URL";
	if (url.username !== "" || url.password !== "") return "must not contain a user name or password";
	if (address.includes("#")) return "must not have a fragment";
	if (!hasPlainHost(url)) return "must contain the whole host name, without wildcards";
	if (url.href !== address) return "must be written as browsers write it, with its path and without . and .. in it";
	return unsafeReason(address, { development });
}
