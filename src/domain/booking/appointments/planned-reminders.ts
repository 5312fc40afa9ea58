import { and, eq, sql } from "drizzle-orm";
import { remove, type Write } from "../../../platform/commit/write.ts";
import { reminders } from "../../../platform/db/tables/data/bookings.ts";
import { eventTypes } from "../../../platform/db/tables/data/event-types.ts";
import { hourMs } from "../../../platform/lib/time.ts";
import type { AppointmentRow } from "./schema.ts";

/**
 * The reminders of a live appointment, by the hours that its event type has at the commit. One whose time is past is not
 * planned.
 */
export function planReminders({ tenantId, id, status, eventTypeId, startAt, updatedAt }: AppointmentRow): Write[] {
	if (status !== "SCHEDULED" || eventTypeId === null) return [];
	return [
		sql`INSERT INTO ${reminders} (tenant_id, appointment_id, at, created_at)
			SELECT DISTINCT e.tenant_id, ${id}, ${startAt} - h.value * ${hourMs}, ${updatedAt}
			FROM ${eventTypes} e JOIN json_each(e.details, '$.reminder_hours') h
			WHERE e.tenant_id = ${tenantId} AND e.id = ${eventTypeId} AND ${startAt} - h.value * ${hourMs} > ${updatedAt}`,
	];
}

/** The reminders of an appointment that changes, if they are others from then on. */
export function planRemindersAnew(row: AppointmentRow, next: AppointmentRow): Write[] {
	const stays = row.status === next.status && row.startAt === next.startAt && row.eventTypeId === next.eventTypeId;
	if (stays) return [];
	const ofAppointment = and(eq(reminders.tenantId, row.tenantId), eq(reminders.appointmentId, row.id));
	return [remove(reminders).where(ofAppointment), ...planReminders(next)];
}
