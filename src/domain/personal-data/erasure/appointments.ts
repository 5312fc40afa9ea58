import { and, asc, eq, gt, sql } from "drizzle-orm";
import { remove, type Write } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { eachOf } from "../../../platform/db/each-of.ts";
import { laterThanBefore, nextRevision } from "../../../platform/db/record.ts";
import { appointments } from "../../../platform/db/tables/data/appointments.ts";
import { bookingLinks, reminders } from "../../../platform/db/tables/data/bookings.ts";
import { appointmentChanges, changeEvent } from "../../booking/appointments/events.ts";
import { type AppointmentRow, toAppointment } from "../../booking/appointments/schema.ts";
import { depositAfter } from "../../booking/deposits/follow-appointment.ts";
import type { EraseSome } from "./person.ts";

const rowsAtOnce = 500;

const cancellationReason = "client_deleted";
/** Reasons that the service gives. Any other one is text of a person. */
const reasonsOfService: readonly (string | null)[] = [
	cancellationReason,
	"deposit_not_paid",
	"Cancelled by the client.",
];

/** Times, status, prices, fee and deposit stay. Those ahead are cancelled, as when a client is deleted. */
export const eraseAppointments: EraseSome = async (ctx, { clientIds }, after) => {
	const { db, tenantId, now } = ctx;
	const rows = await db
		.select()
		.from(appointments)
		.where(
			and(
				eq(appointments.tenantId, tenantId),
				sql`${appointments.clientId} IN ${eachOf(clientIds)}`,
				gt(appointments.id, (after as string | null) ?? ""),
			),
		)
		.orderBy(asc(appointments.id))
		.limit(rowsAtOnce);
	const changed = rows.flatMap((row) => {
		const next = erased(row, now);
		return isSame(row, next) ? [] : [{ row, next: { ...next, ...nextRevision(row, now) } }];
	});
	const ids = rows.map(({ id }) => id);
	return {
		writes: [
			areUnchanged(ctx, clientIds, rows, (after as string | null) ?? ""),
			...(changed.length === 0
				? []
				: [
						updateIfUnchanged(
							ctx,
							changed.map(({ next }) => next),
						),
					]),
			...[bookingLinks, reminders].map((table) =>
				remove(table).where(and(eq(table.tenantId, tenantId), sql`${table.appointmentId} IN ${eachOf(ids)}`)),
			),
		],
		events: changed.flatMap(({ row, next }) => {
			if (row.status === next.status) return [];
			const [before, later] = [withoutTexts(row), next].map(toAppointment);
			const changes = before && later && appointmentChanges(before, later);
			return changes ? [changeEvent(before, later, changes)] : [];
		}),
		audit: changed.map(({ row }) => ({ action: "appointment.updated", resourceId: row.id })),
		records: ids,
		next: rows.length < rowsAtOnce ? null : ids.at(-1),
	};
};

/** Fails if one of them changed, or another was booked, since they were read. */
function areUnchanged({ tenantId }: Ctx, clientIds: string[], rows: AppointmentRow[], after: string): Write {
	const last = rows.length < rowsAtOnce ? "b" : (rows.at(-1)?.id ?? "");
	const inRange = sql`tenant_id = ${tenantId} AND client_id IN ${eachOf(clientIds)} AND id > ${after} AND id <= ${last}`;
	const read = JSON.stringify(rows.map(({ id, revision }) => [id, revision]));
	return {
		condition: sql`(SELECT count(*) FROM ${appointments} WHERE ${inRange}) = ${rows.length} AND (
			SELECT count(*) FROM ${appointments}
			WHERE ${inRange} AND (id, revision) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${read}))) = ${rows.length}`,
		reason: "stale_write",
	};
}

const withoutTexts = (row: AppointmentRow): AppointmentRow => ({
	...row,
	title: null,
	notes: null,
	location: null,
	placement: null,
	crmAppointmentId: null,
	metadata: {},
	cancellationReason: reasonsOfService.includes(row.cancellationReason) ? row.cancellationReason : null,
	deposit: row.deposit && { ...row.deposit, note: null },
});

function erased(row: AppointmentRow, now: number): AppointmentRow {
	const kept = withoutTexts(row);
	if (row.status !== "SCHEDULED" || row.startAt <= now) return kept;
	const next: AppointmentRow = { ...kept, status: "CANCELLED", cancelledAt: now, cancellationReason };
	return { ...next, deposit: depositAfter(kept, next, { now, details: undefined }) };
}

const isSame = (one: AppointmentRow, other: AppointmentRow): boolean => JSON.stringify(one) === JSON.stringify(other);

function updateIfUnchanged({ tenantId, now }: Ctx, rows: AppointmentRow[]): Write {
	const listed = JSON.stringify(
		rows.map(({ id, revision, status, cancelledAt, cancellationReason, deposit }) => ({
			id,
			read: revision - 1,
			status,
			cancelledAt,
			cancellationReason,
			deposit,
		})),
	);
	return {
		write: sql`UPDATE ${appointments} SET title = NULL, notes = NULL, location = NULL, placement = NULL,
				crm_appointment_id = NULL, metadata = '{}', status = next.status_after, cancelled_at = next.cancelled_after,
				cancellation_reason = next.reason_after, deposit = next.deposit_after,
				updated_at = ${laterThanBefore(now)}, revision = revision + 1
			FROM (SELECT value ->> 'id' AS next_id, value ->> 'read' AS read_revision, value ->> 'status' AS status_after,
				value ->> 'cancelledAt' AS cancelled_after, value ->> 'cancellationReason' AS reason_after,
				value ->> 'deposit' AS deposit_after FROM json_each(${listed})) AS next
			WHERE tenant_id = ${tenantId} AND id = next.next_id AND revision = next.read_revision`,
		condition: sql`changes() = ${rows.length}`,
		reason: "stale_write",
	};
}
