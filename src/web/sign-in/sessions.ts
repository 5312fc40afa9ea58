import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import {
	forgetSession,
	isUseRecorded,
	type NewSession,
	recordUse,
	sessionMs,
	startSession,
	userOfSession,
} from "../../domain/access/people/sessions.ts";
import { execute } from "../../platform/commit/execute.ts";
import { safeMessage } from "../../platform/db/errors.ts";
import { networkOf } from "../../platform/gate/credentials/ip-allowlist.ts";
import { type AppContext, callerOf } from "../../platform/http/request/app-env.ts";
import { randomBase62, sha256 } from "../../platform/lib/secrets/crypto.ts";
import { browserOf } from "../../platform/lib/text/browser.ts";
import { log } from "../../platform/log.ts";
import { hostCookie } from "../ui/host-cookie.ts";

/** 43 letters of base 62 hold 256 bits. */
const tokenLength = 43;

export interface User {
	id: string;
	email: string;
	name: string | null;
}

/** Contract: Sign-in 5. */
const sessionCookie = (c: AppContext) => hostCookie(c, "studio_session");

export function cookieHash(c: AppContext): string | undefined {
	const token = getCookie(c, sessionCookie(c).name);
	return token === undefined ? undefined : sha256(token);
}

/** `control` is the control database that has the session. */
export async function signedInUser(c: AppContext, control = c.get("databases").control.db): Promise<User | undefined> {
	const hash = cookieHash(c);
	if (hash === undefined) return undefined;
	const found = await userOfSession(control, hash, c.get("now"));
	if (!found) return undefined;
	const { lastUsedAt, ...user } = found;
	if (!isUseRecorded(lastUsedAt, c.get("now"))) recordUseInBackground(c, user, hash);
	return user;
}

/** The page does not wait for this, and does not fail if this fails. */
function recordUseInBackground(c: AppContext, { id }: User, hash: string): void {
	const caller = callerOf(c, { type: "user", id });
	const report = (error: unknown) =>
		log.warning("fault", { request_id: caller.requestId, message: safeMessage(error) });
	c.executionCtx.waitUntil(execute(c.get("writer"), caller, () => recordUse(hash, caller.now)).catch(report));
}

/** A session for this browser, with the value of its cookie. */
export function newSessionOf(c: AppContext, userId: string): { token: string; session: NewSession } {
	const token = randomBase62(tokenLength);
	const browser = browserOf(c.req.header("User-Agent"));
	return { token, session: { userId, hash: sha256(token), browser, network: networkOf(c.get("address")) } };
}

export function setSessionCookie(c: AppContext, token: string): void {
	const { name, options } = sessionCookie(c);
	setCookie(c, name, token, { ...options, maxAge: sessionMs / 1000 });
}

/** The session that the browser had before ends (contract: Sign-in 4). */
export async function beginSession(c: AppContext, user: User): Promise<void> {
	const { token, session } = newSessionOf(c, user.id);
	const previousHash = cookieHash(c);
	await execute(c.get("writer"), callerOf(c, { type: "user", id: user.id }), (caller) =>
		startSession(caller, session, previousHash),
	);
	setSessionCookie(c, token);
}

export async function endSession(c: AppContext): Promise<void> {
	const hash = cookieHash(c);
	const { name, options } = sessionCookie(c);
	deleteCookie(c, name, options);
	if (hash === undefined) return;
	await execute(c.get("writer"), callerOf(c, { type: "system", id: null }), () => forgetSession(hash));
}
