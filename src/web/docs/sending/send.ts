import type { AppContext } from "../../../platform/http/request/app-env.ts";
import { docsUrl } from "../../../platform/http/request/respond.ts";
import { entityTagsIn, matchesTag } from "../../../platform/http/versions/entity-tags.ts";
import { docsScript } from "../../ui/assets.ts";
import { withAddresses } from "./addresses.ts";
import { BodyCache, type TaggedBody, taggedBody } from "./body-cache.ts";

export const htmlType = "text/html; charset=utf-8";

const cacheSeconds = 300;

/** The files that this isolate has sent. They change only with a deployment. */
const sentBodies = new BodyCache(8 * 1024 * 1024);

/** Sends a body that depends only on the version of the service, or 304 if the caller has it already. */
export const sendCacheable = (c: AppContext, body: string, type: string, headers?: Record<string, string>): Response =>
	sendTagged(c, taggedBody(body), type, headers);

function sendTagged(
	c: AppContext,
	{ body, etag }: TaggedBody,
	type: string,
	headers: Record<string, string> = {},
): Response {
	const all = { ...headers, ETag: etag, "Cache-Control": `public, max-age=${cacheSeconds}` };
	// A malformed header counts as no condition: this is no operation of the API, and a cache may have sent it.
	const { tags } = entityTagsIn("If-None-Match", c.req.header("If-None-Match"));
	if (tags && matchesTag(tags, etag)) return c.body(null, 304, all);
	return c.body(body, 200, { ...all, "Content-Type": type });
}

/** A file that the build has made; undefined if there is none. */
export async function builtFile(c: AppContext, path: string): Promise<string | undefined> {
	const file = await c.env.FILES.fetch(new URL(path, c.req.url));
	if (file.ok) return new TextDecoder().decode(await file.arrayBuffer());
	await file.body?.cancel();
	return undefined;
}

/** Sends a built file with the addresses of this service. */
export async function sendFile(
	c: AppContext,
	path: string,
	type: string,
	headers?: Record<string, string>,
): Promise<Response | undefined> {
	const file = await readTagged(c, path);
	return file && sendTagged(c, file, type, headers);
}

async function readTagged(c: AppContext, path: string): Promise<TaggedBody | undefined> {
	// The same file has many paths, because a URL drops tabs and resolves `..`.
	const { origin, pathname } = new URL(path, c.req.url);
	const documentation = docsUrl(c);
	const key = [pathname, origin, documentation].join(" ");
	const cached = sentBodies.get(key);
	if (cached) return cached;
	const text = await builtFile(c, path);
	if (text === undefined) return undefined;
	const file = taggedBody(withAddresses(text, origin, documentation));
	sentBodies.set(key, file);
	return file;
}

/** The headers of a page that must not appear in a frame. */
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

/** Browsers cache the pages, so the policy names the script by its address, not by a nonce. */
export const pagePolicy = (c: AppContext): Record<string, string> =>
	policy(["style-src 'self'", "img-src 'self'", `script-src ${new URL(c.req.url).origin}${docsScript.path}`]);
