export const appointmentStatuses = ["SCHEDULED", "COMPLETED", "CANCELLED", "NO_SHOW"] as const;

type Status = (typeof appointmentStatuses)[number];

interface Wanted {
	from: Status;
	to: Status;
	moved: boolean;
	feeCharged: boolean;
}

export const isCancelled = (status: Status): boolean => status === "CANCELLED" || status === "NO_SHOW";

/** The reason why a change of status or times is not possible. Undefined if it is possible. */
export function refusedTransition({ from, to, moved, feeCharged }: Wanted): string | undefined {
	if (from === "COMPLETED" && (to !== from || moved)) return "A completed appointment keeps its status and times.";
	if (!isCancelled(from) || to === from) return undefined;
	if (feeCharged) return "A cancellation fee is charged. Refund it first.";
	return to === "SCHEDULED" ? undefined : `An appointment that is ${from} can only become SCHEDULED again.`;
}

/** Whether the time must be free: a live appointment moves, or an appointment is revived. */
export const needsPlace = ({ from, to, moved }: Omit<Wanted, "feeCharged">): boolean =>
	to === "SCHEDULED" && (moved || from !== "SCHEDULED");

/** Whether the client gets a mail about the new times. */
export const isReschedule = ({ from, to, moved }: Omit<Wanted, "feeCharged">): boolean =>
	moved && from === "SCHEDULED" && to === "SCHEDULED";
