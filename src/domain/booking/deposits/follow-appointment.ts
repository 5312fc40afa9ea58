import type { StoredDeposit } from "../../../platform/db/tables/data/appointments.ts";
import type { Details } from "../../studio/event-types/schema.ts";
import type { AppointmentRow } from "../appointments/schema.ts";
import { dueAt, requestedDeposit } from "./request.ts";
import { causedByAppointment, type DepositStatus, withStatus } from "./transitions.ts";

interface Following {
	now: number;
	/** The event type that the appointment has afterwards. */
	details: Details | undefined;
	/** The studio keeps the deposit at a cancellation. */
	keeps?: boolean;
}

/** The deposit of an appointment that changes. `next` still has the deposit of `row`, or its new status. */
export function depositAfter(
	row: AppointmentRow,
	next: AppointmentRow,
	{ now, details, keeps = false }: Following,
): StoredDeposit | null {
	const deposit = isAskedAnew(row, next) ? (details ? requestedDeposit(details, next, now) : null) : next.deposit;
	if (!deposit) return null;
	const caused = row.status === next.status ? undefined : endedStatus(deposit.status, next.status, keeps);
	return planned(row, next, caused ? withStatus(deposit, caused, now) : deposit, now);
}

/** Another event type asks for its own deposit, unless the studio has taken or waived the earlier one. */
const isAskedAnew = (row: AppointmentRow, next: AppointmentRow): boolean =>
	next.eventTypeId !== row.eventTypeId &&
	next.status === "SCHEDULED" &&
	(next.deposit === null || next.deposit.status === "REQUESTED");

const endedStatus = (from: DepositStatus, to: AppointmentRow["status"], keeps: boolean): DepositStatus | undefined => {
	const caused = causedByAppointment(from, to);
	return keeps && caused ? "FORFEITED" : caused;
};

/** The deposit with the time at which it is due, and the next time at which the schedule acts on it. */
export function planned(row: AppointmentRow | undefined, next: AppointmentRow, deposit: StoredDeposit, now: number) {
	if (!awaitsPayment(next.status, deposit)) return { ...deposit, check_at: null };
	const due_at = dueAt(deposit, next.startAt);
	const { deposit: before } = row ?? {};
	const isWaiting = row && before && before.id === deposit.id && awaitsPayment(row.status, before);
	if (isWaiting && before.due_at === due_at) return deposit;
	return { ...deposit, due_at, check_at: nextCheck({ ...deposit, due_at }, now) };
}

const awaitsPayment = (status: AppointmentRow["status"], deposit: StoredDeposit): boolean =>
	status === "SCHEDULED" && deposit.status === "REQUESTED";

/** The client is reminded half-way, once. A deposit whose time has passed by then cancels nothing any more. */
function nextCheck({ unpaid, requested_at, due_at, reminded_at }: StoredDeposit, now: number): number | null {
	if (unpaid === "KEEP" || due_at < now) return null;
	const halfway = Math.floor((requested_at + due_at) / 2);
	return reminded_at === null && now < halfway ? halfway : due_at;
}
