import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import {
	type Change,
	type ChangeDecidedByCommit,
	changedSome,
	decideAgain,
	noChange,
} from "../../../../platform/commit/change.ts";
import { isStale } from "../../../../platform/commit/transaction/refusals.ts";
import { insert, mustChangeRows, remove, updateIfUnchanged } from "../../../../platform/commit/write.ts";
import type { Caller } from "../../../../platform/context.ts";
import { nextRevision } from "../../../../platform/db/record.ts";
import { oauthCodes } from "../../../../platform/db/tables/control/oauth.ts";
import { emailChanges, passwordResets, sessions, users } from "../../../../platform/db/tables/control/people.ts";
import { together } from "../../../../platform/db/together.ts";
import { emailKey } from "../../../../platform/http/fields/fields.ts";
import { sha256 } from "../../../../platform/lib/secrets/crypto.ts";
import { hourMs } from "../../../../platform/lib/time.ts";
import { notFound } from "../../../../platform/problems/problem.ts";
import { mailLink, newAccessToken } from "../access-link.ts";
import type { UserRow } from "../schema.ts";
import { accountAuditEntries } from "./audit-entries.ts";
import { endUnredeemedCodes } from "./unredeemed-codes.ts";

const resetMs = hourMs;
/** An account has at most this many open links, so that strangers cannot fill the person's mailbox. */
const maxOpenLinks = 3;

/**
 * Mails a link with which the holder of the address may choose a new password. For an unknown address it does nothing.
 */
export async function requestReset(caller: Caller, email: string): Promise<Change<null>> {
	const { control, now } = caller;
	const [account] = await control
		.select()
		.from(users)
		.where(eq(users.emailKey, emailKey(email)));
	if (!account) return noChange(null);
	const [open, audit] = await together(
		caller,
		({ control }) =>
			control
				.select({ hash: passwordResets.hash })
				.from(passwordResets)
				.where(and(eq(passwordResets.userId, account.id), gt(passwordResets.expiresAt, now)))
				.limit(maxOpenLinks),
		(caller) => accountAuditEntries(caller, account.id, { action: "user.password_reset_requested" }),
	);
	if (open.length === maxOpenLinks) return noChange(null);
	const token = newAccessToken();
	return {
		result: null,
		inControlDatabase: true,
		writes: [
			{
				write: insert(passwordResets).values({
					hash: sha256(token),
					userId: account.id,
					expiresAt: now + resetMs,
					createdAt: now,
				}),
				// Of requests at the same moment, each has read the links before the others made theirs.
				condition: sql`(SELECT count(*) FROM ${passwordResets} WHERE user_id = ${account.id} AND expires_at > ${now}) <= ${maxOpenLinks}`,
				reason: "stale_write",
			},
			...(await mailLink(caller, {
				kind: "password_reset",
				tenantId: null,
				to: account.email,
				path: `/reset_password/${token}`,
			})),
		],
		effectsElsewhere: audit,
		proofOfCommit: sql`SELECT 1 FROM ${passwordResets} WHERE hash = ${sha256(token)}`,
		onRefused: (refusal) => (isStale(refusal) ? decideAgain : undefined),
	};
}

export async function accountOfReset({ control, now }: Caller, token: string): Promise<UserRow | undefined> {
	const [found] = await control
		.select({ user: users })
		.from(passwordResets)
		.innerJoin(users, eq(users.id, passwordResets.userId))
		.where(and(eq(passwordResets.hash, sha256(token)), gt(passwordResets.expiresAt, now)));
	return found?.user;
}

export async function resetPassword(caller: Caller, token: string, passwordHash: string): Promise<Change<null>> {
	const account = await accountOfReset(caller, token);
	if (!account) throw notFound("link");
	return {
		result: null,
		inControlDatabase: true,
		writes: [
			mustChangeRows(remove(passwordResets).where(eq(passwordResets.hash, sha256(token)))),
			remove(passwordResets).where(eq(passwordResets.userId, account.id)),
			remove(emailChanges).where(eq(emailChanges.userId, account.id)),
			updateIfUnchanged(users, account, { passwordHash, ...nextRevision(account, caller.now) }),
			remove(sessions).where(eq(sessions.userId, account.id)),
			endUnredeemedCodes(eq(oauthCodes.userId, account.id)),
		],
		effectsElsewhere: await accountAuditEntries(caller, account.id, { action: "user.password_reset" }),
		// Two hashes always differ, even of the same password.
		proofOfCommit: sql`SELECT 1 FROM ${users} WHERE id = ${account.id} AND password_hash = ${passwordHash}`,
		onRefused: ({ kind }) => (kind === "raised" ? decideAgain : undefined),
	};
}

const deletedPerStep = 500;

const expiredResets = (now: number): SQL =>
	sql`SELECT rowid FROM ${passwordResets} WHERE expires_at <= ${now} LIMIT ${deletedPerStep}`;

export const areResetsExpired = (now: number): SQL => sql`EXISTS (${expiredResets(now)})`;

/** One step: deletes some of the expired links. */
export const deleteExpiredResets = (now: number): ChangeDecidedByCommit<boolean> => ({
	resultFrom: changedSome,
	inControlDatabase: true,
	writes: [sql`DELETE FROM ${passwordResets} WHERE rowid IN (${expiredResets(now)})`],
});
