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
import { depositAfter } from "../../booking/deposits/follow-appointment.ts";
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
	const cancelled = rows.map((row) => [row, cancelledRow(ctx, row)] as const);
	return {
		result: null,
		writes: [
			cancelIfUnchanged(
				ctx,
				clientId,
				cancelled.map(([, next]) => next),
			),
			...dropReminders(ctx, rows),
		],
		events: cancelled.flatMap(([row, next]) => {
			const [before, after] = [toAppointment(row), toAppointment(next)];
			const changes = appointmentChanges(before, after);
			return changes ? [changeEvent(before, after, changes)] : [];
		}),
		audit: rows.map(({ id }) => ({ action: "appointment.updated", resourceId: id })),
	};
}

function cancelledRow({ now }: Ctx, row: AppointmentRow): AppointmentRow {
	const next: AppointmentRow = {
		...row,
		status: "CANCELLED",
		cancelledAt: now,
		cancellationReason,
		...nextRevision(row, now),
	};
	return { ...next, deposit: depositAfter(row, next, { now, details: undefined }) };
}

/** Fails if one of the appointments changed, or another was booked, since they were read. */
const cancelIfUnchanged = ({ tenantId, now }: Ctx, clientId: string, cancelled: AppointmentRow[]): Write => {
	const rows = JSON.stringify(cancelled.map(({ id, revision, deposit }) => ({ id, read: revision - 1, deposit })));
	const inFuture = sql`tenant_id = ${tenantId} AND client_id = ${clientId} AND status = 'SCHEDULED' AND start_at > ${now}`;
	return {
		write: sql`UPDATE ${appointments} SET status = 'CANCELLED', cancelled_at = ${now}, cancellation_reason = ${cancellationReason},
				deposit = next.next_deposit, updated_at = ${laterThanBefore(now)}, revision = revision + 1
			FROM (SELECT value ->> 'id' AS next_id, value ->> 'read' AS read_revision, value ->> 'deposit' AS next_deposit FROM json_each(${rows})) AS next
			WHERE ${inFuture} AND id = next.next_id AND revision = next.read_revision`,
		condition: sql`changes() = ${cancelled.length} AND NOT EXISTS (SELECT 1 FROM ${appointments} WHERE ${inFuture})`,
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
