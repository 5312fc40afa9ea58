import { and, eq, gt, sql } from "drizzle-orm";
import type { Change } from "../../../platform/commit/change.ts";
import type { Write } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { laterThanBefore, nextRevision } from "../../../platform/db/record.ts";
import { appointments } from "../../../platform/db/tables/data/appointments.ts";
import { ideas } from "../../../platform/db/tables/data/ideas.ts";
import { problem } from "../../../platform/problems/problem.ts";
import { appointmentChanges, changeEvent } from "../../booking/appointments/events.ts";
import { type AppointmentRow, toAppointment } from "../../booking/appointments/schema.ts";

const cancellationReason = "client_deleted";

/** More would hold up the database for everybody. */
const mostAtOnce = 1000;

/** Ends the live appointments that a client has ahead. However many they are, it takes one statement. */
export async function cancelFutureAppointments(ctx: Ctx, clientId: string): Promise<Change> {
	const rows = await ctx.db
		.select()
		.from(appointments)
		.where(
			and(
				eq(appointments.tenantId, ctx.tenantId),
				eq(appointments.clientId, clientId),
				eq(appointments.status, "SCHEDULED"),
				gt(appointments.startAt, ctx.now),
			),
		)
		.orderBy(appointments.startAt)
		.limit(mostAtOnce + 1);
	if (rows.length > mostAtOnce) throw tooMany("live appointments ahead");
	return {
		result: null,
		writes: [cancelAsRead(ctx, clientId, rows)],
		events: rows.flatMap((row) => {
			const before = toAppointment(row);
			const after = toAppointment({
				...row,
				status: "CANCELLED",
				cancelledAt: ctx.now,
				cancellationReason,
				...nextRevision(row, ctx.now),
			});
			const changes = appointmentChanges(before, after);
			return changes ? [changeEvent(before, after, changes)] : [];
		}),
		audit: rows.map(({ id }) => ({ action: "appointment.updated", resourceId: id })),
	};
}

/** All of them, each as it was read, and no other that was booked meanwhile. */
const cancelAsRead = ({ tenantId, now }: Ctx, clientId: string, rows: AppointmentRow[]): Write => {
	const read = JSON.stringify(rows.map(({ id, revision }) => ({ id, revision })));
	const ahead = sql`tenant_id = ${tenantId} AND client_id = ${clientId} AND status = 'SCHEDULED' AND start_at > ${now}`;
	return {
		write: sql`UPDATE ${appointments} SET status = 'CANCELLED', cancelled_at = ${now}, cancellation_reason = ${cancellationReason},
				updated_at = ${laterThanBefore(now)}, revision = revision + 1
			WHERE ${ahead} AND (id, revision) IN (
				SELECT json_extract(value, '$.id'), json_extract(value, '$.revision') FROM json_each(${read})
			)`,
		condition: sql`changes() = ${rows.length} AND NOT EXISTS (SELECT 1 FROM ${appointments} WHERE ${ahead})`,
		reason: "stale_write",
	};
};

/** Removes the ideas of a client, in one statement too. */
export async function deleteIdeasOf(ctx: Ctx, clientId: string): Promise<Change> {
	const theirs = sql`tenant_id = ${ctx.tenantId} AND client_id = ${clientId}`;
	const rows = await ctx.db
		.select({ id: ideas.id })
		.from(ideas)
		.where(theirs)
		.orderBy(ideas.id)
		.limit(mostAtOnce + 1);
	if (rows.length > mostAtOnce) throw tooMany("ideas");
	const read = JSON.stringify(rows.map(({ id }) => id));
	return {
		result: null,
		writes: [
			{
				write: sql`DELETE FROM ${ideas} WHERE ${theirs} AND id IN (SELECT value FROM json_each(${read}))`,
				condition: sql`changes() = ${rows.length} AND NOT EXISTS (SELECT 1 FROM ${ideas} WHERE ${theirs})`,
				reason: "stale_write",
			},
		],
		audit: rows.map(({ id }) => ({ action: "idea.deleted", resourceId: id })),
	};
}

const tooMany = (what: string) =>
	problem("conflict", `The client has more than ${mostAtOnce} ${what}. Remove some of them first.`);
