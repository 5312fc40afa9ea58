export const appointmentStatuses = ["SCHEDULED", "COMPLETED", "CANCELLED", "NO_SHOW"] as const;

type Status = (typeof appointmentStatuses)[number];

interface Transition {
	from: Status;
	to: Status;
	/** The appointment gets other times or another artist. */
	moved: boolean;
	retyped: boolean;
}

export const isCancelled = (status: Status): boolean => status === "CANCELLED" || status === "NO_SHOW";

export function refusedTransition({
	from,
	to,
	hasNewTimes,
	hasBegun,
}: Pick<Transition, "from" | "to"> & { hasNewTimes: boolean; hasBegun: boolean }): string | undefined {
	if (from === "COMPLETED" && (to !== from || hasNewTimes))
		return "A completed appointment keeps its status and times.";
	if (isCancelled(from) && to === "COMPLETED" && !hasBegun)
		return `The appointment is ${from} and has not begun, so it cannot be COMPLETED.`;
	return undefined;
}

export const feePrevents = ({ from, to }: Pick<Transition, "from" | "to">): boolean =>
	isCancelled(from) && !isCancelled(to);

export const needsFreeTime = ({ from, to, moved, retyped }: Transition): boolean =>
	to === "SCHEDULED" && (moved || retyped || from !== "SCHEDULED");

/** Whether the client gets a mail about the new times or the new artist. */
export const isReschedule = ({ from, to, moved }: Pick<Transition, "from" | "to" | "moved">): boolean =>
	moved && from === "SCHEDULED" && to === "SCHEDULED";
