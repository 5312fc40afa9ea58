import type { Appointment } from "../../../domain/booking/appointments/schema.ts";
import type { DepositStatus } from "../../../domain/booking/deposits/transitions.ts";
import type { Tone } from "../../ui/components/elements.tsx";

interface State {
	text: string;
	tone: Tone;
}

export const stateOfStatus: Record<DepositStatus, State> = {
	REQUESTED: { text: "Not paid", tone: "warn" },
	HELD: { text: "Paid", tone: "good" },
	APPLIED: { text: "Counted towards the price", tone: "plain" },
	REFUNDING: { text: "To be given back", tone: "warn" },
	REFUNDED: { text: "Given back", tone: "plain" },
	FORFEITED: { text: "Kept", tone: "plain" },
	WAIVED: { text: "Waived", tone: "plain" },
};

/** A deposit that nobody paid is late, or will never be paid. */
export function depositState(
	{ status, due_at }: { status: DepositStatus; due_at: number },
	appointment: Appointment["status"],
	now: number,
): State {
	if (status !== "REQUESTED") return stateOfStatus[status];
	if (appointment !== "SCHEDULED") return { text: "Never paid", tone: "plain" };
	return due_at < now ? { text: "Overdue", tone: "bad" } : stateOfStatus.REQUESTED;
}

/** For appointments in lists: undefined if the studio need not think of it any more. */
export const depositMark = (...of: Parameters<typeof depositState>): State | undefined => {
	const state = depositState(...of);
	return state.tone === "plain" ? undefined : state;
};

export const methodWords = {
	CARD: "Card",
	BANK_TRANSFER: "Bank transfer",
	CASH: "Cash",
	OTHER: "Another way",
} as const;
