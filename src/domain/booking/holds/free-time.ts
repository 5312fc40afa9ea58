import type { Ctx } from "../../../platform/context.ts";
import { minuteMs } from "../../../platform/lib/time.ts";
import { fieldProblem, problem } from "../../../platform/problems/problem.ts";
import { longestAppointmentMs } from "../busy-times/busy-times.ts";
import { bookingRulesOf, readBookingContext } from "../slots/booking-context.ts";
import { checkAvailability, checkIsOffered } from "../slots/slot-checks.ts";
import type { WantedSlot } from "../slots/suggested-times.ts";

interface WantedTime {
	artistId: string;
	eventTypeId: string;
	start: number;
	visitor: string | undefined;
}

type FreeTime = WantedSlot & {
	eventType: NonNullable<WantedSlot["eventType"]>;
	rules: NonNullable<WantedSlot["rules"]>;
	/** The end of the hold that the visitor has of this very time. */
	heldUntil: number | undefined;
};

/** A studio may record a past appointment. A visitor books only future ones. */
export function checkIsFuture({ now }: Pick<Ctx, "now">, start: number): void {
	if (start <= now) throw fieldProblem("start_at", "is past");
}

export async function findFreeTime(ctx: Ctx, { artistId, eventTypeId, start, visitor }: WantedTime): Promise<FreeTime> {
	checkIsFuture(ctx, start);
	const context = await readBookingContext(ctx, {
		visitor,
		artistId,
		eventTypeId,
		from: start,
		to: start + longestAppointmentMs,
	});
	const { artist, eventType } = context;
	const rules = bookingRulesOf(eventType);
	if (!artist || !eventType || !rules) throw problem("resource_not_found", "No such event type.");
	const end = start + eventType.durationMinutes * minuteMs;
	const heldUntil = context.holdOfVisitor?.start === start ? context.holdOfVisitor.expiresAt : undefined;
	const isNoticeKept = heldUntil !== undefined;
	const slot = { artist, eventType, rules, isNoticeKept, span: { start, end }, visitor };
	await checkAvailability(ctx, slot, context);
	checkIsOffered(ctx, slot, context);
	return { ...slot, heldUntil };
}
