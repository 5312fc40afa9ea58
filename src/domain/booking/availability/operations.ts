import type * as z from "zod";
import { freeSlots } from "../../../platform/booking-rules/availability.ts";
import type { slot } from "../../../platform/booking-rules/refused-slot.ts";
import type { Ctx } from "../../../platform/context.ts";
import { dayMs, minuteMs, timestampsInOrder } from "../../../platform/lib/time.ts";
import { type FieldError, fieldProblems } from "../../../platform/problems/problem.ts";
import { longestAppointmentMs } from "../busy-times/busy-times.ts";
import { bookingRulesOf, calendarOf, readBookingContext } from "../slots/booking-context.ts";
import { earliestStart, latestEnd } from "../slots/slot-checks.ts";

const longestRangeMs = 62 * dayMs;

interface AvailabilityQuery {
	artist_id: string;
	event_type_id: string;
	from: number;
	to: number;
}

export async function listAvailability(
	ctx: Ctx,
	{ artist_id, event_type_id, from, to }: AvailabilityQuery,
): Promise<z.output<typeof slot>[]> {
	const errors: FieldError[] = [];
	const refuse = (path: string, message: string) => errors.push({ location: "querystring", path, message });
	if (to <= from) refuse("to", "must be after from");
	if (from < earliestStart || to > latestEnd) refuse("from", "must lie between the years 1970 and 2199");
	if (to - from > longestRangeMs) refuse("to", "must be at most 62 days after from");
	if (errors.length > 0) throw fieldProblems(errors);
	const context = await readBookingContext(ctx, {
		artistId: artist_id,
		eventTypeId: event_type_id,
		from,
		// The latest end of a slot that starts in the range, whatever its duration.
		to: to + longestAppointmentMs,
	});
	const { artist, eventType } = context;
	if (!artist) refuse("artist_id", "names no artist");
	if (artist?.status === "DEACTIVATED") refuse("artist_id", "names an artist who is deactivated");
	if (!eventType) refuse("event_type_id", "names no event type");
	if (artist && eventType && eventType.artistId !== artist.id) refuse("event_type_id", "belongs to another artist");
	if (eventType && !eventType.isActive) refuse("event_type_id", "names an event type that is not active");
	const rules = bookingRulesOf(eventType);
	if (errors.length > 0 || !artist || !eventType || !rules) throw fieldProblems(errors);
	if (artist.isConsultationDesk && eventType.kind !== "CONSULTATION") return [];
	const slots = freeSlots({
		calendar: calendarOf(artist, context),
		rules,
		durationMs: eventType.durationMinutes * minuteMs,
		range: { start: from, end: to },
		now: ctx.now,
	});
	const [startAt, endAt] = [timestampsInOrder(), timestampsInOrder()];
	return slots.map(({ start, end }) => ({ start_at: startAt(start), end_at: endAt(end) }));
}
