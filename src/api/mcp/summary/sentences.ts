import { localTimes } from "../../../domain/languages/local-times.ts";
import { type AnyChange, changesNothing } from "../../../platform/commit/change.ts";
import { recordKeyOf } from "../../../platform/db/tables/data/events.ts";
import type { Endpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { snakeKeys } from "../../../platform/lib/camel.ts";
import { minuteMs } from "../../../platform/lib/time.ts";
import { isObject, type Json } from "../protocol/messages.ts";
import { type Difference, differencesBetween, sentValues } from "./differences.ts";
import { fitting } from "./fitting.ts";
import { headlineOf } from "./headlines.ts";
import { quotedName, quotedText } from "./quoted-text.ts";
import type { Wording } from "./value-words.ts";

export interface Described {
	endpoint: Endpoint;
	/** The ids in the path of the request. */
	ids: string[];
	change: AnyChange<unknown>;
	/** The body of the request. */
	body: Json;
	/** The record as it is; undefined if the credential may not read it, or if it does not exist yet. */
	before: Json | undefined;
	/** The record in the answer. */
	record: Json;
	wording: Wording;
}

/** The beginning of a sentence, and the fields whose values stand in it. */
interface Beginning {
	text: string;
	told: string[];
}

/** The sentences about the change itself: its record, and every value that changes or is sent. */
export function sentencesOf(given: Described): { text: string; isWhole: boolean } {
	if (changesNothing(given.change)) return { text: "Nothing changes: it is like this already.", isWhole: true };
	const { text, told } = aboutAppointment(given) ?? inGeneral(given);
	const { differences, extras } = valuesOf(given, told);
	const [changed, sent] = [fitting(differences), fitting(extras)];
	const said = [
		changed.words === "" ? `${text}.` : `${text}: ${changed.words}.`,
		...(sent.words === "" ? [] : [`It also sends ${sent.words}.`]),
	];
	return { text: said.join(" "), isWhole: changed.isWhole && sent.isWhole };
}

/** The values that change, and those that are sent and are no values of the record. */
function valuesOf(given: Described, told: readonly string[]): { differences: Difference[]; extras: Difference[] } {
	const { wording, record, body, endpoint } = given;
	const states = statesOf(given);
	if (!states) return { differences: sentValues(wording, record.object, body, told), extras: [] };
	const { before, after } = states;
	const ofRecord = Object.keys(record).filter((name) => name in body);
	return {
		differences:
			endpoint.kind === "change" && endpoint.method === "DELETE"
				? []
				: differencesBetween(wording, before, after).filter(({ field }) => !told.includes(field)),
		extras: sentValues(wording, record.object, body, [...told, ...ofRecord]),
	};
}

/** Two states of the record. A credential that may not read the record sees what its change says. */
function statesOf({ before, record, change, ids }: Described): { before: Json; after: Json } | undefined {
	if (before) return { before, after: record };
	const id = ids.at(-1);
	const own = change.events?.find(({ type, data }) => data[recordKeyOf(type)] === id);
	const [audit] = Array.isArray(change.audit) ? change.audit : [change.audit];
	const changes = own?.data.changes ?? audit?.changes;
	if (!isObject(changes)) return undefined;
	const fields = Object.entries(snakeKeys(changes));
	const state = (which: "old" | "new") =>
		Object.fromEntries(fields.map(([name, both]) => [name, isObject(both) ? both[which] : null]));
	return { before: { ...state("old"), object: record.object }, after: { ...state("new"), object: record.object } };
}

/** The event that says most of an appointment begins the sentence. */
function aboutAppointment({ change, body, record, wording: { names } }: Described): Beginning | undefined {
	if (record.object !== "appointment" || !record.start_at) return undefined;
	const [event] = change.events ?? [];
	const nameOf = (id: unknown) => names.get(String(id)) ?? String(id);
	const [client, artist] = [nameOf(record.client_id), nameOf(record.artist_id)];
	const time = timeOf(record.start_at, record.end_at, record.timezone);
	const status = ["status", "cancelled_at"];
	switch (event?.type) {
		case "appointment.created":
			return {
				text: `Books ${client} with ${artist}: ${time}`,
				told: ["artist_id", "client_id", "event_type_id", ...toldTimes(record, body)],
			};
		case "appointment.rescheduled": {
			const { previousStartDateTime, previousEndDateTime, previousArtistId } = event.data;
			const isHandedOver = previousArtistId !== record.artist_id;
			const handedOver = isHandedOver ? ` from ${nameOf(previousArtistId)} to ${artist}, and` : "";
			const from = timeOf(previousStartDateTime, previousEndDateTime, record.timezone);
			return {
				text: `Moves the appointment of ${client}${handedOver} from ${from} to ${time}`,
				told: ["artist_id", ...toldTimes(record, { start_at: previousStartDateTime, end_at: previousEndDateTime })],
			};
		}
		case "appointment.cancelled":
			return { text: `Cancels the appointment of ${client} with ${artist}: ${time}`, told: status };
		case "appointment.no_show":
			return { text: `Notes that ${client} did not come to the appointment with ${artist}: ${time}`, told: status };
		case "appointment.completed":
			return { text: `Marks the appointment of ${client} with ${artist} as completed: ${time}`, told: status };
		default:
			return undefined;
	}
}

/** A sentence tells times to the minute, and no time of another state. */
const toldTimes = (record: Json, other: Json): string[] =>
	["start_at", "end_at"].filter((name) => [record[name], other[name] ?? record[name]].every(isWholeMinute));

const isWholeMinute = (time: unknown): boolean => Date.parse(String(time)) % minuteMs === 0;

const timeOf = (start: unknown, end: unknown, zone: unknown): string =>
	localTimes({ startAt: Date.parse(String(start)), endAt: Date.parse(String(end)) }, String(zone), "en");

function inGeneral({ endpoint, ids, body, before, record, wording }: Described): Beginning {
	const { names, zone } = wording;
	const id = ids.at(-1) ?? textIn(record, "id") ?? "";
	const nameOf = (one: string | undefined) => (one === undefined ? undefined : (names.get(one) ?? one));
	const name = names.get(id) ?? nameIn(record) ?? id;
	const headline = headlineOf(endpoint.id) ?? `${endpoint.summary}: {}`;
	const text = headline.replaceAll(/ ?\{(\w*)\}/g, (_, of: string) => {
		const named = of === "" ? name : of === "0" ? (nameOf(ids[0]) ?? name) : nameOf(textIn(body, of));
		return named ? ` ${named}` : "";
	});
	const deleted = record.deleted === true ? before : undefined;
	if (deleted) return { text: `${text}${moreOfDeleted(deleted, zone)}`, told: [] };
	if (record.object === "time_block" && record.start_at)
		return {
			text: `${text}, ${timeOf(record.start_at, record.end_at, zone)}`,
			told: toldTimes(record, body),
		};
	const isNewListener = addressOf(record) !== undefined && ids.length === 0;
	return {
		text,
		told: [
			...(headline.includes("{source_id}") ? ["source_id"] : []),
			// A sentence of its own tells these (`listenerWords`).
			...(isNewListener ? ["url", "target_url", "events", "trigger"] : []),
		],
	};
}

/** Facts by which a person knows the record that goes. */
function moreOfDeleted(before: Json, zone: string): string {
	if (before.object === "time_block") return `, ${timeOf(before.start_at, before.end_at, zone)}`;
	const email = textIn(before, "email");
	if (email && (before.object === "client" || before.object === "lead")) return `, ${quotedText(email)}`;
	const caption = textIn(before, "caption");
	return caption ? `, ${quotedText(caption)}` : "";
}

const textIn = (record: Json, name: string): string | undefined => {
	const value = record[name];
	return typeof value === "string" ? value : undefined;
};

/** The name of a record that does not exist yet. */
function nameIn(record: Json): string | undefined {
	const person = [record.first_name, record.last_name].filter((part) => typeof part === "string").join(" ");
	const name =
		person || [record.name, record.subject, record.title, record.email].find((one) => typeof one === "string");
	if (name) return quotedName(String(name));
	const url = addressOf(record);
	return url && quotedText(url);
}

const addressOf = (record: Json): string | undefined => textIn(record, "url") ?? textIn(record, "target_url");
