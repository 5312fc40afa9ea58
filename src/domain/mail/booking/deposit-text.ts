import type { appointments, StoredDeposit } from "../../../platform/db/tables/data/appointments.ts";
import { localStart } from "../../languages/local-times.ts";
import type { Words } from "../../languages/words.ts";

interface Terms {
	deposit_type: string;
	deposit_amount: number | null;
	deposit_due_hours: number | null;
	requires_approval: boolean;
}

/** The deposit of a booking, as far as it is known beforehand. */
interface Expected {
	/** Null if it depends on a price that is not known. */
	amount: number | null;
	currency: string | null;
	/** The appointment begins before the deposit would be due. */
	isShort: boolean;
}

/** The deposit that a booking will ask for. */
export function expectedDeposit(terms: Terms, { amount, currency, isShort }: Expected, words: Words): string {
	const { appointment, formats } = words;
	const { deposit_amount: share, deposit_type, deposit_due_hours: hours } = terms;
	const money = amount === null ? undefined : formats.money(amount, currency);
	const percent = share === null || deposit_type !== "PERCENTAGE" ? undefined : formats.percent(share);
	if (hours === null || isShort) return appointment.depositAsked(money, percent);
	const due = terms.requires_approval ? appointment.depositDueConfirmed : appointment.depositDue;
	return due(formats.hours(hours), money, percent);
}

export type WithDeposit = Pick<
	typeof appointments.$inferSelect,
	"status" | "endAt" | "timezone" | "deposit" | "cancellationReason"
>;

export const moneyOf = ({ amount, currency }: StoredDeposit, { formats }: Words): string | undefined =>
	amount === null ? undefined : formats.money(amount, currency);

/** Whether the client can still pay. */
export const isPayable = ({ status, endAt, deposit }: WithDeposit, now: number): boolean =>
	status === "SCHEDULED" && endAt > now && deposit?.status === "REQUESTED";

/** How it stands with the deposit of an appointment. Empty if it has none. */
export function depositSentences(of: WithDeposit, now: number, words: Words): string[] {
	const { deposit } = of;
	const { appointment } = words;
	if (!deposit) return [];
	const money = moneyOf(deposit, words);
	if (deposit.status === "REQUESTED")
		return isPayable(of, now) ? dueSentences(of, deposit, now, words) : [endOf(of, words)];
	const sentence = {
		HELD: appointment.depositPaid,
		APPLIED: appointment.depositApplied,
		REFUNDING: appointment.depositRefunding,
		REFUNDED: appointment.depositRefunded,
		FORFEITED: appointment.depositForfeited,
		WAIVED: () => appointment.depositWaived,
	}[deposit.status];
	return [sentence(money)];
}

function dueSentences({ timezone }: WithDeposit, deposit: StoredDeposit, now: number, words: Words): string[] {
	const { appointment, language } = words;
	const money = moneyOf(deposit, words);
	const time = localStart(deposit.due_at, timezone, language);
	const isOverdue = deposit.due_at <= now;
	return [
		isOverdue ? appointment.depositOverdue(time, money) : appointment.depositDueBy(time, money),
		...(money === undefined ? [appointment.depositAmountOpen] : []),
		...(deposit.unpaid === "CANCEL" && !isOverdue ? [appointment.depositElseCancelled] : []),
	];
}

const endOf = ({ cancellationReason }: WithDeposit, { appointment }: Words): string =>
	cancellationReason === "deposit_not_paid" ? appointment.depositNotPaid : appointment.depositNotDue;
