export const appointmentStatuses = ["SCHEDULED", "COMPLETED", "CANCELLED", "NO_SHOW"] as const;

type Status = (typeof appointmentStatuses)[number];

interface Transition {
	from: Status;
	to: Status;
	/** The appointment gets other times or another artist. */
	moved: boolean;
	/** The appointment gets an event type, or another one. */
	retyped: boolean;
	feeCharged: boolean;
}

export const isCancelled = (status: Status): boolean => status === "CANCELLED" || status === "NO_SHOW";

/** Why a change of status or times is not possible; undefined if it is possible. */
export function refusedTransition({
	from,
	to,
	feeCharged,
	hasNewTimes,
}: Pick<Transition, "from" | "to" | "feeCharged"> & { hasNewTimes: boolean }): string | undefined {
	if (from === "COMPLETED" && (to !== from || hasNewTimes))
		return "A completed appointment keeps its status and times.";
	if (!isCancelled(from) || to === from) return undefined;
	if (feeCharged) return "A cancellation fee is charged. Refund it first.";
	return to === "SCHEDULED" ? undefined : `An appointment that is ${from} can only become SCHEDULED again.`;
}

/** Whether the time must be free: a live appointment moves or gets another type, or an appointment is revived. */
export const needsFreeTime = ({ from, to, moved, retyped }: Omit<Transition, "feeCharged">): boolean =>
	to === "SCHEDULED" && (moved || retyped || from !== "SCHEDULED");

/** Whether the client gets a mail about the new times or the new artist. */
export const isReschedule = ({ from, to, moved }: Pick<Transition, "from" | "to" | "moved">): boolean =>
	moved && from === "SCHEDULED" && to === "SCHEDULED";
