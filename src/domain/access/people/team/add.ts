import { and, eq } from "drizzle-orm";
import { type Change, decideAgain, type Meaning } from "../../../../platform/commit/change.ts";
import type { DatabaseRefusal } from "../../../../platform/commit/transaction/refusals.ts";
import { insert, mustChangeRows, remove, type Write } from "../../../../platform/commit/write.ts";
import type { Caller } from "../../../../platform/context.ts";
import { firstRevision, firstRevisionAfter } from "../../../../platform/db/record.ts";
import { invitations, memberships, noPassword, users } from "../../../../platform/db/tables/control/people.ts";
import { together } from "../../../../platform/db/together.ts";
import { hashPassword } from "../../../../platform/gate/password-hashes.ts";
import { emailKey } from "../../../../platform/http/fields/fields.ts";
import { newId } from "../../../../platform/lib/ids.ts";
import { sha256 } from "../../../../platform/lib/secrets/crypto.ts";
import { dayMs } from "../../../../platform/lib/time.ts";
import { problem } from "../../../../platform/problems/problem.ts";
import { mailLink, newAccessToken } from "../access-link.ts";
import { type NewUser, type Seat, toUser, type User, type UserRow } from "../schema.ts";
import { seatOfEmail } from "./seats.ts";

const invitationMs = 7 * dayMs;

/**
 * A new account with a password becomes a member at once. Everybody else is invited: no existing account becomes a
 * member without agreeing, and nobody but its person chooses the password of an account that a studio will trust.
 */
export async function addUser(caller: Caller, tenantId: string, given: NewUser): Promise<Change<User>> {
	const key = emailKey(given.email);
	const [[account], seat] = await together(
		caller,
		(caller) => caller.control.select().from(users).where(eq(users.emailKey, key)),
		(caller) => seatOfEmail(caller, tenantId, key),
	);
	const expired = seat?.expiresAt != null && seat.expiresAt <= caller.now;
	if (seat && !expired) throw taken();
	const row: UserRow = account ?? {
		id: newId("user", caller.now),
		email: given.email,
		emailKey: key,
		name: given.name,
		passwordHash: given.password === undefined ? noPassword : await hashPassword(caller.ipAddress, given.password),
		...firstRevision(caller.now),
	};
	const joins = !account && given.password !== undefined;
	const of = { tenantId, userId: row.id, role: given.role, ...firstRevisionAfter(seat?.of, caller.now) };
	const invitation = joins ? null : await invite(caller, row, of);
	return {
		result: toUser({ user: row, status: joins ? "ACTIVE" : "INVITED", of }),
		tenantId,
		inControlDatabase: true,
		writes: [
			...(account ? [] : [insert(users).values(row)]),
			...(seat ? [removeInvitation(seat)] : []),
			...(invitation ? [invitation.write] : [insert(memberships).values(of)]),
		],
		effects: invitation?.mail ?? [],
		audit: { action: joins ? "user.created" : "user.invited", resourceId: row.id },
		onRefused: refusedUser,
	};
}

interface Invited {
	write: Write;
	/** The rows of the mail. The studio sends it. */
	mail: Write[];
}

export async function invite(
	caller: Caller,
	{ email }: UserRow,
	of: Seat["of"] & { createdAt: number },
): Promise<Invited> {
	const token = newAccessToken();
	return {
		write: insert(invitations).values({ ...of, hash: sha256(token), expiresAt: caller.now + invitationMs }),
		mail: await mailLink(caller, {
			kind: "invitation",
			tenantId: of.tenantId,
			to: email,
			path: `/invitations/${token}`,
		}),
	};
}

/** Removes an invitation if it has not changed since it was read. */
export const removeInvitation = ({ of: { tenantId, userId, revision } }: Pick<Seat, "of">): Write =>
	mustChangeRows(
		remove(invitations).where(
			and(eq(invitations.tenantId, tenantId), eq(invitations.userId, userId), eq(invitations.revision, revision)),
		),
	);

function refusedUser(refusal: DatabaseRefusal): Meaning {
	if (refusal.kind === "raised") return decideAgain;
	if (refusal.kind !== "unique") return undefined;
	// Another request created the account meanwhile. The next decision invites it.
	return refusal.columns === "users.email_key" ? decideAgain : taken();
}

const taken = () => problem("conflict", "A user with this email is a member of the tenant or invited already.");
