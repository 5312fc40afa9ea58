import { sql } from "drizzle-orm";
import type { Write } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { appointments } from "../../../platform/db/tables/data/appointments.ts";
import { reminders } from "../../../platform/db/tables/data/bookings.ts";
import { eventTypes } from "../../../platform/db/tables/data/event-types.ts";
import { hourMs } from "../../../platform/lib/time.ts";

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
