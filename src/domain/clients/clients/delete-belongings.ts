import { and, eq, gt, sql } from "drizzle-orm";
import type { Change } from "../../../platform/commit/change.ts";
import type { Write } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { laterThanBefore, nextRevision } from "../../../platform/db/record.ts";
import { appointments } from "../../../platform/db/tables/data/appointments.ts";
import { reminders } from "../../../platform/db/tables/data/bookings.ts";
import { ideas } from "../../../platform/db/tables/data/ideas.ts";
import { problem } from "../../../platform/problems/problem.ts";
import { appointmentChanges, changeEvent } from "../../booking/appointments/events.ts";
import { type AppointmentRow, toAppointment } from "../../booking/appointments/schema.ts";
import { deletedWith } from "../../pictures/deleted-with.ts";

const cancellationReason = "client_deleted";

/** A larger statement would block the database for every tenant. */
const maxAtOnce = 1000;
const maxPicturesAtOnce = 5000;

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
		.limit(maxAtOnce + 1);
	if (rows.length > maxAtOnce) throw tooMany("live appointments ahead");
	return {
		result: null,
		writes: [cancelIfUnchanged(ctx, clientId, rows), ...dropReminders(ctx, rows)],
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

/** Fails if one of the appointments changed, or another was booked, since they were read. */
const cancelIfUnchanged = ({ tenantId, now }: Ctx, clientId: string, rows: AppointmentRow[]): Write => {
	const readRows = JSON.stringify(rows.map(({ id, revision }) => ({ id, revision })));
	const inFuture = sql`tenant_id = ${tenantId} AND client_id = ${clientId} AND status = 'SCHEDULED' AND start_at > ${now}`;
	return {
		write: sql`UPDATE ${appointments} SET status = 'CANCELLED', cancelled_at = ${now}, cancellation_reason = ${cancellationReason},
				updated_at = ${laterThanBefore(now)}, revision = revision + 1
			WHERE ${inFuture} AND (id, revision) IN (
				SELECT json_extract(value, '$.id'), json_extract(value, '$.revision') FROM json_each(${readRows})
			)`,
		condition: sql`changes() = ${rows.length} AND NOT EXISTS (SELECT 1 FROM ${appointments} WHERE ${inFuture})`,
		reason: "stale_write",
	};
};

const dropReminders = ({ tenantId }: Ctx, rows: AppointmentRow[]): Write[] =>
	rows.length === 0
		? []
		: [
				sql`DELETE FROM ${reminders} WHERE tenant_id = ${tenantId}
					AND appointment_id IN (SELECT value FROM json_each(${JSON.stringify(rows.map(({ id }) => id))}))`,
			];

export async function deleteIdeasOf(ctx: Ctx, clientId: string): Promise<Change> {
	const ofClient = sql`tenant_id = ${ctx.tenantId} AND client_id = ${clientId}`;
	const rows = await ctx.db
		.select({ id: ideas.id, pictureCount: ideas.pictureCount })
		.from(ideas)
		.where(ofClient)
		.orderBy(ideas.id)
		.limit(maxAtOnce + 1);
	if (rows.length > maxAtOnce) throw tooMany("ideas");
	// A trigger deletes them with their ideas.
	if (rows.reduce((sum, { pictureCount }) => sum + pictureCount, 0) > maxPicturesAtOnce)
		throw tooMany("pictures of ideas", maxPicturesAtOnce);
	const readRows = JSON.stringify(rows.map(({ id }) => id));
	return {
		result: null,
		writes: [
			{
				write: sql`DELETE FROM ${ideas} WHERE ${ofClient} AND id IN (SELECT value FROM json_each(${readRows}))`,
				condition: sql`changes() = ${rows.length} AND NOT EXISTS (SELECT 1 FROM ${ideas} WHERE ${ofClient})`,
				reason: "stale_write",
			},
		],
		audit: [...(await deletedWith(ctx, rows)), ...rows.map(({ id }) => ({ action: "idea.deleted", resourceId: id }))],
	};
}

const tooMany = (what: string, most = maxAtOnce) =>
	problem("conflict", `The client has more than ${most} ${what}. Remove some of them first.`);
