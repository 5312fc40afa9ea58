import { localTimes } from "../../../domain/languages/local-times.ts";
import { type AnyChange, changesNothing } from "../../../platform/commit/change.ts";
import type { Endpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { minuteMs } from "../../../platform/lib/time.ts";
import type { Json } from "../protocol/messages.ts";
import { headlineOf } from "./headlines.ts";
import { type Names, quotedText } from "./names.ts";
import { differencesOf, saysValue } from "./said-values.ts";

interface Described {
	endpoint: Endpoint;
	/** The ids in the path of the request. */
	ids: string[];
	change: AnyChange<unknown>;
	/** The body of the request. */
	body: Json;
	/** The record in the answer. */
	record: Json;
	names: Names;
	/** In which the studio reads the times of a record that names none. */
	zone: string | undefined;
}

interface Sentence {
	text: string;
	/** The fields of the body whose values stand in it. */
	told: string[];
}

/** The sentence about the change itself. */
export function sentenceOf(given: Described): Sentence {
	if (changesNothing(given.change)) return { text: "Nothing changes: it is like this already.", told: [] };
	return aboutAppointment(given) ?? inGeneral(given);
}

/** The sentence about the event that says most of an appointment. */
function aboutAppointment({ change, body, record, names }: Described): Sentence | undefined {
	if (record.object !== "appointment") return undefined;
	const [event] = change.events ?? [];
	const nameOf = (name: string) => names.get(String(record[name])) ?? String(record[name]);
	const [client, artist] = [nameOf("client_id"), nameOf("artist_id")];
	const time = timeOf(record.start_at, record.end_at, record.timezone);
	const times = toldTimes(body, record);
	switch (event?.type) {
		case "appointment.created":
			return { text: `Books ${client} with ${artist}: ${time}.`, told: times };
		case "appointment.rescheduled": {
			const { previousStartDateTime, previousEndDateTime, previousArtistId } = event.data;
			const before = names.get(String(previousArtistId)) ?? String(previousArtistId);
			const handedOver = previousArtistId === record.artist_id ? "" : ` from ${before} to ${artist}, and`;
			const from = timeOf(previousStartDateTime, previousEndDateTime, record.timezone);
			return { text: `Moves the appointment of ${client}${handedOver} from ${from} to ${time}.`, told: times };
		}
		case "appointment.cancelled":
			return { text: `Cancels the appointment of ${client} with ${artist}: ${time}.`, told: ["status"] };
		case "appointment.no_show":
			return {
				text: `Notes that ${client} did not come to the appointment with ${artist}: ${time}.`,
				told: ["status"],
			};
		case "appointment.completed":
			return { text: `Marks the appointment of ${client} with ${artist} as completed: ${time}.`, told: ["status"] };
		default:
			return undefined;
	}
}

const toldTimes = (body: Json, record: Json): string[] =>
	["start_at", "end_at"].filter((name) => saysTime(body[name], record[name]));

/** A sentence tells times to the minute. */
const saysTime = (sent: unknown, shown: unknown): boolean =>
	typeof sent === "string" && Date.parse(sent) === Date.parse(String(shown)) && Date.parse(sent) % minuteMs === 0;

const timeOf = (start: unknown, end: unknown, zone: unknown): string =>
	localTimes({ startAt: Date.parse(String(start)), endAt: Date.parse(String(end)) }, String(zone), "en");

/** The sentence about any other change: the change, its record, and the fields that get another value. */
function inGeneral({ endpoint, change, ids, body, record, names, zone }: Described): Sentence {
	const id = ids.at(-1) ?? textIn(record, "id") ?? "";
	const nameOf = (one: string | undefined) => (one === undefined ? undefined : (names.get(one) ?? one));
	const name = names.get(id) ?? nameIn(record) ?? id;
	const headline = headlineOf(endpoint.id) ?? `${endpoint.summary}: {}`;
	const text = headline.replaceAll(/ ?\{(\w*)\}/g, (_, of: string) => {
		const named = of === "" ? name : of === "0" ? (nameOf(ids[0]) ?? name) : nameOf(textIn(body, of));
		return named ? ` ${named}` : "";
	});
	const differences = differencesOf(change, id, names);
	if (record.start_at && zone)
		return { text: `${text}: ${timeOf(record.start_at, record.end_at, zone)}.`, told: toldTimes(body, record) };
	return {
		text: `${[text, differences.map(({ text }) => text).join(", ")].filter(Boolean).join(": ")}.`,
		told: differences.filter(({ field, next }) => saysValue(next, body[field])).map(({ field }) => field),
	};
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
	if (name) return quotedText(String(name));
	return URL.parse(textIn(record, "url") ?? textIn(record, "target_url") ?? "")?.host;
}
