import type { CookieOptions } from "hono/utils/cookie";
import { isDevelopment } from "../../platform/env.ts";
import type { AppContext } from "../../platform/http/request/app-env.ts";
import { isLoopback } from "../../platform/lib/url/loopback.ts";

/**
 * A cookie of this host alone. Browsers take the prefix `__Host-` only with `Secure`, which local development over http
 * cannot have.
 */
export function hostCookie(c: AppContext, name: string): { name: string; options: CookieOptions } {
	const { protocol, hostname } = new URL(c.req.url);
	const secure = !(isDevelopment(c.env) && protocol === "http:" && isLoopback(hostname));
	return {
		name: secure ? `__Host-${name}` : name,
		options: { httpOnly: true, secure, sameSite: "Lax", path: "/" },
	};
}
