import { type BookingRules, type Calendar, freeSlots } from "./availability.ts";
import type { Span } from "./spans.ts";

interface SuggestionSearch {
	span: Span;
	calendar: Calendar;
	rules: BookingRules | null;
	now: number;
	range: Span;
}

/** The free times that are nearest to the wanted one, at most three, in order of time (contract: Appointments 20). */
export function suggest({ span, calendar, rules, now, range }: SuggestionSearch): Span[] {
	const durationMs = span.end - span.start;
	const distance = (slot: Span) => Math.abs(slot.start - span.start);
	return freeSlots({ calendar, rules, durationMs, range, now })
		.sort((a, b) => distance(a) - distance(b) || a.start - b.start)
		.slice(0, 3)
		.sort((a, b) => a.start - b.start);
}
