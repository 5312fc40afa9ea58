import type { AnyChange } from "../../../platform/commit/change.ts";
import { recordKeyOf } from "../../../platform/db/tables/data/events.ts";
import { snakeKeys } from "../../../platform/lib/camel.ts";
import { oneLine } from "../../../platform/lib/text/email.ts";
import { isObject, type Json } from "../protocol/messages.ts";
import { type Names, quotedText } from "./names.ts";

const mostSent = 30;
const longestSent = 200;

/** Every value that the request sends, except those that a sentence has told, so that none is left out. */
export function sentValues(body: Json, told: string[]): string[] {
	const all = Object.entries(body).filter(([field]) => !told.includes(field));
	if (all.length === 0) return [];
	const shown = all.slice(0, mostSent).map(([field, value]) => `${field} ${sentValue(value)}`);
	return [`It sends ${shown.join(", ")}${all.length > mostSent ? ` and ${all.length - mostSent} more fields` : ""}.`];
}

/** On one line, and in quotes unless nobody can write words in it. An address stays, to show where something goes. */
function sentValue(value: unknown): string {
	if (value === null || typeof value === "boolean" || typeof value === "number") return plainValue(value);
	const text = oneLine(typeof value === "string" ? value : JSON.stringify(value)).replaceAll(/[“”]/g, '"');
	return `“${text.length > longestSent ? `${text.slice(0, longestSent - 1)}…` : text}”`;
}

const plainValue = (value: unknown): string => (value === null || value === undefined ? "nothing" : String(value));

const mostShown = 10;

interface Difference {
	field: string;
	/** The new value, as the sentence has it. */
	next: string;
	text: string;
}

/** The fields of the record that get another value, with both values. */
export function differencesOf(change: AnyChange<unknown>, id: string, names: Names): Difference[] {
	const own = change.events?.find(({ type, data }) => data[recordKeyOf(type)] === id);
	const changes = own?.data.changes ?? auditOf(change)?.changes;
	if (!isObject(changes)) return [];
	const all = Object.entries(snakeKeys(changes));
	const shown = all.slice(0, mostShown).map(([field, both]) => {
		const { old, new: next } = isObject(both) ? both : { old: null, new: null };
		const said = shownValue(next, names);
		return { field, next: said, text: `${field} from ${shownValue(old, names)} to ${said}` };
	});
	const more = all.length - shown.length;
	return more > 0 ? [...shown, { field: "", next: "", text: `${more} more fields` }] : shown;
}

const auditOf = ({ audit }: AnyChange<unknown>) => (Array.isArray(audit) ? audit[0] : audit);

function shownValue(value: unknown, names: Names): string {
	if (value === "" || value === undefined) return "nothing";
	if (value === null || typeof value === "boolean" || typeof value === "number") return plainValue(value);
	return typeof value === "string" ? (names.get(value) ?? quotedText(value)) : quotedText(JSON.stringify(value));
}

/** Whether the words say all of the value that is sent. */
export const saysValue = (words: string, sent: unknown): boolean => sent !== undefined && words === sentValue(sent);
