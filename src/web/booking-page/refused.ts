import type { Span } from "../../platform/booking-rules/spans.ts";
import type { Problem } from "../../platform/problems/problem.ts";
import type { Faults } from "../ui/components/faults.ts";

/** Why a time cannot be had, and the free times near it. */
export interface RefusedTime {
	text: string;
	suggested: Span[];
	status: number;
}

interface SlotProblem {
	failures?: { code: string }[];
	suggested_slots?: { start_at: string; end_at: string }[];
}

/** What a refused time means for a visitor; null when the problem is about something else. */
export function refusedTimeOf({ code, extra, message }: Problem): RefusedTime | null {
	if (code === "validation_error" && message.startsWith("start_at:"))
		return { text: "This time cannot be chosen. Choose another one.", suggested: [], status: 409 };
	if (code !== "slot_unavailable") return null;
	const { failures = [], suggested_slots = [] } = extra as SlotProblem;
	const codes = new Set(failures.map((failure) => failure.code));
	const isTaken = codes.has("appointment_conflict") || codes.has("held");
	return {
		text: isTaken
			? "Somebody else has taken this time meanwhile. Choose another one."
			: "This time is not free any more. Choose another one.",
		suggested: suggested_slots.map((slot) => ({ start: Date.parse(slot.start_at), end: Date.parse(slot.end_at) })),
		status: 409,
	};
}

/**
 * What a refusal of the rest of the form means for a visitor; null for what is no matter of the form. The page checks
 * what is typed before, so this is what the studio changed meanwhile, and what is too long as a whole.
 */
export function refusedFormOf({ status }: Problem): (Faults & { status: number }) | null {
	if (status === 413)
		return { summary: "You typed more than a booking can hold. Nothing is booked yet.", fields: {}, status };
	if (status !== 400 && status !== 409 && status !== 422) return null;
	const summary = "It cannot be booked like this. Nothing is booked yet. Check what you typed, or ask the studio.";
	return { summary, fields: {}, status: 422 };
}
