import { and, desc, eq, gt, ne, type SQL, sql } from "drizzle-orm";
import { type Change, type ChangeDecidedByCommit, changedSome } from "../../../platform/commit/change.ts";
import { insert, mustChangeRows, remove, update, type Write } from "../../../platform/commit/write.ts";
import type { Caller } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import { sessions, users } from "../../../platform/db/tables/control/people.ts";
import { newId } from "../../../platform/lib/ids.ts";
import { dayMs, minuteMs } from "../../../platform/lib/time.ts";
import { notFound } from "../../../platform/problems/problem.ts";
import { accountAuditEntries } from "./account/audit-entries.ts";

/** Contract: Sign-in 4. */
export const sessionMs = dayMs;

export interface NewSession {
	userId: string;
	/** The hash of the cookie's value. */
	hash: string;
	browser: string | null;
	network: string | null;
}

export const insertSession = ({ now }: Pick<Caller, "now">, session: NewSession): Write =>
	insert(sessions).values({
		...session,
		id: newId("session", now),
		expiresAt: now + sessionMs,
		lastUsedAt: now,
		createdAt: now,
	});

export interface ShownSession {
	id: string | null;
	browser: string | null;
	network: string | null;
	createdAt: number;
	lastUsedAt: number | null;
	/** True for the session of the request. */
	isPresent: boolean;
}

const maxShown = 50;

/** The live sessions of an account: first the session of the request, then the newest. */
export async function listSessions(
	{ control, now }: Caller,
	userId: string,
	presentHash: string,
): Promise<ShownSession[]> {
	const rows = await control
		.select()
		.from(sessions)
		.where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
		.orderBy(desc(sql`${sessions.hash} = ${presentHash}`), desc(sessions.createdAt))
		.limit(maxShown);
	return rows.map(({ hash, id, browser, network, createdAt, lastUsedAt }) => ({
		id,
		browser,
		network,
		createdAt,
		lastUsedAt,
		isPresent: hash === presentHash,
	}));
}

/** A session of another person gets the answer of an unknown one. */
export async function endSessionOf(caller: Caller, userId: string, id: string): Promise<Change<null>> {
	const isWanted = and(eq(sessions.userId, userId), eq(sessions.id, id));
	const [found] = await caller.control.select({ hash: sessions.hash }).from(sessions).where(isWanted);
	if (!found) throw notFound("session");
	return {
		result: null,
		inControlDatabase: true,
		writes: [mustChangeRows(remove(sessions).where(isWanted))],
		effectsElsewhere: await accountAuditEntries(caller, userId, {
			action: "user.session_ended",
			details: { session_id: id },
		}),
		// It ended meanwhile.
		onRefused: ({ kind }) => (kind === "raised" ? notFound("session") : undefined),
		proofOfCommit: sql`SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM ${sessions} WHERE hash = ${found.hash})`,
	};
}

export async function endOtherSessions(caller: Caller, userId: string, presentHash: string): Promise<Change<null>> {
	const others = and(eq(sessions.userId, userId), ne(sessions.hash, presentHash));
	return {
		result: null,
		inControlDatabase: true,
		writes: [remove(sessions).where(others)],
		effectsElsewhere: await accountAuditEntries(caller, userId, { action: "user.other_sessions_ended" }),
		proofOfCommit: sql`SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM ${sessions} WHERE ${others})`,
	};
}

/** A session's last use is recorded at most this often. */
const recordedEveryMs = 5 * minuteMs;

export const isUseRecorded = (lastUsedAt: number | null, now: number): boolean =>
	lastUsedAt !== null && lastUsedAt > now - recordedEveryMs;

export const recordUse = (hash: string, now: number): Change<null> => ({
	result: null,
	inControlDatabase: true,
	writes: [update(sessions).set({ lastUsedAt: now }).where(eq(sessions.hash, hash))],
});

export async function userOfSession(control: Database, hash: string, now: number) {
	const [found] = await control
		.select({ id: users.id, email: users.email, name: users.name, lastUsedAt: sessions.lastUsedAt })
		.from(sessions)
		.innerJoin(users, eq(users.id, sessions.userId))
		.where(and(eq(sessions.hash, hash), gt(sessions.expiresAt, now)));
	return found;
}

/** Begins a session, and ends the one that the browser had before (contract: Sign-in 4). */
export const startSession = (
	caller: Pick<Caller, "now">,
	session: NewSession,
	previousHash: string | undefined,
): Change<null> => ({
	result: null,
	inControlDatabase: true,
	writes: [
		...(previousHash === undefined ? [] : [remove(sessions).where(eq(sessions.hash, previousHash))]),
		insertSession(caller, session),
	],
});

export const forgetSession = (hash: string): Change<null> => ({
	result: null,
	inControlDatabase: true,
	writes: [remove(sessions).where(eq(sessions.hash, hash))],
});

const deletedPerStep = 500;

const lapsedSessions = (now: number): SQL =>
	sql`SELECT rowid FROM ${sessions} WHERE expires_at <= ${now} LIMIT ${deletedPerStep}`;

export const areSessionsLapsed = (now: number): SQL => sql`EXISTS (${lapsedSessions(now)})`;

/** One step: deletes some of the expired sessions. */
export const forgetLapsedSessions = (now: number): ChangeDecidedByCommit<boolean> => ({
	resultFrom: changedSome,
	inControlDatabase: true,
	writes: [sql`DELETE FROM ${sessions} WHERE rowid IN (${lapsedSessions(now)})`],
});
