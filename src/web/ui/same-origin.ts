import type { AppContext } from "../../platform/http/request/app-env.ts";

/**
 * Browsers tell the origin of a POST in Sec-Fetch-Site or at least in Origin, and a page of another site cannot prevent
 * that. A request with neither header does not come from a browser. The session cookie is also SameSite=Lax.
 */
export function isSameOrigin(c: AppContext): boolean {
	const site = c.req.header("Sec-Fetch-Site");
	const origin = c.req.header("Origin");
	if (site !== undefined && site !== "same-origin") return false;
	return origin === undefined || origin === new URL(c.req.url).origin;
}
