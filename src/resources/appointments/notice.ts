import type { Ctx } from "../../context.ts";
import { calendarFile, organizerOf } from "../../mail/calendar.ts";
import { rescheduleNotice } from "../../mail/reschedule-notice.ts";
import type { BookingContext } from "./booking-context.ts";
import type { AppointmentRow } from "./schema.ts";

/**
 * Prepares the reschedule notice. The caller runs the result after the commit, and it says whether the mail service
 * took the notice. Undefined if the client must not get a mail. A mail that fails never fails the move.
 */
export function notify(
	ctx: Ctx,
	{ client, artist, tenant, eventType }: BookingContext,
	before: AppointmentRow,
	after: AppointmentRow,
): (() => Promise<boolean>) | undefined {
	if (!client || !artist || !tenant || client.isBlocked || client.doNotContact) return undefined;
	const to = { name: [client.firstName, client.lastName].filter(Boolean).join(" "), email: client.email };
	const { id, startAt, endAt, timezone, title, location, calendarSequence: sequence } = after;
	const build = () => {
		const appointment = { id, startAt, endAt, timezone, title: title ?? eventType?.name ?? null, location, sequence };
		const organizer = organizerOf(tenant, ctx.settings.sender);
		const calendar = calendarFile({ appointment, organizer, attendee: to, now: ctx.now });
		return rescheduleNotice({ to, studio: tenant, artistName: artist.name, title, before, after, timezone, calendar });
	};
	return () => ctx.send(ctx.tenantId, build);
}
