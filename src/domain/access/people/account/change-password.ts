import { eq, sql } from "drizzle-orm";
import { type Change, decideAgain } from "../../../../platform/commit/change.ts";
import { remove, updateIfUnchanged } from "../../../../platform/commit/write.ts";
import type { Caller } from "../../../../platform/context.ts";
import { nextRevision } from "../../../../platform/db/record.ts";
import { oauthCodes } from "../../../../platform/db/tables/control/oauth.ts";
import {
	emailChanges,
	noPassword,
	passwordResets,
	sessions,
	users,
} from "../../../../platform/db/tables/control/people.ts";
import { isPassword } from "../../../../platform/gate/password-hashes.ts";
import { fieldProblem, notFound } from "../../../../platform/problems/problem.ts";
import { insertSession, type NewSession } from "../sessions.ts";
import { accountAuditEntries } from "./audit-entries.ts";
import { endUnredeemedCodes } from "./unredeemed-codes.ts";

interface Given {
	/** The password that the person has now. */
	present: string;
	chosenHash: string;
	/** The new session of the browser that asks. It replaces every session of the account. */
	session: NewSession;
}

/**
 * Changes the password if the person knows the present one. As after a reset, all sessions, links and unredeemed codes
 * of the account end. The browser that asks continues in a new session.
 */
export async function changePassword(caller: Caller, { present, chosenHash, session }: Given): Promise<Change<null>> {
	const { userId } = session;
	const [account] = await caller.control.select().from(users).where(eq(users.id, userId));
	if (!account) throw notFound("account");
	const isRight =
		account.passwordHash !== noPassword && (await isPassword(caller.ipAddress, present, account.passwordHash));
	if (!isRight) throw fieldProblem("password", "is not the present password");
	return {
		result: null,
		inControlDatabase: true,
		writes: [
			updateIfUnchanged(users, account, { passwordHash: chosenHash, ...nextRevision(account, caller.now) }),
			remove(sessions).where(eq(sessions.userId, userId)),
			remove(passwordResets).where(eq(passwordResets.userId, userId)),
			remove(emailChanges).where(eq(emailChanges.userId, userId)),
			endUnredeemedCodes(eq(oauthCodes.userId, userId)),
			insertSession(caller, session),
		],
		effectsElsewhere: await accountAuditEntries(caller, userId, { action: "user.password_changed" }),
		// Another change was faster, and the present password may be another one now.
		onRefused: ({ kind }) => (kind === "raised" ? decideAgain : undefined),
		proofOfCommit: sql`SELECT 1 FROM ${sessions} WHERE hash = ${session.hash}`,
	};
}
