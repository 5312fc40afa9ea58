import { type BookingRules, failuresOf, freeSlots } from "../../../platform/booking-rules/availability.ts";
import { isAboutClient, type Refusal } from "../../../platform/booking-rules/refused-slot.ts";
import type { Span } from "../../../platform/booking-rules/spans.ts";
import { decideAgain, type Meaning } from "../../../platform/commit/change.ts";
import type { DatabaseRefusal } from "../../../platform/commit/transaction/refusals.ts";
import type { Ctx } from "../../../platform/context.ts";
import { timestamp } from "../../../platform/lib/time.ts";
import {
	type FieldError,
	fieldProblem,
	fieldProblems,
	type Problem,
	problem,
} from "../../../platform/problems/problem.ts";
import type { AppointmentRow } from "../appointments/schema.ts";
import { longestAppointmentMs } from "../busy-times/busy-times.ts";
import { type BookingContext, calendarOf } from "./booking-context.ts";
import { suggestTimes, type WantedSlot } from "./suggested-times.ts";

export const earliestStart = Date.UTC(1970, 0, 1);
export const latestEnd = Date.UTC(2200, 0, 1);

export const bodyError = (path: string, message: string): FieldError[] => [{ location: "body", path, message }];

/** The errors that the times have by themselves, without the calendar. */
export function timeErrors({ start, end }: Span, given: { end: boolean }): FieldError[] {
	const error = bodyError;
	if (start < earliestStart || start >= latestEnd) return error("start_at", "must lie between the years 1970 and 2199");
	if (end <= start) return error(given.end ? "end_at" : "start_at", "end_at must be after start_at");
	if (end - start > longestAppointmentMs)
		return error(given.end ? "end_at" : "start_at", "an appointment lasts at most 7 days");
	return [];
}

export function checkReferences(
	context: BookingContext,
	given: { artist: boolean; client: boolean; eventTypeId: string | null | undefined },
	others: FieldError[] = [],
): void {
	const { artist, client, eventType } = context;
	const errors: FieldError[] = [...others];
	const refuse = (path: string, message: string) => errors.push({ location: "body", path, message });
	if (given.artist && !artist) refuse("artist_id", "names no artist");
	if (given.artist && artist?.status === "DEACTIVATED") refuse("artist_id", "names an artist who is deactivated");
	if (given.client && !client) refuse("client_id", "names no client");
	const namesType = typeof given.eventTypeId === "string";
	if (namesType && !eventType) refuse("event_type_id", "names no event type");
	if (namesType && eventType && artist && eventType.artistId !== artist.id)
		refuse("event_type_id", "belongs to another artist");
	if (namesType && eventType && !eventType.isActive) refuse("event_type_id", "names an event type that is not active");
	if (errors.length > 0) throw fieldProblems(errors);
	if (namesType && artist?.isConsultationDesk && eventType && eventType.kind !== "CONSULTATION")
		throw problem("desk_consult_only", "A shop's consultation desk takes consultations only.");
}

/** Without its event type an appointment would be neither a consultation nor bound to the hours of the desk. */
export function checkKeepsType(artist: { isConsultationDesk: boolean }, before: OfType, after: OfType): void {
	if (artist.isConsultationDesk && before.eventTypeId !== null && after.eventTypeId === null)
		throw problem(
			"desk_consult_only",
			"A shop's consultation desk takes consultations only: the appointment needs the event type of one.",
		);
}

type OfType = Pick<AppointmentRow, "eventTypeId">;

/** The reason why a client cannot be booked (contract: Appointments 28). */
export const refusalsOfClient = (
	{ client, eventType }: Pick<BookingContext, "client" | "eventType">,
	allowBlocked = false,
): Refusal[] => (client?.isBlocked && eventType && !allowBlocked ? [isBlocked] : []);

const isBlocked: Refusal = { code: "client_blocked", message: "The studio has blocked the client." };

export const clientBlocked = (): Problem => refusedWith([isBlocked], []);

/** A charged fee is the reason of a refusal only if its refund would be enough. */
export function feeCharged(others: Refusal[]): Problem {
	const advice =
		others.length === 0
			? "Refund it first."
			: `A refund would not be enough, because the artist cannot take the time. ${messagesOf(others)}`;
	return problem("conflict", `A cancellation fee is charged. ${advice}`);
}

const messagesOf = (failures: Refusal[]): string => failures.map(({ message }) => message).join(" ");

export const timeFailures = (ctx: Ctx, slot: WantedSlot, context: BookingContext): Refusal[] =>
	failuresOf(slot.span, calendarOf(slot.artist, context), rulesOfTime(slot), ctx.now);

/** The rules for the wanted time itself. Times that are suggested instead keep all. */
const rulesOfTime = ({ rules, isNoticeKept }: WantedSlot): BookingRules | null =>
	rules && isNoticeKept ? { ...rules, minimumNoticeMs: null } : rules;

export async function checkAvailability(
	ctx: Ctx,
	slot: WantedSlot,
	context: BookingContext,
	ofClient: Refusal[] = [],
): Promise<void> {
	const ofTime = timeFailures(ctx, slot, context);
	// No other time helps if the client is a reason.
	if (ofClient.length > 0) throw refusedWith([...ofTime, ...ofClient], []);
	if (ofTime.length === 0) return;
	const { free } = await suggestTimes(ctx, slot);
	throw refusedWith(ofTime, free);
}

/** A visitor of the booking page takes only a time that the page offers (contract: Booking page 24). */
export function checkIsOffered(ctx: Ctx, wanted: WantedSlot, context: BookingContext): void {
	const { start, end } = wanted.span;
	const calendar = calendarOf(wanted.artist, context);
	const [slot] = freeSlots({
		calendar,
		rules: rulesOfTime(wanted),
		durationMs: end - start,
		now: ctx.now,
		range: { start, end: start + 1 },
		limit: 1,
	});
	if (slot?.start !== start) throw fieldProblem("start_at", "is none of the times that can be chosen");
}

/** Another request took the time after the check had accepted it. */
export const refusedSlot =
	(ctx: Ctx, slot: WantedSlot) =>
	async (refusal: DatabaseRefusal): Promise<Meaning> => {
		if (refusal.kind !== "raised") return undefined;
		// The client was removed or the artist deactivated meanwhile. The next decision finds that and gives the reason.
		if (refusal.name === "gone") return decideAgain;
		if (!isAboutTime(refusal.name)) return undefined;
		const { free, around } = await suggestTimes(ctx, slot);
		const failures = timeFailures(ctx, slot, around);
		const shownFailures: Refusal[] =
			failures.length > 0 ? failures : [{ code: refusal.name, message: "Another request took the time first." }];
		return refusedWith(shownFailures, free);
	};

const isAboutTime = (name: string): name is "appointment_conflict" | "held" | "max_appointments_per_day" =>
	name === "appointment_conflict" || name === "held" || name === "max_appointments_per_day";

export function refusedWith(failures: Refusal[], free: Span[]): Problem {
	const isOfTime = !failures.every(isAboutClient);
	return problem(
		"slot_unavailable",
		`${isOfTime ? "The artist cannot take this time." : "The appointment cannot be booked."} ${messagesOf(failures)}`,
		{
			failures,
			suggested_slots: free.map(({ start, end }) => ({ start_at: timestamp(start), end_at: timestamp(end) })),
		},
	);
}
