import { sql } from "drizzle-orm";
import type { Ctx } from "../../../platform/context.ts";
import { minuteMs } from "../../../platform/lib/time.ts";
import { fieldProblem, problem } from "../../../platform/problems/problem.ts";
import {
	type BookingContext,
	bookingRulesOf,
	longestAppointmentMs,
	readBookingContext,
} from "../appointments/booking-context.ts";
import { checkAvailability, type Placing } from "../appointments/placement.ts";

interface Wanted {
	artistId: string;
	eventTypeId: string;
	start: number;
	visitor: string | undefined;
}

/** A time that a visitor may take, and what was read to know it. */
interface FreeTime {
	placing: Placing & { eventType: NonNullable<Placing["eventType"]>; rules: NonNullable<Placing["rules"]> };
	context: BookingContext;
}

/** A studio records what is past. A visitor books what is ahead. */
export function checkAhead({ now }: Pick<Ctx, "now">, start: number): void {
	if (start <= now) throw fieldProblem("start_at", "is past");
}

/** Refuses a time that the visitor cannot have. */
export async function findFreeTime(ctx: Ctx, { artistId, eventTypeId, start, visitor }: Wanted): Promise<FreeTime> {
	checkAhead(ctx, start);
	const context = await readBookingContext(ctx, {
		visitor,
		artistId: sql`${artistId}`,
		clientId: sql`NULL`,
		eventTypeId: sql`${eventTypeId}`,
		from: sql`${start}`,
		to: sql`${start + longestAppointmentMs}`,
	});
	const { artist, eventType } = context;
	const rules = bookingRulesOf(eventType);
	if (!artist || !eventType || !rules) throw problem("resource_not_found", "No such event type.");
	const end = start + eventType.durationMinutes * minuteMs;
	const placing = { artist, eventType, rules, span: { start, end }, visitor };
	await checkAvailability(ctx, placing, context);
	return { placing, context };
}
