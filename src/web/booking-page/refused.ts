import type { Words } from "../../domain/languages/words.ts";
import type { Span } from "../../platform/booking-rules/spans.ts";
import type { Problem } from "../../platform/problems/problem.ts";
import type { Faults } from "../ui/components/faults.ts";

/** The reason, and the free times near it. */
export interface RefusedTime {
	text: string;
	suggested: Span[];
	status: number;
}

interface SlotProblem {
	failures?: { code: string }[];
	suggested_slots?: { start_at: string; end_at: string }[];
}

/** Null if the problem is not about the time. */
export function refusedTimeOf({ code, extra, message }: Problem, { refusals }: Words): RefusedTime | null {
	if (code === "validation_error" && message.startsWith("start_at:"))
		return { text: refusals.cannotChoose, suggested: [], status: 409 };
	if (code !== "slot_unavailable") return null;
	const { failures = [], suggested_slots = [] } = extra as SlotProblem;
	const codes = new Set(failures.map((failure) => failure.code));
	if (codes.has("client_blocked")) return null;
	const isTaken = codes.has("appointment_conflict") || codes.has("held");
	return {
		text: isTaken ? refusals.taken : refusals.noLongerFree,
		suggested: suggested_slots.map((slot) => ({ start: Date.parse(slot.start_at), end: Date.parse(slot.end_at) })),
		status: 409,
	};
}

/**
 * A refusal of the rest of the form in words for the visitor; null for a problem that the form did not cause. The page
 * has checked the values before. So either the studio changed something meanwhile, or the whole form is too long.
 */
export function refusedFormOf({ status, code }: Problem, { refusals }: Words): (Faults & { status: number }) | null {
	// The client is blocked, and is not told so (contract: Booking page 28).
	if (code === "slot_unavailable") return { summary: refusals.notOnline, fields: {}, status };
	if (status === 413) return { summary: refusals.tooLong, fields: {}, status };
	if (status !== 400 && status !== 409 && status !== 422) return null;
	return { summary: refusals.refused, fields: {}, status: 422 };
}
