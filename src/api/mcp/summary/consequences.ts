import { type Receiver, receiversOf } from "../../../domain/events/endpoints/receivers.ts";
import type { AnyChange } from "../../../platform/commit/change.ts";
import { mailsOf } from "../../../platform/commit/mails-of-change.ts";
import type { ApiCtx } from "../../../platform/context.ts";
import { together } from "../../../platform/db/together.ts";
import type { EventDraft } from "../../../platform/events/event-draft.ts";
import type { Endpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { isObject, type Json } from "../protocol/messages.ts";
import { type Names, namesOf, quotedText, zoneOf } from "./names.ts";
import { sentValues } from "./said-values.ts";
import { sentenceOf } from "./sentences.ts";

interface Tried {
	endpoint: Endpoint;
	/** The ids in the path of the request. */
	ids: string[];
	change: AnyChange<unknown>;
	/** The body of the request. */
	body: Json;
	/** The body of the answer. */
	answer: Json;
}

/** The effects of a change, in words and as data. */
export async function consequencesOf(ctx: ApiCtx, tried: Tried) {
	const { change, answer } = tried;
	const record = recordIn(answer);
	const [names, receivers, zone] = await together(
		ctx,
		(ctx) =>
			namesOf(ctx, [
				...tried.ids,
				...idsOf(record),
				...(change.events ?? []).slice(0, 1).flatMap(idsBefore),
				...idsOf(tried.body),
			]),
		(ctx) => receiversOf(ctx, change.events ?? []),
		(ctx) => (record.object === "time_block" ? zoneOf(ctx, String(record.artist_id)) : undefined),
	);
	const mails = mailsIn(tried, record, names);
	const sentence = sentenceOf({ ...tried, record, names, zone });
	return {
		summary: [
			sentence.text,
			...sentValues(tried.body, sentence.told),
			...eventCounts(change),
			...mails.map(({ to }) => `${to} gets a mail.`),
			...receivers.slice(0, mostReceivers).map((one) => `${nameOfReceiver(one)} gets ${one.event}.`),
			...(receivers.length > mostReceivers ? [`${receivers.length - mostReceivers} more endpoints get events.`] : []),
		].join(" "),
		mails,
		receivers: receivers.map(({ name, event }: Receiver) => ({ name, event })),
	};
}

const mostReceivers = 10;

const nameOfReceiver = ({ name, isApp }: Receiver): string =>
	name === null ? "An endpoint" : isApp ? `The program ${quotedText(name)}` : `The endpoint ${name}`;

/** A change that touches several records says how many. */
function eventCounts({ events = [] }: AnyChange<unknown>): string[] {
	if (events.length < 2) return [];
	const counts = Map.groupBy(events, ({ type }) => type);
	return [`It emits ${[...counts].map(([type, all]) => `${all.length} ${type}`).join(", ")}.`];
}

/** The record in an answer that wraps it, such as `{endpoint, secret}`. */
function recordIn(answer: Json): Json {
	if (isObject(answer.data)) return answer.data;
	if (typeof answer.object === "string") return answer;
	return Object.values(answer).find(isObject) ?? answer;
}

const idsOf = (record: Json): string[] => Object.values(record).filter((value) => typeof value === "string");

/** The records that the event names as former ones. */
const idsBefore = ({ data: { previousArtistId, changes } }: EventDraft): string[] =>
	[
		previousArtistId,
		...(isObject(changes) ? Object.values(changes).map((both) => isObject(both) && both.old) : []),
	].filter((value) => typeof value === "string");

const textIn = (record: Json | undefined, name: string): string | undefined => {
	const value = record?.[name];
	return typeof value === "string" ? value : undefined;
};

/** The mails to people that leave with the change. */
function mailsIn({ change, answer, ids }: Tried, record: Json, names: Names) {
	const person = [textIn(record, "client_id"), ...ids].find((id) => id && /^(cli|led)_/.test(id)) ?? "";
	return mailsOf(change)
		.filter(({ kind }) => !(kind === "booking_moved" && answer.client_notified === false))
		.map(({ kind }) => ({ to: names.get(person) ?? (person || "The client"), kind }));
}
