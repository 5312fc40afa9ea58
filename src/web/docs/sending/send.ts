import { routePath } from "hono/route";
import { PreparedAnswer } from "../../../platform/http/prepared/prepared-answer.ts";
import type { AppContext } from "../../../platform/http/request/app-env.ts";
import { docsUrl } from "../../../platform/http/request/respond.ts";
import { docsScripts } from "../../ui/assets.ts";
import { withAddresses } from "./addresses.ts";
import { searchScriptPath } from "./built-assets.ts";
import { sendKept, type Variant } from "./sent-answers.ts";

export const htmlType = "text/html; charset=utf-8";
export const markdownType = "text/markdown; charset=utf-8";

const cacheSeconds = 300;

/** Answers 304 if the caller has the text already. It depends only on the version of the service. */
export const sendCacheable = (c: AppContext, text: string, type: string, headers?: Record<string, string>): Response =>
	prepare(c, text, type, headers).answer(c.req.raw);

const prepare = (c: AppContext, text: string, type: string, headers: Record<string, string> = {}) =>
	new PreparedAnswer(
		text,
		{ ...headers, "Content-Type": type, "Cache-Control": `public, max-age=${cacheSeconds}` },
		routePath(c),
	);

/** Undefined if there is no such file. */
export async function builtFile(c: AppContext, path: string): Promise<string | undefined> {
	const file = await c.env.FILES.fetch(new URL(path, c.req.url));
	if (file.ok) return new TextDecoder().decode(await file.arrayBuffer());
	await file.body?.cancel();
	return undefined;
}

/** The file gets the addresses of this service. The isolate keeps the answer. */
export async function sendFile(
	c: AppContext,
	path: string,
	type: string,
	headers?: Record<string, string>,
	variant: Variant = "",
): Promise<Response | undefined> {
	// The path is decoded. No file has a character in its name that is left encoded, or a folder without a name, although
	// the platform finds it by such a path, too.
	if (/%|\/\//.test(path)) return undefined;
	const { origin } = new URL(c.req.url);
	const kept = { address: origin + c.req.path, request: c.req.raw, env: c.env, variant };
	return await sendKept(kept, async () => {
		const text = await builtFile(c, path);
		return text === undefined ? undefined : prepare(c, withAddresses(text, origin, docsUrl(c)), type, headers);
	});
}

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

/** Browsers cache the pages, so the policy names the scripts by their addresses, not by a nonce. */
export const pagePolicy = (c: AppContext): Record<string, string> => {
	const paths = [...docsScripts.map(({ path }) => path), searchScriptPath];
	const scripts = paths.map((path) => new URL(c.req.url).origin + path);
	return policy(["style-src 'self'", "img-src 'self'", `script-src ${scripts.join(" ")}`]);
};
