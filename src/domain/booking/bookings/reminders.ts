import { type SQL, sql } from "drizzle-orm";
import type { ChangeDecidedByCommit } from "../../../platform/commit/change.ts";
import { isStudioHere } from "../../../platform/db/studio-state.ts";
import { mails } from "../../../platform/db/tables/both/mails.ts";
import { appointments } from "../../../platform/db/tables/data/appointments.ts";
import { reminders } from "../../../platform/db/tables/data/bookings.ts";
import { studios } from "../../../platform/db/tables/data/studios.ts";
import { newId } from "../../../platform/lib/ids.ts";

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
