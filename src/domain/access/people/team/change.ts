import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { type Change, decideAgain, type Meaning, noChange } from "../../../../platform/commit/change.ts";
import type { DatabaseRefusal } from "../../../../platform/commit/transaction/refusals.ts";
import { mustChangeRows, remove, update, type Write } from "../../../../platform/commit/write.ts";
import type { Caller } from "../../../../platform/context.ts";
import { nextRevision } from "../../../../platform/db/record.ts";
import { oauthCodes } from "../../../../platform/db/tables/control/oauth.ts";
import { invitations, memberships, sessions } from "../../../../platform/db/tables/control/people.ts";
import { problem } from "../../../../platform/problems/problem.ts";
import { endUnredeemedCodes } from "../account/unredeemed-codes.ts";
import { type Seat, toUser, type User, type UserPatch } from "../schema.ts";
import { removeInvitation } from "./add.ts";
import { findSeat } from "./seats.ts";

export async function updateUser(
	caller: Caller,
	tenantId: string,
	userId: string,
	{ role }: UserPatch,
): Promise<Change<User>> {
	const seat = await findSeat(caller, tenantId, userId);
	if (role === undefined || role === seat.of.role) return noChange(toUser(seat));
	if (role !== "OWNER") await refuseLastOwner(caller, seat);
	const set = { role, ...nextRevision(seat.of, caller.now) };
	const table = seat.status === "ACTIVE" ? memberships : invitations;
	const write = mustChangeRows(
		update(table)
			.set(set)
			.where(and(eq(table.tenantId, tenantId), eq(table.userId, userId), eq(table.revision, seat.of.revision))),
	);
	return {
		result: toUser({ ...seat, of: { ...seat.of, ...set } }),
		tenantId,
		inControlDatabase: true,
		writes: [keepingAnOwner(seat, write), ...(role === "STAFF" ? [endCodesOf(seat)] : [])],
		audit: { action: "user.updated", resourceId: userId, changes: { role: { old: seat.of.role, new: role } } },
		onRefused: decideAgainIfChanged,
	};
}

export async function removeUser(
	caller: Caller,
	tenantId: string,
	userId: string,
): Promise<Change<{ object: "user"; id: string; deleted: true }>> {
	const seat = await findSeat(caller, tenantId, userId);
	await refuseLastOwner(caller, seat);
	return {
		result: { object: "user", id: userId, deleted: true },
		tenantId,
		inControlDatabase: true,
		writes: seat.status === "INVITED" ? [removeInvitation(seat)] : removeMembership(seat),
		audit: { action: "user.removed", resourceId: userId },
		onRefused: decideAgainIfChanged,
	};
}

function removeMembership(seat: Seat): Write[] {
	const { tenantId, userId, revision } = seat.of;
	const membership = and(
		eq(memberships.tenantId, tenantId),
		eq(memberships.userId, userId),
		eq(memberships.revision, revision),
	);
	return [
		keepingAnOwner(seat, mustChangeRows(remove(memberships).where(membership))),
		endCodesOf(seat),
		// A person with other studios stays signed in: every page reads the memberships again.
		sql`DELETE FROM ${sessions} WHERE user_id = ${userId}
			AND NOT EXISTS (SELECT 1 FROM ${memberships} WHERE user_id = ${userId})`,
	];
}

/** STAFF cannot connect apps, so the codes that an owner has approved and no app has redeemed yet end with the role. */
const endCodesOf = ({ of }: Seat): Write =>
	endUnredeemedCodes(eq(oauthCodes.userId, of.userId), eq(oauthCodes.tenantId, of.tenantId));

const owners = (tenantId: string): SQL | undefined =>
	and(eq(memberships.tenantId, tenantId), eq(memberships.role, "OWNER"));

const isOwner = ({ status, of }: Seat): boolean => status === "ACTIVE" && of.role === "OWNER";

async function refuseLastOwner({ control }: Caller, seat: Seat): Promise<void> {
	if (!isOwner(seat)) return;
	const [other] = await control
		.select({ id: memberships.userId })
		.from(memberships)
		.where(and(owners(seat.of.tenantId), ne(memberships.userId, seat.of.userId)))
		.limit(1);
	if (!other)
		throw problem("conflict", "A studio keeps an owner: its last one can neither be removed nor become STAFF.");
}

/** The transaction itself checks this: if two owners leave at the same time, one of them stays. */
const keepingAnOwner = (seat: Seat, write: Write): Write =>
	isOwner(seat)
		? {
				write,
				condition: sql`EXISTS (SELECT 1 FROM ${memberships} WHERE ${owners(seat.of.tenantId)})`,
				reason: "stale_write",
			}
		: write;

const decideAgainIfChanged = ({ kind }: DatabaseRefusal): Meaning => (kind === "raised" ? decideAgain : undefined);
