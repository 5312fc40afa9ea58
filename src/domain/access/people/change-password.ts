import { eq, sql } from "drizzle-orm";
import { type Change, decideAgain } from "../../../platform/commit/change.ts";
import { remove, updateIfUnchanged } from "../../../platform/commit/write.ts";
import type { Caller } from "../../../platform/context.ts";
import { nextRevision } from "../../../platform/db/record.ts";
import { oauthCodes } from "../../../platform/db/tables/control/oauth.ts";
import { noPassword, passwordResets, sessions, users } from "../../../platform/db/tables/control/people.ts";
import { isPassword } from "../../../platform/lib/crypto.ts";
import { fieldProblem, notFound } from "../../../platform/problems/problem.ts";
import { accountAuditEntries } from "./account-audit-entries.ts";
import { insertSession, type NewSession } from "./sessions.ts";
import { endUnredeemedCodes } from "./unredeemed-codes.ts";

interface Given {
	/** The password that the person has. */
	present: string;
	/** The hash of the one that they choose. */
	chosenHash: string;
	/** Takes the place of every session of the account, that of the asking browser included. */
	session: NewSession;
}

/**
 * Changes the password of whoever knows the present one. Whatever was begun with the old one ends, as with a forgotten
 * password; the browser that asks goes on in a new session.
 */
export async function changePassword(caller: Caller, { present, chosenHash, session }: Given): Promise<Change<null>> {
	const { userId } = session;
	const [account] = await caller.control.select().from(users).where(eq(users.id, userId));
	if (!account) throw notFound("account");
	const isRight = account.passwordHash !== noPassword && (await isPassword(present, account.passwordHash));
	if (!isRight) throw fieldProblem("password", "is not the present password");
	return {
		result: null,
		inControlDatabase: true,
		writes: [
			updateIfUnchanged(users, account, { passwordHash: chosenHash, ...nextRevision(account, caller.now) }),
			remove(sessions).where(eq(sessions.userId, userId)),
			remove(passwordResets).where(eq(passwordResets.userId, userId)),
			endUnredeemedCodes(eq(oauthCodes.userId, userId)),
			insertSession(caller, session),
		],
		effectsElsewhere: await accountAuditEntries(caller, userId, { action: "user.password_changed" }),
		// Another change was faster, and its password is the present one now.
		onRefused: ({ kind }) => (kind === "raised" ? decideAgain : undefined),
		proofOfCommit: sql`SELECT 1 FROM ${sessions} WHERE hash = ${session.hash}`,
	};
}
