import type { AppContext } from "../http/app-env.ts";

/**
 * Whether a form came from a page of this origin. Every browser of the last years says where a POST
 * comes from, in Sec-Fetch-Site or at least in Origin; what says neither is no browser, and no page
 * of another site can have made it say nothing. Beside it, a session's cookie is SameSite=Lax.
 */
export function isSameOrigin(c: AppContext): boolean {
	const site = c.req.header("Sec-Fetch-Site");
	const origin = c.req.header("Origin");
	if (site !== undefined && site !== "same-origin") return false;
	return origin === undefined || origin === new URL(c.req.url).origin;
}
