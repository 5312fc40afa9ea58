import { remove, type Write } from "../../../platform/commit/write.ts";
import { and, eq, sql } from "../../../platform/db/statements/expression.ts";
import { mails } from "../../../platform/db/tables/both/mails.ts";
import { bookingLinks } from "../../../platform/db/tables/data/bookings.ts";
import type { AppointmentRow } from "./schema.ts";

/**
 * Ends what the former client of an appointment has of it: the manage link, and the mails that have not left yet. They
 * would reach the new client, who knows nothing of a link or of an earlier time.
 */
export const endForFormerClient = ({ tenantId, id }: AppointmentRow): Write[] => [
	remove(bookingLinks).where(and(eq(bookingLinks.tenantId, tenantId), eq(bookingLinks.appointmentId, id))),
	// The index of waiting mails has the first condition.
	remove(mails).where(
		sql`tenant_id = ${tenantId} AND kind <> 'booking_reminder' AND kind IN ('booking_confirmed', 'booking_moved')
			AND json_extract(data, '$.appointment_id') = ${id}`,
	),
];
