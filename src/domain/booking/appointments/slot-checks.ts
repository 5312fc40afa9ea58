import { sql } from "drizzle-orm";
import { type BookingRules, failuresOf, freeSlots } from "../../../platform/booking-rules/availability.ts";
import type { Refusal } from "../../../platform/booking-rules/refused-slot.ts";
import type { Span } from "../../../platform/booking-rules/spans.ts";
import { suggest } from "../../../platform/booking-rules/suggestions.ts";
import { decideAgain, type Meaning } from "../../../platform/commit/change.ts";
import type { DatabaseRefusal } from "../../../platform/commit/transaction/refusals.ts";
import type { Ctx } from "../../../platform/context.ts";
import { dayMs, timestamp } from "../../../platform/lib/time.ts";
import {
	type FieldError,
	fieldProblem,
	fieldProblems,
	type Problem,
	problem,
} from "../../../platform/problems/problem.ts";
import {
	type ArtistRow,
	type BookingContext,
	calendarOf,
	type EventTypeRow,
	longestAppointmentMs,
	readBookingContext,
} from "./booking-context.ts";

/** The service suggests free times in this range around a refused time. */
const suggestionRange = { before: 7 * dayMs, after: 21 * dayMs };

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

/** Checks that the artist, the client and the event type exist and fit together. */
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

/** A wanted time, with the data that decides if the artist can take it. */
export interface WantedSlot {
	artist: ArtistRow;
	eventType: EventTypeRow | undefined;
	rules: BookingRules | null;
	span: Span;
	/** The id of the appointment, if it exists already. */
	appointmentId?: string;
	/** The visitor of the booking page who wants it. */
	visitor?: string | undefined;
}

/** The reason why a client cannot be booked (contract: Appointments 28). */
export const refusalsOfClient = (client: { isBlocked: boolean } | undefined, allowBlocked = false): Refusal[] =>
	client?.isBlocked && !allowBlocked ? [isBlocked] : [];

const isBlocked: Refusal = { code: "client_blocked", message: "The studio has blocked the client." };

export const clientBlocked = (): Problem => refusedWith([isBlocked], []);

interface AvailabilityChecks {
	/** False if only the client is checked, because the appointment keeps its time. */
	takesTime?: boolean;
	ofClient?: Refusal[];
}

export async function checkAvailability(
	ctx: Ctx,
	slot: WantedSlot,
	context: BookingContext,
	{ takesTime = true, ofClient = [] }: AvailabilityChecks = {},
): Promise<void> {
	const ofTime = takesTime ? failuresOf(slot.span, calendarOf(slot.artist, context), slot.rules, ctx.now) : [];
	// No other time suits a client who is blocked.
	if (ofClient.length > 0) throw refusedWith([...ofTime, ...ofClient], []);
	if (ofTime.length === 0) return;
	const surroundings = await readAround(ctx, slot, rangeOfSuggestions(slot.span, ctx.now));
	throw slotUnavailable(ctx, slot, ofTime, surroundings);
}

/** A visitor of the booking page takes only a time that the page offers (contract: Booking page 24). */
export function checkIsOffered(ctx: Ctx, { artist, rules, span }: WantedSlot, context: BookingContext): void {
	const { start, end } = span;
	const calendar = calendarOf(artist, context);
	const [slot] = freeSlots({
		...{ calendar, rules, durationMs: end - start, now: ctx.now },
		range: { start, end: start + 1 },
		limit: 1,
	});
	if (slot?.start !== start) throw fieldProblem("start_at", "is none of the times that can be chosen");
}

/** Explains why the database refused a time that the check had accepted: another request was faster. */
export const refusedSlot =
	(ctx: Ctx, slot: WantedSlot) =>
	async (refusal: DatabaseRefusal): Promise<Meaning> => {
		if (refusal.kind !== "raised") return undefined;
		// The client was removed or the artist deactivated meanwhile. The next decision finds that and gives the reason.
		if (refusal.name === "gone") return decideAgain;
		if (!isAboutTime(refusal.name)) return undefined;
		const context = await readAround(ctx, slot, rangeOfSuggestions(slot.span, ctx.now));
		const failures = failuresOf(slot.span, calendarOf(slot.artist, context), slot.rules, ctx.now);
		const shownFailures: Refusal[] =
			failures.length > 0 ? failures : [{ code: refusal.name, message: "Another request took the time first." }];
		return slotUnavailable(ctx, slot, shownFailures, context);
	};

const isAboutTime = (name: string): name is "appointment_conflict" | "held" | "max_appointments_per_day" =>
	name === "appointment_conflict" || name === "held" || name === "max_appointments_per_day";

function slotUnavailable(ctx: Ctx, slot: WantedSlot, failures: Refusal[], context: BookingContext): Problem {
	const range = rangeOfSuggestions(slot.span, ctx.now);
	const calendar = calendarOf(slot.artist, context);
	return refusedWith(failures, suggest({ span: slot.span, calendar, rules: slot.rules, now: ctx.now, range }));
}

function refusedWith(failures: Refusal[], free: Span[]): Problem {
	const isOfTime = failures.some(({ code }) => code !== "client_blocked");
	const reasons = failures.map(({ message }) => message).join(" ");
	return problem(
		"slot_unavailable",
		`${isOfTime ? "The artist cannot take this time." : "The appointment cannot be booked."} ${reasons}`,
		{
			failures,
			suggested_slots: free.map(({ start, end }) => ({ start_at: timestamp(start), end_at: timestamp(end) })),
		},
	);
}

/** When the wanted time is in the future, the service suggests no past times. */
function rangeOfSuggestions({ start }: Span, now: number): Span {
	const earliest = start - suggestionRange.before;
	return { start: start >= now ? Math.max(earliest, now) : earliest, end: start + suggestionRange.after };
}

/** The range limits the starts, so the calendar must reach further by the length of the appointment. */
const readAround = (
	ctx: Ctx,
	{ artist, appointmentId, visitor, span }: WantedSlot,
	range: Span,
): Promise<BookingContext> =>
	readBookingContext(ctx, {
		...(appointmentId === undefined ? {} : { appointmentId }),
		visitor,
		artistId: sql`${artist.id}`,
		clientId: sql`NULL`,
		eventTypeId: sql`NULL`,
		from: sql`${Math.min(range.start, span.start)}`,
		to: sql`${range.end + (span.end - span.start)}`,
	});
