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
export const suggest = ({ span, calendar, rules, now, range }: SuggestionSearch): Span[] =>
	nearestTo(span, freeSlots({ calendar, rules, durationMs: span.end - span.start, range, now }));

/** The three that are nearest to the wanted time, in order of time. */
export function nearestTo(wanted: Span, free: readonly Span[]): Span[] {
	const distance = (slot: Span) => Math.abs(slot.start - wanted.start);
	return [...free]
		.sort((a, b) => distance(a) - distance(b) || a.start - b.start)
		.slice(0, 3)
		.sort((a, b) => a.start - b.start);
}
