import { findAppointment } from "../../../domain/booking/appointments/operations.ts";
import { localStart } from "../../../domain/languages/local-times.ts";
import { wordsIn } from "../../../domain/languages/words.ts";
import type { Ctx } from "../../../platform/context.ts";
import type { EventDraft } from "../../../platform/events/event-draft.ts";
import { snakeKeys } from "../../../platform/lib/camel.ts";
import { isObject, type Json } from "../protocol/messages.ts";
import { quotedText } from "./quoted-text.ts";

const { money } = wordsIn("en").formats;

interface Terms {
	/** The time zone in which people read `due_at`. */
	zone: string;
	/** The service cancels the appointment if the deposit is not paid in time. */
	cancels: boolean;
}

const amountOf = ({ amount, currency }: Json): string | undefined =>
	typeof amount === "number" ? money(amount, String(currency)) : undefined;

const dueOf = ({ due_at }: Json, zone: string): string => localStart(Date.parse(String(due_at)), zone, "en");

/** The deposit that a new booking asks for. */
export function newDepositWords(deposit: unknown, { zone, cancels }: Terms): string {
	if (!isObject(deposit)) return "No deposit is asked for.";
	const amount = amountOf(deposit);
	const open =
		amount === undefined ? ` whose amount is open (${quotedText(String(deposit.note ?? ""))})` : ` of ${amount}`;
	const otherwise = cancels
		? " If it is not paid by then, the service cancels the appointment and mails the client."
		: "";
	return `A deposit${open} is due by ${dueOf(deposit, zone)}.${otherwise}`;
}

export interface DepositChange {
	appointmentId: string;
	before: Json;
	after: Json;
}

/** The deposit that gets another status with the change of its appointment. */
export function depositChangeIn(events: readonly EventDraft[]): DepositChange | undefined {
	for (const { data } of events) {
		const { deposit } = isObject(data.changes) ? data.changes : {};
		if (!isObject(deposit) || !isObject(deposit.old) || !isObject(deposit.new)) continue;
		const [before, after] = [snakeKeys(deposit.old), snakeKeys(deposit.new)];
		if (before.status !== after.status) return { appointmentId: String(data.appointmentId), before, after };
	}
	return undefined;
}

/** Whether the service cancels the appointment when its deposit is not paid in time. */
export async function cancelsUnpaid(ctx: Ctx, appointmentId: string): Promise<boolean> {
	const { deposit } = await findAppointment(ctx, appointmentId);
	return deposit?.unpaid === "CANCEL" && deposit.due_at > ctx.now;
}

/** The words that say where the money is. The service moves none. */
export function depositWords({ before, after }: DepositChange, { zone, cancels }: Terms): string[] {
	const amount = amountOf(after) ?? "the deposit";
	const kept = cancels && before.status === "REQUESTED" ? [noLongerCancels] : [];
	switch (after.status) {
		case "HELD":
			return [`The studio notes that it has ${amount} from the client.`, ...kept, movesNoMoney];
		case "WAIVED":
			return [`The client need not pay ${amount}.`, ...kept];
		case "REQUESTED":
			return [newDepositWords(after, { zone, cancels })];
		case "APPLIED":
			return [`${amount} counts towards the price.`];
		case "REFUNDING":
			return [`The studio owes the client ${amount}.`, movesNoMoney];
		case "REFUNDED":
			return [`The studio notes that the client has ${amount} back.`, movesNoMoney];
		default:
			return [`The studio keeps ${amount}.`];
	}
}

const noLongerCancels = "The service no longer cancels the appointment for it.";
const movesNoMoney = "The service moves no money.";
