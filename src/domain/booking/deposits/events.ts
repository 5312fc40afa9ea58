import type { StoredDeposit } from "../../../platform/db/tables/data/appointments.ts";
import type { EventDraft } from "../../../platform/events/event-draft.ts";
import { timestamp, timestampOrNull } from "../../../platform/lib/time.ts";
import type { AppointmentRow } from "../appointments/schema.ts";
import { type DepositStatus, eventsOfStatus } from "./transitions.ts";

/** The events of the money of a deposit, beside that of its appointment (contract: Deposits 10). */
export function depositEvents(before: AppointmentRow, after: AppointmentRow): EventDraft[] {
	const { deposit } = after;
	if (!deposit || deposit.status === before.deposit?.status) return [];
	return eventsOfStatus[deposit.status].map((type) => ({ type, data: dataOf[type](after, deposit) }));
}

type Data = (row: AppointmentRow, deposit: StoredDeposit) => Record<string, unknown>;

const dataOf: Record<(typeof eventsOfStatus)[DepositStatus][number], Data> = {
	"payment.succeeded": (row, deposit) => ({
		...paymentOf(row, deposit),
		status: "SUCCEEDED",
		paidAt: heldAt(deposit),
	}),
	"deposit.held": (row, deposit) => ({ ...holdingOf(row, deposit), status: "HELD" }),
	"deposit.released": (row, deposit) => ({
		...holdingOf(row, deposit),
		status: "RELEASED",
		releaseReason: deposit.status,
		releasedAt: timestampOrNull(deposit.released_at),
	}),
	"payment.refunded": (row, deposit) => ({
		...paymentOf(row, deposit),
		status: "REFUNDED",
		refundId: sameNumber("rfd", deposit),
		refundAmount: deposit.amount,
		totalRefundedAmount: deposit.amount,
		refundReason: deposit.note,
		refundedAt: timestampOrNull(deposit.released_at),
	}),
};

const ownerOf = ({ id, clientId, artistId, shopId }: AppointmentRow) => ({
	clientId,
	appointmentId: id,
	artistId,
	shopId,
});

const heldAt = ({ held_at, requested_at }: StoredDeposit) => timestamp(held_at ?? requested_at);

const paymentOf = (row: AppointmentRow, deposit: StoredDeposit) => ({
	paymentId: sameNumber("pay", deposit),
	...ownerOf(row),
	purpose: "DEPOSIT",
	method: deposit.method,
	amount: deposit.amount,
	currency: deposit.currency,
	description: row.title,
	createdAt: heldAt(deposit),
});

const holdingOf = (row: AppointmentRow, deposit: StoredDeposit) => ({
	depositId: deposit.id,
	paymentId: sameNumber("pay", deposit),
	...ownerOf(row),
	amount: deposit.amount,
	currency: deposit.currency,
	heldAt: heldAt(deposit),
});

/** A deposit is paid and paid back once at most, so both have its number. */
const sameNumber = (prefix: string, { id }: StoredDeposit): string => id.replace("dep", prefix);
