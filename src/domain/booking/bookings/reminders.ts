import { type SQL, sql } from "drizzle-orm";
import type { ChangeDecidedByCommit } from "../../../platform/commit/change.ts";
import { isStudioHere } from "../../../platform/commit/transaction/open-studio.ts";
import type { Write } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { mails } from "../../../platform/db/tables/both/mails.ts";
import { appointments } from "../../../platform/db/tables/data/appointments.ts";
import { reminders } from "../../../platform/db/tables/data/bookings.ts";
import { eventTypes } from "../../../platform/db/tables/data/event-types.ts";
import { studios } from "../../../platform/db/tables/data/studios.ts";
import { newId } from "../../../platform/lib/ids.ts";
import { hourMs } from "../../../platform/lib/time.ts";

const perStep = 50;

const dueReminders = (now: number) =>
	sql`SELECT r.rowid FROM ${reminders} r WHERE r.at <= ${now}
		AND EXISTS (SELECT 1 FROM ${studios} t WHERE t.tenant_id = r.tenant_id AND ${isStudioHere}) ORDER BY r.at LIMIT ${perStep}`;

export const areRemindersDue = (now: number): SQL => sql`EXISTS (${dueReminders(now)})`;

/**
 * One step: writes the mails of reminders that are due, and deletes the reminders in the same transaction, so that none
 * is forgotten or sent twice. If several reminders of one appointment are due at once, as after an outage, they become
 * one mail. A reminder adds no mail while an earlier one still waits for the mail service (contract: Booking page 17).
 */
export function writeDueReminders(now: number): ChangeDecidedByCommit<boolean> {
	const prefix = newId("mail", now);
	return {
		resultFrom: ([, deleted]) => (deleted?.meta.changes ?? 0) > 0,
		writes: [
			sql`INSERT INTO ${mails} (id, tenant_id, kind, data, created_at)
				SELECT ${prefix} || '_' || row_number() OVER (), d.tenant_id, 'booking_reminder', json_object('appointment_id', d.appointment_id), ${now}
				FROM (SELECT DISTINCT q.tenant_id, q.appointment_id FROM ${reminders} q WHERE q.rowid IN (${dueReminders(now)})) d
				WHERE EXISTS (
					SELECT 1 FROM ${appointments} a
					WHERE a.tenant_id = d.tenant_id AND a.id = d.appointment_id AND a.status = 'SCHEDULED' AND a.start_at > ${now}
				) AND NOT EXISTS (
					SELECT 1 FROM ${mails} w WHERE w.kind = 'booking_reminder' AND w.tenant_id = d.tenant_id
						AND json_extract(w.data, '$.appointment_id') = d.appointment_id
				)`,
			sql`DELETE FROM ${reminders} WHERE rowid IN (${dueReminders(now)})`,
		],
	};
}

/** A larger statement would block the database for every tenant. */
const mostRenewed = 1000;

/**
 * Gives the next live appointments of an event type the reminders of its present hours. One whose time is past is not
 * made up (contract: Booking page 17).
 */
export function renewReminders({ tenantId, now }: Ctx, { id, artistId }: { id: string; artistId: string }): Write[] {
	const ahead = sql`SELECT a.id FROM ${appointments} a
		WHERE a.tenant_id = ${tenantId} AND a.artist_id = ${artistId} AND a.start_at > ${now} AND a.status = 'SCHEDULED'
			AND a.event_type_id = ${id} ORDER BY a.start_at LIMIT ${mostRenewed}`;
	return [
		sql`DELETE FROM ${reminders} WHERE tenant_id = ${tenantId} AND appointment_id IN (${ahead})`,
		sql`INSERT INTO ${reminders} (tenant_id, appointment_id, at, created_at)
			SELECT DISTINCT b.tenant_id, b.id, b.start_at - h.value * ${hourMs}, ${now}
			FROM ${appointments} b JOIN ${eventTypes} e ON e.tenant_id = b.tenant_id AND e.id = b.event_type_id
				JOIN json_each(e.details, '$.reminder_hours') h
			WHERE b.tenant_id = ${tenantId} AND b.id IN (${ahead}) AND b.start_at - h.value * ${hourMs} > ${now}`,
	];
}
