import { type Receiver, receiversOf } from "../../../domain/events/endpoints/receivers.ts";
import { localTimes } from "../../../domain/languages/local-times.ts";
import { type AnyChange, changesNothing } from "../../../platform/commit/change.ts";
import type { ApiCtx } from "../../../platform/context.ts";
import { together } from "../../../platform/db/together.ts";
import type { EventDraft } from "../../../platform/events/event-draft.ts";
import type { ChangeEndpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { snakeKeys } from "../../../platform/lib/camel.ts";
import { kindOfId } from "../../../platform/lib/ids.ts";
import { timestamp } from "../../../platform/lib/time.ts";
import { isObject, type Json } from "../protocol/messages.ts";
import { readBefore } from "./before.ts";
import { contextOf, reminderWords, rulesNotApplied, serviceWords } from "./booking-words.ts";
import { cancelsUnpaid, depositChangeIn, depositWords } from "./deposit-words.ts";
import { countWords, effectWords, restrictedClients, restrictionWords } from "./effects.ts";
import { importWords, laterEvents } from "./import-words.ts";
import { listenerWords } from "./listener-words.ts";
import { type Names, namesOf, zoneOf } from "./names.ts";
import { sentencesOf } from "./sentences.ts";
import { mailsIn, mailWords, receiverWords } from "./told-people.ts";

interface Tried {
	endpoint: ChangeEndpoint;
	/** The ids in the path of the request, by their names. */
	params: Record<string, string>;
	change: AnyChange<unknown>;
	/** The body of the request. */
	body: Json;
	/** The body of the answer. */
	answer: Json;
	/** The ids of the records that the change would make. */
	newIds: ReadonlySet<string>;
}

/** The effects of a change, in words and as data. */
export async function consequencesOf(ctx: ApiCtx, tried: Tried) {
	const { change, answer, endpoint, params, body } = tried;
	const ids = Object.values(params);
	const record = recordIn(answer);
	const events = change.events ?? [];
	const booking = bookingIn(record, events);
	const deposit = depositChangeIn(events);
	const told = [...events, ...laterEvents(endpoint.id, record, change)];
	const [before, receivers, context, effects, cancels] = await together(
		ctx,
		(ctx) => readBefore(ctx, endpoint, params, record),
		(ctx) => receiversOf(ctx, told),
		async (ctx) => (booking ? await contextOf(ctx, booking) : undefined),
		(ctx) => effectWords(ctx, endpoint.id, body),
		async (ctx) => deposit !== undefined && (await cancelsUnpaid(ctx, deposit.appointmentId)),
	);
	const [artist, client] = [personIn("artist", record, booking, before, ids), personIn("client", record, booking, ids)];
	const [names, zone, restricted] = await together(
		ctx,
		(ctx) =>
			namesOf(ctx, [
				...ids,
				...[record, booking, before, body].flatMap(idsIn),
				...events.slice(0, 1).flatMap(idsBefore),
			]),
		(ctx) => zoneOf(ctx, artist),
		(ctx) => restrictedClients(ctx, [client, ...ids, ...idsIn(body)]),
	);
	const wording = {
		names,
		zone: textIn(record, "timezone") ?? zone,
		newIds: tried.newIds,
		now: timestamp(ctx.now),
	};
	const sentences = sentencesOf({ endpoint, ids, change, body, before, record, wording });
	const mails = mailsIn(change, answer, client ?? ids.find((id) => kindOfId(id) === "lead"), names);
	const isMade = !changesNothing(change);
	const summary = [
		sentences.text,
		...(booking && context ? bookingWords(ctx, { booking, context, record, events, names }) : []),
		...(deposit ? depositWords(deposit, { zone, cancels }) : []),
		...(isMade ? listenerWords(before, record, names) : []),
		...(isMade ? countWords(change, record) : []),
		...(isMade ? effects : []),
		...(isMade ? importWords(endpoint.id, record, change) : []),
		...restrictionWords(restricted, body, names),
		...mailWords(mails, events, client, names, booking && context && reminderWords(context, booking, ctx.now)),
		...receiverWords(told, receivers),
	].join(" ");
	return {
		summary,
		/** If not all values fit into the summary, the answer shows the record as it is, too. */
		...(sentences.isWhole || !before ? {} : { before }),
		mails,
		receivers: receivers.map(({ name, event }: Receiver) => ({ name, event })),
	};
}

/** The record in an answer that wraps it, such as `{endpoint, secret}`. */
export function recordIn(answer: Json): Json {
	if (isObject(answer.data)) return answer.data;
	if (typeof answer.object === "string") return answer;
	return Object.values(answer).find(isObject) ?? answer;
}

/** The appointment that takes a time, as its record shows it. A lead that is confirmed is another record. */
function bookingIn(record: Json, events: readonly EventDraft[]): Json | undefined {
	const event = events.find(({ type }) => type === "appointment.created" || type === "appointment.rescheduled");
	if (record.object === "appointment")
		return event || events.some(({ data: { changes } }) => isObject(changes) && changes.startDateTime)
			? record
			: undefined;
	if (event?.type !== "appointment.created") return undefined;
	const { appointment_id, start_date_time, end_date_time, ...rest } = snakeKeys(event.data) as Json;
	return { ...rest, id: appointment_id, start_at: start_date_time, end_at: end_date_time };
}

function bookingWords(
	ctx: ApiCtx,
	given: {
		booking: Json;
		context: Awaited<ReturnType<typeof contextOf>>;
		record: Json;
		events: readonly EventDraft[];
		names: Names;
	},
): string[] {
	const { booking, context, record, events, names } = given;
	const isNew = events.some(({ type }) => type === "appointment.created");
	const mayRead = ctx.credential.scopes.includes("read:event_types");
	return [
		...(record === booking ? [] : [`Books ${bookedWords(booking, names)}.`]),
		...(isNew && mayRead ? serviceWords(booking, context) : []),
		...rulesNotApplied(booking, context, ctx.now),
	];
}

function bookedWords({ client_id, artist_id, start_at, end_at, timezone }: Json, names: Names): string {
	const nameOf = (id: unknown) => names.get(String(id)) ?? String(id);
	const times = { startAt: Date.parse(String(start_at)), endAt: Date.parse(String(end_at)) };
	return `${nameOf(client_id)} with ${nameOf(artist_id)}: ${localTimes(times, String(timezone), "en")}`;
}

/** The ids in a record or a body, and in the filter of an endpoint. */
function idsIn(record: Json | undefined): string[] {
	const values = Object.values(record ?? {});
	const nested = values.filter(isObject).flatMap((one) => Object.values(one));
	return [...values, ...nested].flat().filter((value) => typeof value === "string" && kindOfId(value)) as string[];
}

/** The records that the event names as former ones. */
const idsBefore = ({ data: { previousArtistId, changes } }: EventDraft): string[] =>
	[
		previousArtistId,
		...(isObject(changes) ? Object.values(changes).map((both) => isObject(both) && both.old) : []),
	].filter((value) => typeof value === "string");

/** The artist or the client that a change concerns. */
function personIn(kind: "artist" | "client", ...given: (Json | string[] | undefined)[]): string | undefined {
	for (const one of given) {
		const id = Array.isArray(one) ? one.find((id) => kindOfId(id) === kind) : textIn(one, `${kind}_id`);
		if (id !== undefined) return id;
	}
	return undefined;
}

const textIn = (record: Json | undefined, name: string): string | undefined => {
	const value = record?.[name];
	return typeof value === "string" ? value : undefined;
};
