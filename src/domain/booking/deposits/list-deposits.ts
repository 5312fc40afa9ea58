import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../../platform/context.ts";
import {
	appointments,
	depositDueAt,
	depositStatus,
	depositStatuses,
	isDepositOpen,
	type StoredDeposit,
} from "../../../platform/db/tables/data/appointments.ts";
import { artists } from "../../../platform/db/tables/data/artists.ts";
import { clients } from "../../../platform/db/tables/data/clients.ts";
import { eventTypes } from "../../../platform/db/tables/data/event-types.ts";
import { firstIdAt } from "../../../platform/lib/ids.ts";
import type { AppointmentRow } from "../appointments/schema.ts";
import type { DepositStatus } from "./transitions.ts";

/** A deposit with what people need to know of its appointment. */
export interface ListedDeposit
	extends Pick<AppointmentRow, "id" | "clientId" | "status" | "startAt" | "createdAt" | "title"> {
	deposit: StoredDeposit;
	/** Null if the client was deleted. */
	client: string | null;
	artist: string;
	eventType: string | null;
}

/** The position of a deposit among those that are due. */
export interface DuePosition {
	due_at: number;
	id: string;
}

/** The deposits that clients still have to pay. The one that is due first comes first. */
export const openDeposits = (ctx: Ctx, after: DuePosition | undefined, take: number): Promise<ListedDeposit[]> => {
	const next = after && sql`(${depositDueAt}, id) > (${after.due_at}, ${after.id})`;
	const ids = sql`SELECT id FROM ${appointments} WHERE tenant_id = ${ctx.tenantId} AND ${isDepositOpen}
		${next ? sql`AND ${next}` : sql``} ORDER BY ${depositDueAt}, id LIMIT ${take}`;
	// The unary plus makes SQLite sort the few found rows.
	return read(ctx, ids, [asc(sql`+(${appointments.deposit} ->> '$.due_at')`), asc(appointments.id)]);
};

interface Wanted {
	/** One status, or all. */
	status?: DepositStatus | undefined;
	/** The times of the booking. */
	since?: number | undefined;
	until?: number | undefined;
	/** The id of the appointment after which the page begins. */
	after?: string | undefined;
}

/** Deposits in the order of their bookings. The newest comes first. */
export function listDeposits(
	ctx: Ctx,
	{ status, since, until, after }: Wanted,
	take: number,
): Promise<ListedDeposit[]> {
	const conditions = [
		since === undefined ? undefined : sql`id >= ${firstIdAt("appointment", since)}`,
		until === undefined ? undefined : sql`id < ${firstIdAt("appointment", until)}`,
		after === undefined ? undefined : sql`id < ${after}`,
	].filter((condition) => condition !== undefined);
	const statuses = JSON.stringify(status === undefined ? depositStatuses : [status]);
	// Each status has its range of the index, so a page reads deposits alone. D1 takes no union of so many.
	const newest = sql`SELECT json_group_array(id) FROM (SELECT id FROM ${appointments} WHERE ${sql.join(
		[sql`tenant_id = ${ctx.tenantId}`, sql`${depositStatus} = s.value`, ...conditions],
		sql` AND `,
	)} ORDER BY id DESC LIMIT ${take})`;
	const ids = sql`SELECT of_status.value FROM json_each(${statuses}) s, json_each((${newest})) of_status
		ORDER BY of_status.value DESC LIMIT ${take}`;
	return read(ctx, ids, [desc(appointments.id)]);
}

async function read({ db, tenantId }: Ctx, ids: SQL, order: SQL[]): Promise<ListedDeposit[]> {
	const rows = await db
		.select({
			id: appointments.id,
			clientId: appointments.clientId,
			status: appointments.status,
			startAt: appointments.startAt,
			createdAt: appointments.createdAt,
			title: appointments.title,
			deposit: appointments.deposit,
			firstName: clients.firstName,
			lastName: clients.lastName,
			artist: artists.name,
			eventType: eventTypes.name,
		})
		.from(appointments)
		.innerJoin(artists, and(eq(artists.tenantId, tenantId), eq(artists.id, appointments.artistId)))
		.leftJoin(clients, and(eq(clients.tenantId, tenantId), eq(clients.id, appointments.clientId)))
		.leftJoin(eventTypes, and(eq(eventTypes.tenantId, tenantId), eq(eventTypes.id, appointments.eventTypeId)))
		.where(and(eq(appointments.tenantId, tenantId), sql`${appointments.id} IN (${ids})`))
		.orderBy(...order);
	return rows.flatMap(({ deposit, firstName, lastName, ...row }) =>
		deposit ? [{ ...row, deposit, client: firstName && [firstName, lastName].filter(Boolean).join(" ") }] : [],
	);
}
