import { formatsOf } from "../../../domain/languages/formats.ts";
import { localStart } from "../../../domain/languages/local-times.ts";
import { publicEventTypes } from "../../../platform/db/tables/data/events.ts";
import { kindOfId } from "../../../platform/lib/ids.ts";
import { minuteMs } from "../../../platform/lib/time.ts";
import { isObject, type Json } from "../protocol/messages.ts";
import { strangeLetters } from "./look-alikes.ts";
import type { Names } from "./names.ts";
import { quotedText } from "./quoted-text.ts";

export interface Wording {
	names: Names;
	/** The time zone in which the studio reads the times. */
	zone: string;
	/** The ids of the records that the change makes. */
	newIds: ReadonlySet<string>;
	/** The time of the change, as the API shows it. */
	now: string;
}

/** A value as people read it. `beside` has the fields beside it, such as the currency of an amount. */
export function valueWords(wording: Wording, field: string, value: unknown, beside: Json): string {
	if (value === null || value === undefined) return "nothing";
	if (value === true) return "yes";
	if (value === false) return "no";
	if (typeof value === "number") return numberWords(field, value, beside);
	if (typeof value === "string") return textWords(wording, field, value);
	if (Array.isArray(value)) return listWords(wording, field, value);
	return quotedText(JSON.stringify(value));
}

const ofMoney = /(?:^|_)amount$|^(?:budget|price|deposit)_(?:min|max|from|to)$/;

function numberWords(field: string, value: number, beside: Json): string {
	const currency = currencyOf(field, beside);
	return ofMoney.test(field) && currency ? formatsOf("en").money(value, currency) : String(value);
}

/** The currency of an amount. */
export function currencyOf(field: string, beside: Json): string | undefined {
	const own = beside[field.replace(/_amount$/, "_currency")];
	const currency = field.endsWith("_amount") && typeof own === "string" ? own : beside.currency;
	return typeof currency === "string" ? currency : undefined;
}

export const isOfMoney = (field: string): boolean => ofMoney.test(field);

const eventTypes: ReadonlySet<string> = new Set(publicEventTypes);

function textWords(wording: Wording, field: string, text: string): string {
	if (text === "") return "an empty text";
	if (isReference(field)) return referenceWords(wording, text);
	if (/(?:_at|^since|_from|_to)$/.test(field)) return instantWords(wording.zone, text) ?? quotedText(text);
	if (eventTypes.has(text)) return text;
	return `${quotedText(text)}${strangeLetters(text)}${hostInDisguise(text)}`;
}

const isReference = (field: string): boolean => /(?:^|_)ids?$/.test(field);

function referenceWords({ names, newIds }: Wording, id: string): string {
	const kind = kindOfId(id);
	const name = newIds.has(id) ? "that is new" : names.get(id);
	return kind && name ? `the ${kind.replaceAll("_", " ")} ${name}` : quotedText(id, 200);
}

/** Undefined if it is no instant. A time that is no whole minute is told exactly, too. */
function instantWords(zone: string, text: string): string | undefined {
	const at = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
	if (Number.isNaN(at)) return undefined;
	return `${localStart(at, zone, "en")}${at % minuteMs === 0 ? "" : ` exactly ${new Date(at).toISOString()}`}`;
}

/** The host of an address, if it stands elsewhere in it than people look for it. */
function hostInDisguise(text: string): string {
	const url = /^[a-z][a-z0-9+.-]*:/i.test(text) ? URL.parse(text) : null;
	if (!url?.host || text.toLowerCase().startsWith(`${url.protocol}//${url.host}`)) return "";
	return ` (leads to ${quotedText(url.host)})`;
}

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

const listWords = (wording: Wording, field: string, list: unknown[]): string =>
	list.length === 0 ? "an empty list" : list.map((item) => itemWords(wording, field, item)).join(", ");

/** One item of a list. */
export function itemWords(wording: Wording, field: string, item: unknown): string {
	if (!isObject(item)) return valueWords(wording, field, item, {});
	const { start, end, start_at, end_at } = item;
	if (typeof start === "string" && typeof end === "string") return `${quotedTime(start)}–${quotedTime(end)}`;
	if (typeof start_at === "string" && typeof end_at === "string" && Object.keys(item).length === 2)
		return `${valueWords(wording, "start_at", start_at, {})} to ${valueWords(wording, "end_at", end_at, {})}`;
	const parts = Object.entries(item).filter(([, value]) => !isEmptyList(value));
	return `(${parts.map(([name, value]) => `${name.replaceAll("_", " ")} ${valueWords(wording, name, value, item)}`).join(", ")})`;
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
const quotedTime = (time: string): string => (/^\d\d:\d\d$/.test(time) ? time : quotedText(time));

/** Working hours by their days, so that each day is told for itself. */
export function byWeekday(list: unknown): Json | undefined {
	if (!Array.isArray(list) || list.length === 0) return undefined;
	if (!list.every((one) => isObject(one) && typeof one.weekday === "number" && weekdays[one.weekday])) return undefined;
	const days = Map.groupBy(list as { weekday: number; start: unknown; end: unknown }[], ({ weekday }) => weekday);
	return Object.fromEntries(
		weekdays.flatMap((name, day) => {
			const ranges = days.get(day);
			return ranges ? [[name, ranges.map(({ start, end }) => ({ start, end }))]] : [];
		}),
	);
}
