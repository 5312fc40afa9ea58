import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../../platform/context.ts";
import { appointments } from "../../../platform/db/tables/data/appointments.ts";
import { artists } from "../../../platform/db/tables/data/artists.ts";
import { clients } from "../../../platform/db/tables/data/clients.ts";
import { eventTypes } from "../../../platform/db/tables/data/event-types.ts";
import { type Appointment, toAppointment } from "./schema.ts";

export interface NamedAppointment {
	appointment: Appointment;
	/** Null if the client was deleted. */
	client: string | null;
	artist: string;
	eventType: string | null;
}

/** Cancelled appointments may lie between the others, so the query reads more than it shows. */
const scanLimit = 100;

/** The next appointments from a time on, without cancelled ones. */
export const appointmentsFrom = (ctx: Ctx, from: number, take: number): Promise<NamedAppointment[]> =>
	read(
		ctx,
		sql`${appointments.id} IN (
			SELECT id FROM (
				SELECT id, status FROM ${appointments} WHERE tenant_id = ${ctx.tenantId} AND start_at >= ${from}
				ORDER BY start_at LIMIT ${scanLimit}
			) WHERE status <> 'CANCELLED' LIMIT ${take}
		)`,
		// The unary plus makes SQLite sort the few found rows. Without it, SQLite would scan the index of all starts.
		asc(sql`+${appointments.startAt}`),
		take,
	);

export const appointmentsOf = (ctx: Ctx, clientId: string, take: number): Promise<NamedAppointment[]> =>
	read(ctx, eq(appointments.clientId, clientId), desc(appointments.id), take);

async function read(ctx: Ctx, wanted: SQL, order: SQL, take: number): Promise<NamedAppointment[]> {
	const rows = await ctx.db
		.select({
			row: appointments,
			firstName: clients.firstName,
			lastName: clients.lastName,
			artist: artists.name,
			eventType: eventTypes.name,
		})
		.from(appointments)
		.innerJoin(artists, and(eq(artists.tenantId, appointments.tenantId), eq(artists.id, appointments.artistId)))
		.leftJoin(clients, and(eq(clients.tenantId, appointments.tenantId), eq(clients.id, appointments.clientId)))
		.leftJoin(
			eventTypes,
			and(eq(eventTypes.tenantId, appointments.tenantId), eq(eventTypes.id, appointments.eventTypeId)),
		)
		.where(and(eq(appointments.tenantId, ctx.tenantId), wanted))
		.orderBy(order)
		.limit(take);
	return rows.map(({ row, firstName, lastName, artist, eventType }) => ({
		appointment: toAppointment(row),
		client: firstName === null ? null : [firstName, lastName].filter(Boolean).join(" "),
		artist,
		eventType,
	}));
}
