import { createHash } from "node:crypto";
import type { AppContext } from "../http/app-env.ts";

export const htmlType = "text/html; charset=utf-8";

const cacheSeconds = 300;

/** Sends what depends on nothing but the version of the service, or 304 to who has it. */
export function sendCached(c: AppContext, body: string, type: string, headers: Record<string, string> = {}): Response {
	const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
	const all = { ...headers, ETag: etag, "Cache-Control": `public, max-age=${cacheSeconds}` };
	const known = c.req.header("If-None-Match")?.replaceAll("W/", "").split(/,\s*/) ?? [];
	if (known.includes(etag) || known.includes("*")) return c.body(null, 304, all);
	return c.body(body, 200, { ...all, "Content-Type": type });
}

/** The policy of a page that nobody may put into a frame. */
export const policy = (directives: string[]): Record<string, string> => ({
	"Content-Security-Policy": [
		"default-src 'none'",
		...directives,
		"connect-src 'self'",
		"form-action 'self'",
		"frame-ancestors 'none'",
		"base-uri 'none'",
	].join("; "),
	"X-Frame-Options": "DENY",
	"Referrer-Policy": "same-origin",
});
