import type { Words } from "../../domain/languages/words.ts";
import { isAboutClient, type Refusal } from "../../platform/booking-rules/refused-slot.ts";
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
	failures?: Refusal[];
	suggested_slots?: { start_at: string; end_at: string }[];
}

const failuresOf = ({ extra }: Problem): Refusal[] => (extra as SlotProblem).failures ?? [];

/** Null if the problem is not about the time. */
export function refusedTimeOf(refused: Problem, { refusals }: Words): RefusedTime | null {
	const { code, extra, message } = refused;
	if (code === "validation_error" && message.startsWith("start_at:"))
		return { text: refusals.cannotChoose, suggested: [], status: 409 };
	if (code !== "slot_unavailable" || failuresOf(refused).some(isAboutClient)) return null;
	const { suggested_slots = [] } = extra as SlotProblem;
	const isTaken = failuresOf(refused).some(({ code }) => code === "appointment_conflict" || code === "held");
	return {
		text: isTaken ? refusals.taken : refusals.noLongerFree,
		suggested: suggested_slots.map((slot) => ({ start: Date.parse(slot.start_at), end: Date.parse(slot.end_at) })),
		status: 409,
	};
}

export const isTooYoung = (refused: Problem): boolean => failuresOf(refused).some(({ code }) => code === "too_young");

/**
 * A refusal of the rest of the form in words for the visitor; null for a problem that the form did not cause. The page
 * has checked the values before. So either the studio changed something meanwhile, or the whole form is too long.
 */
export function refusedFormOf(refused: Problem, { refusals }: Words): (Faults & { status: number }) | null {
	const { status, code } = refused;
	// The client is blocked, or too young by the date that the studio has, and is not told so (contract: Booking page 28).
	if (code === "slot_unavailable") return { summary: refusals.notOnline, fields: {}, status };
	if (status === 413) return { summary: refusals.tooLong, fields: {}, status };
	if (status !== 400 && status !== 409 && status !== 422) return null;
	return { summary: refusals.refused, fields: {}, status: 422 };
}
