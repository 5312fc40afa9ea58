import { type Change, decideAgain } from "../../../../platform/commit/change.ts";
import type { Caller } from "../../../../platform/context.ts";
import { nextRevision } from "../../../../platform/db/record.ts";
import { problem } from "../../../../platform/problems/problem.ts";
import { toUser, type User } from "../schema.ts";
import { invite, removeInvitation } from "./add.ts";
import { findSeat } from "./seats.ts";

/** The new link is valid from now on. The earlier link stops working. */
export async function resendInvitation(caller: Caller, tenantId: string, userId: string): Promise<Change<User>> {
	const seat = await findSeat(caller, tenantId, userId);
	if (seat.status !== "INVITED") throw problem("conflict", "The user is a member already.");
	const of = { ...seat.of, createdAt: caller.now, ...nextRevision(seat.of, caller.now) };
	const { write, mail } = await invite(caller, seat.user, of);
	return {
		result: toUser({ ...seat, of }),
		tenantId,
		inControlDatabase: true,
		writes: [removeInvitation(seat), write],
		effects: mail,
		audit: { action: "user.invited", resourceId: userId },
		onRefused: ({ kind }) => (kind === "raised" ? decideAgain : undefined),
	};
}
