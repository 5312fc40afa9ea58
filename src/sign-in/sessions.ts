import { and, eq, gt, sql } from "drizzle-orm";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { CookieOptions } from "hono/utils/cookie";
import { type ChangeDecidedByCommit, changedSome } from "../commit/change.ts";
import { execute } from "../commit/execute.ts";
import { insert, remove } from "../commit/write.ts";
import { sessions, users } from "../db/tables/service/people.ts";
import { isDevelopment } from "../env.ts";
import { type AppContext, callerOf } from "../http/app-env.ts";
import { randomBase62, sha256 } from "../lib/crypto.ts";
import { isLoopback } from "../lib/loopback.ts";
import { dayMs } from "../lib/time.ts";

/** Contract: Sign-in 4. */
const lifeMs = dayMs;
/** 43 letters of base 62 hold 256 bits. */
const tokenLength = 43;

/** Who is signed in. */
export interface User {
	id: string;
	email: string;
}

/** Contract: Sign-in 5. Browsers refuse the prefix `__Host-` without `Secure`. */
function cookieOf(c: AppContext): { name: string; options: CookieOptions } {
	const { protocol, hostname } = new URL(c.req.url);
	const secure = !(isDevelopment(c.env) && protocol === "http:" && isLoopback(hostname));
	return {
		name: secure ? "__Host-studio_session" : "studio_session",
		options: { httpOnly: true, secure, sameSite: "Lax", path: "/" },
	};
}

function presentedHash(c: AppContext): string | undefined {
	const token = getCookie(c, cookieOf(c).name);
	return token === undefined ? undefined : sha256(token);
}

export async function signedIn(c: AppContext): Promise<User | undefined> {
	const hash = presentedHash(c);
	if (hash === undefined) return undefined;
	const [user] = await c
		.get("db")
		.select({ id: users.id, email: users.email })
		.from(sessions)
		.innerJoin(users, eq(users.id, sessions.userId))
		.where(and(eq(sessions.hash, hash), gt(sessions.expiresAt, c.get("now"))));
	return user;
}

/** Begins a session with a new id and ends the one that the browser had before (contract: Sign-in 4). */
export async function beginSession(c: AppContext, user: User): Promise<void> {
	const token = randomBase62(tokenLength);
	const now = c.get("now");
	const before = presentedHash(c);
	await execute(c.get("writer"), callerOf(c, { type: "user", id: user.id }), () => ({
		result: null,
		writes: [
			...(before === undefined ? [] : [remove(sessions).where(eq(sessions.hash, before))]),
			insert(sessions).values({ hash: sha256(token), userId: user.id, expiresAt: now + lifeMs, createdAt: now }),
		],
	}));
	const { name, options } = cookieOf(c);
	setCookie(c, name, token, { ...options, maxAge: lifeMs / 1000 });
}

export async function endSession(c: AppContext): Promise<void> {
	const hash = presentedHash(c);
	const { name, options } = cookieOf(c);
	deleteCookie(c, name, options);
	if (hash === undefined) return;
	await execute(c.get("writer"), callerOf(c, { type: "system", id: null }), () => ({
		result: null,
		writes: [remove(sessions).where(eq(sessions.hash, hash))],
	}));
}

const forgottenPerStep = 500;

/** One step: deletes some of those that have ended. */
export const forgetLapsedSessions = (now: number): ChangeDecidedByCommit<boolean> => ({
	resultFrom: changedSome,
	writes: [
		sql`DELETE FROM ${sessions} WHERE rowid IN
			(SELECT rowid FROM ${sessions} WHERE expires_at <= ${now} LIMIT ${forgottenPerStep})`,
	],
});
