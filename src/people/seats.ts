import { and, desc, eq, gte, lt, or, type SQL } from "drizzle-orm";
import type { Caller } from "../context.ts";
import type { Database } from "../db/database.ts";
import { invitations, memberships, users } from "../db/tables/service/people.ts";
import type { PageRequest } from "../http/page.ts";
import { notFound } from "../problems.ts";
import { type Seat, toUser, type User } from "./schema.ts";

interface Wanted {
	/** Of the person. */
	where?: SQL | undefined;
	after?: string | undefined;
	updatedSince?: number | undefined;
	take: number;
}

/** The seats of a studio, members and invited alike, the newest accounts first. */
async function seatsOf(db: Database, tenantId: string, wanted: Wanted): Promise<Seat[]> {
	const { where, after, updatedSince: since, take } = wanted;
	const [members, invited] = await Promise.all([
		db
			.select({ user: users, of: memberships })
			.from(memberships)
			.innerJoin(users, eq(users.id, memberships.userId))
			.where(
				and(
					eq(memberships.tenantId, tenantId),
					after === undefined ? undefined : lt(memberships.userId, after),
					since === undefined ? undefined : or(gte(memberships.updatedAt, since), gte(users.updatedAt, since)),
					where,
				),
			)
			.orderBy(desc(memberships.userId))
			.limit(take),
		db
			.select({ user: users, of: invitations })
			.from(invitations)
			.innerJoin(users, eq(users.id, invitations.userId))
			.where(
				and(
					eq(invitations.tenantId, tenantId),
					after === undefined ? undefined : lt(invitations.userId, after),
					since === undefined ? undefined : or(gte(invitations.updatedAt, since), gte(users.updatedAt, since)),
					where,
				),
			)
			.orderBy(desc(invitations.userId))
			.limit(take),
	]);
	return [
		...members.map((row): Seat => ({ ...row, status: "ACTIVE", expiresAt: null })),
		...invited.map((row): Seat => ({ ...row, status: "INVITED", expiresAt: row.of.expiresAt })),
	]
		.sort((a, b) => (a.user.id < b.user.id ? 1 : -1))
		.slice(0, take);
}

export async function listUsers(
	{ db }: Caller,
	tenantId: string,
	page: PageRequest,
	filters: { updated_since?: number | undefined },
): Promise<User[]> {
	const seats = await seatsOf(db, tenantId, { ...page, updatedSince: filters.updated_since });
	return seats.map(toUser);
}

/** The seat that someone of this email has in the studio. */
export async function seatOfEmail({ db }: Caller, tenantId: string, emailKey: string): Promise<Seat | undefined> {
	const [seat] = await seatsOf(db, tenantId, { where: eq(users.emailKey, emailKey), take: 1 });
	return seat;
}

export async function findSeat({ db }: Caller, tenantId: string, userId: string): Promise<Seat> {
	const [seat] = await seatsOf(db, tenantId, { where: eq(users.id, userId), take: 1 });
	if (!seat) throw notFound("user");
	return seat;
}
