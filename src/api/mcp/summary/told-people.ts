import type { Receiver } from "../../../domain/events/endpoints/receivers.ts";
import type { AnyChange } from "../../../platform/commit/change.ts";
import { mailsOf } from "../../../platform/commit/mails-of-change.ts";
import type { EventDraft } from "../../../platform/events/event-draft.ts";
import type { Json } from "../protocol/messages.ts";
import type { Names } from "./names.ts";
import { quotedName, quotedText } from "./quoted-text.ts";

interface MailOfChange {
	to: string;
	kind: string;
}

/** The mails to people that leave with the change. */
export function mailsIn(
	change: AnyChange<unknown>,
	answer: Json,
	person: string | undefined,
	names: Names,
): MailOfChange[] {
	const to = person === undefined ? "The client" : (names.get(person) ?? person);
	return mailsOf(change)
		.filter(({ kind }) => !(kind === "booking_moved" && answer.client_notified === false))
		.map(({ kind }) => ({ to, kind }));
}

/** The client would want to know of these. */
const ofInterest = new Set(["appointment.created", "appointment.rescheduled", "appointment.cancelled"]);

/** The people who get a mail. If a client would want to know and nobody gets one, the words say so. */
export function mailWords(
	mails: readonly MailOfChange[],
	events: readonly EventDraft[],
	person: string | undefined,
	names: Names,
	reminder: string | undefined,
): string[] {
	const client = person === undefined ? "the client" : (names.get(person) ?? person);
	const isMissed = mails.length === 0 && events.some(({ type }) => ofInterest.has(type));
	return [
		...mails.map(({ to }) => `${to} gets a mail.`),
		...(isMissed ? [`Nobody gets a mail: tell ${client} yourself.`] : []),
		...(reminder === undefined ? [] : [reminder]),
	];
}

const mostReceivers = 10;

export function receiverWords(events: readonly EventDraft[], receivers: readonly Receiver[]): string[] {
	if (events.length > 0 && receivers.length === 0) return ["No program is told."];
	const more = receivers.length - mostReceivers;
	return [
		...receivers.slice(0, mostReceivers).map((one) => `${nameOfReceiver(one)} gets ${one.event}.`),
		...(more > 0 ? [`${more} more endpoints get events.`] : []),
	];
}

function nameOfReceiver({ name, isApp, description }: Receiver): string {
	if (name === null) return "An endpoint";
	if (isApp) return `The program ${quotedName(name)}`;
	return `The endpoint ${description ? `${quotedName(description)} at ` : ""}${quotedText(name)}`;
}
