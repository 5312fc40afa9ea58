export const appointmentStatuses = ["SCHEDULED", "COMPLETED", "CANCELLED", "NO_SHOW"] as const;

type Status = (typeof appointmentStatuses)[number];

interface Transition {
	from: Status;
	to: Status;
	/** The appointment gets other times or another artist. */
	moved: boolean;
	/** The appointment gets an event type, or another one. */
	retyped: boolean;
}

export const isCancelled = (status: Status): boolean => status === "CANCELLED" || status === "NO_SHOW";

/** Why a change of status or times is not possible; undefined if it is possible. */
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

/** Whether a charged cancellation fee keeps an appointment from this change. */
export const feePrevents = ({ from, to }: Pick<Transition, "from" | "to">): boolean =>
	isCancelled(from) && !isCancelled(to);

/** Whether the time must be free: a live appointment moves or gets another type, or an appointment is revived. */
export const needsFreeTime = ({ from, to, moved, retyped }: Transition): boolean =>
	to === "SCHEDULED" && (moved || retyped || from !== "SCHEDULED");

/** Whether the client gets a mail about the new times or the new artist. */
export const isReschedule = ({ from, to, moved }: Pick<Transition, "from" | "to" | "moved">): boolean =>
	moved && from === "SCHEDULED" && to === "SCHEDULED";
