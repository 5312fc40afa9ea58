import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Caller } from "../../../../platform/context.ts";
import type { Database } from "../../../../platform/db/database.ts";
import { afterCursor, orderOf } from "../../../../platform/db/lists/page-order.ts";
import { type TimeRange, type UpdatedFilters, updatedRange } from "../../../../platform/db/lists/time-range.ts";
import { invitations, memberships, users } from "../../../../platform/db/tables/control/people.ts";
import { together } from "../../../../platform/db/together.ts";
import type { PageRequest } from "../../../../platform/http/endpoint/page.ts";
import { notFound } from "../../../../platform/problems/problem.ts";
import { changedAt, type Seat, toUser, type User } from "../schema.ts";

interface SeatQuery {
	where?: SQL | undefined;
	updated?: TimeRange;
	page: PageRequest;
}

/**
 * The seats of a studio, members and invited alike. A seat changes with the person and with the membership, so no index
 * has the order of changes. A studio has few people, so the query sorts them.
 */
async function seatsOf(control: Database, tenantId: string, { where, updated, page }: SeatQuery): Promise<Seat[]> {
	// An invited person becomes a member, so both are read from one state of the database.
	const [members, invited] = await together(
		{ control },
		({ control }) =>
			control
				.select({ user: users, of: memberships })
				.from(memberships)
				.innerJoin(users, eq(users.id, memberships.userId))
				.where(and(eq(memberships.tenantId, tenantId), afterCursor(seatIn(memberships), page, updated), where))
				.orderBy(...orderOf(seatIn(memberships), page))
				.limit(page.take),
		({ control }) =>
			control
				.select({ user: users, of: invitations })
				.from(invitations)
				.innerJoin(users, eq(users.id, invitations.userId))
				.where(and(eq(invitations.tenantId, tenantId), afterCursor(seatIn(invitations), page, updated), where))
				.orderBy(...orderOf(seatIn(invitations), page))
				.limit(page.take),
	);
	return [
		...members.map((row): Seat => ({ ...row, status: "ACTIVE", expiresAt: null })),
		...invited.map((row): Seat => ({ ...row, status: "INVITED", expiresAt: row.of.expiresAt })),
	]
		.sort(page.byChange ? byChange : newestFirst)
		.slice(0, page.take);
}

/** The columns that order the list: the id of the person, and the last change of the person or the seat. */
const seatIn = (table: typeof memberships | typeof invitations) => ({
	id: table.userId,
	updatedAt: sql<number>`max(${table.updatedAt}, ${users.updatedAt})`,
});

const newestFirst = (a: Seat, b: Seat): number => (a.user.id < b.user.id ? 1 : -1);
const byChange = (a: Seat, b: Seat): number => changedAt(a) - changedAt(b) || -newestFirst(a, b);

export const listSeats = ({ control }: Caller, tenantId: string, page: PageRequest): Promise<Seat[]> =>
	seatsOf(control, tenantId, { page });

export async function listUsers(
	{ control }: Caller,
	tenantId: string,
	page: PageRequest,
	filters: UpdatedFilters,
): Promise<User[]> {
	const seats = await seatsOf(control, tenantId, { page, updated: updatedRange(filters) });
	return seats.map(toUser);
}

const firstOnly: PageRequest = { after: undefined, take: 1 };

export async function seatOfEmail({ control }: Caller, tenantId: string, emailKey: string): Promise<Seat | undefined> {
	const [seat] = await seatsOf(control, tenantId, { where: eq(users.emailKey, emailKey), page: firstOnly });
	return seat;
}

export async function findSeat({ control }: Caller, tenantId: string, userId: string): Promise<Seat> {
	const [seat] = await seatsOf(control, tenantId, { where: eq(users.id, userId), page: firstOnly });
	if (!seat) throw notFound("user");
	return seat;
}
