import type { Span } from "../booking/spans.ts";
import type { Problem } from "../problems.ts";

/** Why a time cannot be had, and the free times near it. */
export interface RefusedTime {
	text: string;
	suggested: Span[];
	status: number;
}

interface Told {
	failures?: { code: string }[];
	suggested_slots?: { start_at: string; end_at: string }[];
}

/** What a refused time means for a visitor; null when the problem is about something else. */
export function refusedTimes({ code, extra, message }: Problem): RefusedTime | null {
	if (code === "validation_error" && message.startsWith("start_at:"))
		return { text: "This time cannot be chosen. Choose another one.", suggested: [], status: 409 };
	if (code !== "slot_unavailable") return null;
	const { failures = [], suggested_slots = [] } = extra as Told;
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
