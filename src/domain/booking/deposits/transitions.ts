import type { appointmentStatuses } from "../../../platform/booking-rules/transitions.ts";
import type { StoredDeposit } from "../../../platform/db/tables/data/appointments.ts";
import type { PublicEventType } from "../../../platform/db/tables/data/events.ts";

export type DepositStatus = StoredDeposit["status"];
type AppointmentStatus = (typeof appointmentStatuses)[number];

interface Transition {
	from: DepositStatus;
	to: DepositStatus;
	words: string;
	/** The new status of the appointment that causes it by itself. */
	causedBy?: AppointmentStatus;
}

/**
 * Everything that can become of a deposit. The studio may make each transition; the appointment makes some by itself. The
 * documentation shows this table (contract: Deposits 4).
 */
export const depositTransitions: readonly Transition[] = [
	{ from: "REQUESTED", to: "HELD", words: "The client has paid, before the appointment ends." },
	{ from: "REQUESTED", to: "WAIVED", words: "The studio does without it." },
	{ from: "WAIVED", to: "REQUESTED", words: "The studio asks for it again." },
	{ from: "HELD", to: "APPLIED", causedBy: "COMPLETED", words: "It counts towards the price." },
	{ from: "HELD", to: "REFUNDING", causedBy: "CANCELLED", words: "The studio owes it to the client." },
	{ from: "HELD", to: "REFUNDED", words: "The client has it back." },
	{ from: "HELD", to: "FORFEITED", causedBy: "NO_SHOW", words: "The studio keeps it." },
	{ from: "REFUNDING", to: "REFUNDED", words: "The client has it back." },
];

export const canBecome = (from: DepositStatus, to: DepositStatus): boolean =>
	depositTransitions.some((transition) => transition.from === from && transition.to === to);

/** The status that a deposit gets by itself when its appointment gets a status; undefined if it stays as it is. */
export const causedByAppointment = (from: DepositStatus, status: AppointmentStatus): DepositStatus | undefined =>
	depositTransitions.find((transition) => transition.from === from && transition.causedBy === status)?.to;

/** The ends of money that was held. */
export const releases = ["APPLIED", "REFUNDED", "FORFEITED"] as const;

const isRelease = (status: DepositStatus): status is (typeof releases)[number] =>
	(releases as readonly DepositStatus[]).includes(status);

/** The events of the money when a deposit gets a status, beside that of its appointment. */
export const eventsOfStatus = {
	REQUESTED: [],
	WAIVED: [],
	HELD: ["payment.succeeded", "deposit.held"],
	REFUNDING: [],
	APPLIED: ["deposit.released"],
	FORFEITED: ["deposit.released"],
	REFUNDED: ["deposit.released", "payment.refunded"],
} as const satisfies Record<DepositStatus, readonly PublicEventType[]>;

/** The deposit in another status. `now` is the time of the change. */
export const withStatus = (
	deposit: StoredDeposit,
	status: DepositStatus,
	now: number,
	method: StoredDeposit["method"] = deposit.method,
): StoredDeposit => ({
	...deposit,
	status,
	method,
	held_at: status === "HELD" ? now : deposit.held_at,
	released_at: isRelease(status) ? now : deposit.released_at,
});
