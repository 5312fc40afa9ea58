import { type Receiver, receiversOf } from "../../domain/events/endpoints/receivers.ts";
import { localTimes } from "../../domain/mail/calendar.ts";
import { type AnyChange, changesNothing } from "../../platform/commit/change.ts";
import { mailsOf } from "../../platform/commit/mails-of-change.ts";
import type { ApiCtx } from "../../platform/context.ts";
import { recordKeyOf } from "../../platform/db/tables/data/events.ts";
import type { Endpoint } from "../../platform/http/endpoint/endpoint.ts";
import { oneLine } from "../../platform/lib/email.ts";
import { isObject, type Json } from "./messages.ts";
import { type Names, namesOf, quotedText } from "./names.ts";

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
	const [names, receivers] = await Promise.all([
		namesOf(ctx, [...tried.ids, ...idsOf(record), textIn(change.events?.[0]?.data, "previousArtistId")]),
		receiversOf(ctx, change.events ?? []),
	]);
	const mails = mailsIn(tried, record, names);
	return {
		summary: [
			sentenceOf(tried, record, names),
			...sentValues(tried.body),
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

/** Every value that the request sends, so that no sentence can leave one out. */
function sentValues(body: Json): string[] {
	const all = Object.entries(body);
	if (all.length === 0) return [];
	const shown = all.slice(0, mostSent).map(([field, value]) => `${field} ${sentValue(value)}`);
	return [`It sends ${shown.join(", ")}${all.length > mostSent ? ` and ${all.length - mostSent} more fields` : ""}.`];
}

const mostSent = 30;
const longestSent = 200;

/** In quotes and on one line. An address stays readable: whoever agrees must see where something goes. */
function sentValue(value: unknown): string {
	const text = oneLine(typeof value === "string" ? value : JSON.stringify(value)).replaceAll(/[“”]/g, '"');
	return `“${text.length > longestSent ? `${text.slice(0, longestSent - 1)}…` : text}”`;
}

/** The record in an answer that wraps it, such as `{endpoint, secret}`. */
function recordIn(answer: Json): Json {
	if (isObject(answer.data)) return answer.data;
	if (typeof answer.object === "string") return answer;
	return Object.values(answer).find(isObject) ?? answer;
}

const idsOf = (record: Json): string[] => Object.values(record).filter((value) => typeof value === "string");

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

function sentenceOf(tried: Tried, record: Json, names: Names): string {
	const { change } = tried;
	if (changesNothing(change)) return "Nothing changes: it is like this already.";
	return aboutAppointment(change, record, names) ?? inGeneral(tried, record, names);
}

/** The sentence about the event that says most of an appointment. */
function aboutAppointment(change: AnyChange<unknown>, record: Json, names: Names): string | undefined {
	if (record.object !== "appointment") return undefined;
	const [event] = change.events ?? [];
	const nameOf = (name: string) => names.get(String(record[name])) ?? String(record[name]);
	const [client, artist] = [nameOf("client_id"), nameOf("artist_id")];
	const time = timeOf(record.start_at, record.end_at, record.timezone);
	switch (event?.type) {
		case "appointment.created":
			return `Books ${client} with ${artist}: ${time}.`;
		case "appointment.rescheduled": {
			const { previousStartDateTime, previousEndDateTime, previousArtistId } = event.data;
			const before = names.get(String(previousArtistId)) ?? String(previousArtistId);
			const handedOver = previousArtistId === record.artist_id ? "" : ` from ${before} to ${artist}, and`;
			return `Moves the appointment of ${client}${handedOver} from ${timeOf(previousStartDateTime, previousEndDateTime, record.timezone)} to ${time}.`;
		}
		case "appointment.cancelled":
			return `Cancels the appointment of ${client} with ${artist}: ${time}.`;
		case "appointment.no_show":
			return `Notes that ${client} did not come to the appointment with ${artist}: ${time}.`;
		case "appointment.completed":
			return `Marks the appointment of ${client} with ${artist} as completed: ${time}.`;
		default:
			return undefined;
	}
}

const timeOf = (start: unknown, end: unknown, zone: unknown): string =>
	localTimes({ startAt: Date.parse(String(start)), endAt: Date.parse(String(end)) }, String(zone));

/** The sentence about any other change: what is done, to which record, and which fields get another value. */
function inGeneral({ endpoint, change, ids }: Tried, record: Json, names: Names): string {
	const id = ids.at(-1) ?? textIn(record, "id") ?? "";
	const name = names.get(id) ?? nameIn(record);
	const differences = differencesOf(change, id);
	return `${endpoint.summary}: ${[name ?? id, ...(differences.length > 0 ? [differences.join(", ")] : [])].filter(Boolean).join("; ")}.`;
}

/** The name of a record that does not exist yet. */
function nameIn(record: Json): string | undefined {
	const person = [record.first_name, record.last_name].filter((part) => typeof part === "string").join(" ");
	const name =
		person ||
		[record.name, record.subject, record.title, record.url, record.email].find((one) => typeof one === "string");
	return name ? quotedText(String(name)) : undefined;
}

const mostShown = 10;

/** The fields of the record that get another value, with both values. */
function differencesOf(change: AnyChange<unknown>, id: string): string[] {
	const own = change.events?.find(({ type, data }) => data[recordKeyOf(type)] === id);
	const changes = own?.data.changes ?? auditOf(change)?.changes;
	if (!isObject(changes)) return [];
	const all = Object.entries(changes);
	const shown = all.slice(0, mostShown).map(([field, both]) => {
		const { old, new: next } = isObject(both) ? both : { old: null, new: null };
		return `${field} from ${shownValue(old)} to ${shownValue(next)}`;
	});
	return all.length > mostShown ? [...shown, `${all.length - mostShown} more fields`] : shown;
}

const auditOf = ({ audit }: AnyChange<unknown>) => (Array.isArray(audit) ? audit[0] : audit);

const shownValue = (value: unknown): string =>
	value === null || value === undefined || value === ""
		? "nothing"
		: quotedText(typeof value === "string" ? value : JSON.stringify(value));
