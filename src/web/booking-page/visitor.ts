import { getCookie, setCookie } from "hono/cookie";
import { siteOf, subscriberOf } from "../../platform/gate/credentials/ip-allowlist.ts";
import type { AppContext } from "../../platform/http/request/app-env.ts";
import { randomBase62, sha256 } from "../../platform/lib/secrets/crypto.ts";
import { hostCookie } from "../ui/host-cookie.ts";

const visitorCookie = (c: AppContext) => hostCookie(c, "booking_visitor");
const tokenLength = 32;
const hourSeconds = 3600;

/** A hash of the token in the visitor's cookie; undefined at the first visit. */
export function visitorHashOf(c: AppContext): string | undefined {
	const token = getCookie(c, visitorCookie(c).name);
	return token === undefined || !/^[0-9A-Za-z]{32}$/.test(token) ? undefined : sha256(token);
}

/** A new visitor gets a token and its cookie. */
export function ensureVisitor(c: AppContext): string {
	const known = visitorHashOf(c);
	if (known !== undefined) return known;
	const token = randomBase62(tokenLength);
	const { name, options } = visitorCookie(c);
	setCookie(c, name, token, { ...options, maxAge: hourSeconds });
	return sha256(token);
}

/** A hash of the visitor's IP address; with IPv6, of its /64. */
export const networkHashOf = (c: AppContext): string => sha256(subscriberOf(c.get("address")));

/** A hash of the visitor's IP address; with IPv6, of its /48. */
export const siteHashOf = (c: AppContext): string => sha256(siteOf(c.get("address")));
