import { and, eq, gt, isNull } from "drizzle-orm";
import { type Change, decideAgain } from "../../../../platform/commit/change.ts";
import { insert, updateIfUnchanged } from "../../../../platform/commit/write.ts";
import type { Caller } from "../../../../platform/context.ts";
import { firstRevisionAfter, nextRevision } from "../../../../platform/db/record.ts";
import { invitations, memberships, noPassword, users } from "../../../../platform/db/tables/control/people.ts";
import { tenants } from "../../../../platform/db/tables/control/tenants.ts";
import { sha256 } from "../../../../platform/lib/secrets/crypto.ts";
import { notFound } from "../../../../platform/problems/problem.ts";
import type { UserRow } from "../schema.ts";
import { removeInvitation } from "./add.ts";

export interface Invitation {
	of: typeof invitations.$inferSelect;
	user: UserRow;
	studio: string;
	/** True if nobody has chosen a password for the account yet. */
	isNewAccount: boolean;
}

export async function findInvitation({ control, now }: Caller, token: string): Promise<Invitation | undefined> {
	const [found] = await control
		.select({ of: invitations, user: users, studio: tenants.name })
		.from(invitations)
		.innerJoin(users, eq(users.id, invitations.userId))
		.innerJoin(tenants, eq(tenants.id, invitations.tenantId))
		.where(and(eq(invitations.hash, sha256(token)), gt(invitations.expiresAt, now), isNull(tenants.deleteAt)));
	return found && { ...found, isNewAccount: found.user.passwordHash === noPassword };
}

/**
 * For an existing account, its person accepts after a sign-in (`passwordHash` undefined). For a new account, the person
 * with the link accepts and chooses the password.
 */
export async function acceptInvitation(
	caller: Caller,
	token: string,
	passwordHash: string | undefined,
): Promise<Change<null>> {
	const invitation = await findInvitation(caller, token);
	// If the account has a password by now, only a person who knows it may accept.
	if (!invitation || invitation.isNewAccount !== (passwordHash !== undefined)) throw notFound("invitation");
	const { of, user } = invitation;
	const { tenantId, userId, role } = of;
	return {
		result: null,
		tenantId,
		inControlDatabase: true,
		writes: [
			removeInvitation({ of }),
			insert(memberships).values({ tenantId, userId, role, ...firstRevisionAfter(of, caller.now) }),
			...(passwordHash === undefined
				? []
				: [updateIfUnchanged(users, user, { passwordHash, ...nextRevision(user, caller.now) })]),
		],
		audit: { action: "user.joined", resourceId: userId },
		onRefused: ({ kind }) => (kind === "raised" ? decideAgain : undefined),
	};
}
