import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import {
	type Change,
	type ChangeDecidedByCommit,
	changedSome,
	decideAgain,
} from "../../../../platform/commit/change.ts";
import { isStale } from "../../../../platform/commit/transaction/refusals.ts";
import { insert, mustChangeRows, remove, updateIfUnchanged, type Write } from "../../../../platform/commit/write.ts";
import type { Caller } from "../../../../platform/context.ts";
import { nextRevision } from "../../../../platform/db/record.ts";
import { mails } from "../../../../platform/db/tables/both/mails.ts";
import { emailChanges, noPassword, passwordResets, users } from "../../../../platform/db/tables/control/people.ts";
import { together } from "../../../../platform/db/together.ts";
import { isPassword } from "../../../../platform/gate/password-hashes.ts";
import { emailKey } from "../../../../platform/http/fields/fields.ts";
import { newId } from "../../../../platform/lib/ids.ts";
import { sha256 } from "../../../../platform/lib/secrets/crypto.ts";
import { hourMs } from "../../../../platform/lib/time.ts";
import { fieldProblem, notFound, problem } from "../../../../platform/problems/problem.ts";
import { mailLink, newAccessToken } from "../access-link.ts";
import type { UserRow } from "../schema.ts";
import { accountAuditEntries } from "./audit-entries.ts";

const linkMs = hourMs;
/** An account has at most this many open links, so that nobody fills the mailboxes of strangers with it. */
const maxOpenLinks = 3;

interface Wanted {
	userId: string;
	/** The password that the person has now. */
	password: string;
	email: string;
}

/**
 * Mails a link to the new address, and a notice to the present one. An address that another account has gets another
 * mail. Everything else is the same for both, so that nobody learns who has an account (contract: Sign-in 18).
 */
export async function requestEmailChange(caller: Caller, { userId, password, email }: Wanted): Promise<Change<null>> {
	const { now } = caller;
	const [[account], [holder], open, audit] = await together(
		caller,
		({ control }) => control.select().from(users).where(eq(users.id, userId)),
		({ control }) =>
			control
				.select({ id: users.id })
				.from(users)
				.where(eq(users.emailKey, emailKey(email))),
		({ control }) =>
			control
				.select({ hash: emailChanges.hash })
				.from(emailChanges)
				.where(and(eq(emailChanges.userId, userId), gt(emailChanges.expiresAt, now)))
				.limit(maxOpenLinks),
		(caller) => accountAuditEntries(caller, userId, { action: "user.email_change_requested" }),
	);
	if (!account) throw notFound("account");
	const isRight =
		account.passwordHash !== noPassword && (await isPassword(caller.ipAddress, password, account.passwordHash));
	if (!isRight) throw fieldProblem("password", "is not the present password");
	if (account.email === email) throw fieldProblem("email", "is the email of the account already");
	if (open.length === maxOpenLinks) throw tooManyLinks();
	const token = newAccessToken();
	const isTaken = holder !== undefined && holder.id !== userId;
	const row = { hash: sha256(token), userId, email, expiresAt: now + linkMs, createdAt: now };
	return {
		result: null,
		inControlDatabase: true,
		writes: [
			{
				write: insert(emailChanges).values(row),
				// Of requests at the same moment, each has read the links before the others made theirs.
				condition: sql`(SELECT count(*) FROM ${emailChanges} WHERE user_id = ${userId} AND expires_at > ${now}) <= ${maxOpenLinks}`,
				reason: "stale_write",
			},
			...(await mailLink(caller, {
				kind: isTaken ? "email_change_taken" : "email_change",
				tenantId: null,
				to: email,
				path: isTaken ? "/forgot_password" : `/confirm_email/${token}`,
			})),
			notice(caller, "email_change_requested", account.email, email),
		],
		effectsElsewhere: audit,
		proofOfCommit: sql`SELECT 1 FROM ${emailChanges} WHERE hash = ${row.hash}`,
		onRefused: (refusal) => (isStale(refusal) ? decideAgain : undefined),
	};
}

const tooManyLinks = () =>
	problem("conflict", "Three mails with a link are open. Use one of them, or try again in an hour.");

/** A mail to the present address of an account. It names the new one. */
function notice(caller: Caller, kind: "email_change_requested" | "email_changed", to: string, email: string): Write {
	const id = newId("mail", caller.now);
	return insert(mails).values({ id, tenantId: "", kind, data: { to, email }, createdAt: caller.now });
}

interface EmailChange {
	of: typeof emailChanges.$inferSelect;
	account: UserRow;
}

export async function findEmailChange({ control, now }: Caller, token: string): Promise<EmailChange | undefined> {
	const [found] = await control
		.select({ of: emailChanges, account: users })
		.from(emailChanges)
		.innerJoin(users, eq(users.id, emailChanges.userId))
		.where(and(eq(emailChanges.hash, sha256(token)), gt(emailChanges.expiresAt, now)));
	return found;
}

/**
 * Gives the account its new email. Every other mailed link of the account ends: those for a new password went to the
 * address before.
 */
export async function confirmEmailChange(caller: Caller, userId: string, token: string): Promise<Change<null>> {
	const found = await findEmailChange(caller, token);
	// Only the person of the account may confirm, because the address may be mistyped and belong to a stranger.
	if (!found || found.account.id !== userId) throw notFound("link");
	const { of, account } = found;
	const key = emailKey(of.email);
	return {
		result: null,
		inControlDatabase: true,
		writes: [
			mustChangeRows(remove(emailChanges).where(eq(emailChanges.hash, of.hash))),
			remove(emailChanges).where(eq(emailChanges.userId, userId)),
			remove(passwordResets).where(eq(passwordResets.userId, userId)),
			updateIfUnchanged(users, account, { email: of.email, emailKey: key, ...nextRevision(account, caller.now) }),
			notice(caller, "email_changed", account.email, of.email),
		],
		effectsElsewhere: await accountAuditEntries(caller, userId, { action: "user.email_changed" }),
		proofOfCommit: sql`SELECT 1 FROM ${users} WHERE id = ${userId} AND email = ${of.email}
			AND NOT EXISTS (SELECT 1 FROM ${emailChanges} WHERE hash = ${of.hash})`,
		onRefused: ({ kind }) => {
			if (kind === "raised") return decideAgain;
			// Another account has the address by now. The link is as dead as any other.
			return kind === "unique" ? notFound("link") : undefined;
		},
	};
}

const deletedPerStep = 500;

const expiredChanges = (now: number): SQL =>
	sql`SELECT rowid FROM ${emailChanges} WHERE expires_at <= ${now} LIMIT ${deletedPerStep}`;

export const areEmailChangesExpired = (now: number): SQL => sql`EXISTS (${expiredChanges(now)})`;

/** One step: deletes some of the expired links. */
export const deleteExpiredEmailChanges = (now: number): ChangeDecidedByCommit<boolean> => ({
	resultFrom: changedSome,
	inControlDatabase: true,
	writes: [sql`DELETE FROM ${emailChanges} WHERE rowid IN (${expiredChanges(now)})`],
});
