export const appointmentStatuses = ["SCHEDULED", "COMPLETED", "CANCELLED", "NO_SHOW"] as const;

type Status = (typeof appointmentStatuses)[number];

interface Wanted {
	from: Status;
	to: Status;
	moved: boolean;
	feeCharged: boolean;
}

export const isCancelled = (status: Status): boolean => status === "CANCELLED" || status === "NO_SHOW";

/** Why a change of status or times is not possible; undefined when it is. */
export function refusedTransition({ from, to, moved, feeCharged }: Wanted): string | undefined {
	if (from === "COMPLETED" && (to !== from || moved)) return "A completed appointment keeps its status and times.";
	if (!isCancelled(from) || to === from) return undefined;
	if (feeCharged) return "A cancellation fee is charged. Refund it first.";
	return to === "SCHEDULED" ? undefined : `From ${from} an appointment can only be scheduled again.`;
}

/** Whether the artist must be able to take the time: a live appointment that moves, or one that is revived. */
export const needsPlace = ({ from, to, moved }: Omit<Wanted, "feeCharged">): boolean =>
	to === "SCHEDULED" && (moved || from !== "SCHEDULED");

/** Whether the client learns of new times. */
export const isReschedule = ({ from, to, moved }: Omit<Wanted, "feeCharged">): boolean =>
	moved && from === "SCHEDULED" && to === "SCHEDULED";
