import { Temporal } from "temporal-polyfill";
import { dayMs } from "../../../platform/lib/time.ts";
import { fieldProblem } from "../../../platform/problems/problem.ts";
import type { ApiCalls } from "../api-calls.ts";
import { type Outcome, outcomeOf, outcomeOfAnswer } from "../outcome/outcome.ts";
import { isObject, type Json } from "../protocol/messages.ts";
import { quotedName } from "../summary/quoted-text.ts";
import { addressOf, operationOf } from "./operations.ts";
import type { ArgumentsOf } from "./tools.ts";

const defaultDays = 14;
/** Of a `Date`. */
const lastInstant = 8.64e15;
const defaultTimes = 5;
/** A studio with more artists than these pages hold is asked for an id or a slug. */
const mostPages = 3;
const perPage = 100;

/** A read of the API was refused; the tool answers the refusal. */
class Refused extends Error {
	readonly outcome: Outcome;
	constructor(outcome: Outcome) {
		super("The API refused a read.");
		this.outcome = outcome;
	}
}

export async function freeTimes(
	api: ApiCalls,
	{ artist: artistNamed, event_type: typeNamed, from, to, limit = defaultTimes }: ArgumentsOf<"free_times">,
	now: number,
): Promise<Outcome> {
	const get: Get = async (operationId, path, query) => {
		const endpoint = operationOf(operationId);
		const address = addressOf(endpoint, path, query);
		const outcome = await outcomeOfAnswer(await api.call({ endpoint, address }), "free_times");
		if (outcome.isError) throw new Refused(outcome);
		return JSON.parse(outcome.text);
	};
	try {
		const artist = await artistCalled(get, artistNamed);
		const type = await typeCalled(get, artist, typeNamed);
		const zone = String(artist.timezone);
		const start = from === undefined ? now : instantOf("from", from, zone);
		const end = to === undefined ? Math.min(start + defaultDays * dayMs, lastInstant) : instantOf("to", to, zone);
		const range = { from: new Date(start).toISOString(), to: new Date(end).toISOString() };
		const query = { artist_id: String(artist.id), event_type_id: String(type.id), ...range };
		const { data } = await get("listAvailability", {}, query);
		const slots = Array.isArray(data) ? data : [];
		const local = localFormat(zone);
		return outcomeOf({
			artist: { id: artist.id, name: artist.name, timezone: zone },
			event_type: { id: type.id, name: type.name },
			duration_minutes: type.duration_minutes,
			...range,
			times: slots.slice(0, limit).map(({ start_at, end_at }) => ({ start_at, end_at, local: local(start_at) })),
			has_more: slots.length > limit,
		});
	} catch (error) {
		if (error instanceof Refused) return error.outcome;
		throw error;
	}
}

type Get = (operationId: string, path: Json, query?: Json) => Promise<Json>;

async function artistCalled(get: Get, called: string): Promise<Json> {
	if (/^art_[0-9a-f]{32}$/.test(called)) return await get("getArtist", { artist_id: called });
	return oneCalled("artist", called, (filters) => newest(get, "listArtists", filters));
}

async function typeCalled(get: Get, artist: Json, called: string): Promise<Json> {
	if (/^ety_[0-9a-f]{32}$/.test(called)) return await get("getEventType", { event_type_id: called });
	const ofArtist = { artist_id: String(artist.id) };
	return oneCalled("event_type", called, (filters) => newest(get, "listEventTypes", { ...ofArtist, ...filters }));
}

interface Listed {
	records: Json[];
	/** Whether the list has further pages, which nobody has read. */
	hasMore: boolean;
}

async function newest(get: Get, operationId: string, filters: Record<string, string>): Promise<Listed> {
	const records: Json[] = [];
	let cursor: string | undefined;
	for (let page = 0; page < mostPages; page++) {
		const query = { limit: perPage, ...filters, ...(cursor ? { cursor } : {}) };
		const { data, next_cursor } = await get(operationId, {}, query);
		if (Array.isArray(data)) records.push(...data.filter(isObject));
		if (typeof next_cursor !== "string") return { records, hasMore: false };
		cursor = next_cursor;
	}
	return { records, hasMore: true };
}

const plain = (text: unknown): string => String(text).normalize("NFKD").replaceAll(/\p{M}/gu, "").trim().toLowerCase();

/** The record of this name or slug. A part of a name is enough where it fits one record alone. */
async function oneCalled(
	field: string,
	called: string,
	list: (filters: Record<string, string>) => Promise<Listed>,
): Promise<Json> {
	const wanted = plain(called);
	const { records, hasMore } = await list({});
	const exact = records.filter(({ name, slug }) => plain(name) === wanted || slug === wanted);
	if (hasMore) return exact.length === 1 && exact[0] ? exact[0] : await oneOfMany(field, wanted, list);
	const found = exact.length > 0 ? exact : records.filter(({ name }) => wanted !== "" && plain(name).includes(wanted));
	const [one] = found;
	if (one && found.length === 1) return one;
	const several = (found.length > 0 ? found : records)
		.slice(0, 20)
		.map(({ id, name }) => `${quotedName(String(name), 80)} (${id})`);
	const known = several.length === 0 ? "there is none" : `there are ${several.join(", ")}`;
	throw fieldProblem(field, found.length > 1 ? `fits several: ${known}` : `fits none: ${known}`);
}

/** The record of this slug. Nobody has read all the names, so a part of a name may fit others, too. */
async function oneOfMany(
	field: string,
	slug: string,
	list: (filters: Record<string, string>) => Promise<Listed>,
): Promise<Json> {
	const { records } = isSlug(slug) ? await list({ slug }) : { records: [] };
	const [one] = records;
	if (one) return one;
	throw fieldProblem(
		field,
		`is looked for among the newest ${mostPages * perPage} alone, and there are more: give the id or the address (slug)`,
	);
}

const isSlug = (text: string): boolean => /^[a-z0-9-]{1,100}$/.test(text);

/** The beginning of a day in the zone, or an instant with its offset. */
function instantOf(field: string, text: string, zone: string): number {
	try {
		const instant = /^\d{4}-\d{2}-\d{2}$/.test(text)
			? Temporal.PlainDate.from(text).toZonedDateTime(zone).epochMilliseconds
			: Temporal.Instant.from(text).epochMilliseconds;
		new Date(instant).toISOString();
		return instant;
	} catch {
		throw fieldProblem(field, "must be a day such as 2026-12-01, or an instant with its offset");
	}
}

/** A time as people say it. One formatter serves all times, because making one takes long. */
function localFormat(timeZone: string): (instant: string) => string {
	const format = new Intl.DateTimeFormat("en-GB", {
		timeZone,
		weekday: "short",
		day: "numeric",
		month: "short",
		year: "numeric",
		hour: "2-digit",
		minute: "2-digit",
		hourCycle: "h23",
	});
	return (instant) => format.format(Date.parse(instant));
}
