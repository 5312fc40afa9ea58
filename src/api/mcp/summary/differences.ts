import { isObject, type Json } from "../protocol/messages.ts";
import { fieldWords } from "./field-words.ts";
import { lookAlike, tellApart } from "./look-alikes.ts";
import { textDifference } from "./text-difference.ts";
import { byWeekday, currencyOf, isOfMoney, itemWords, valueWords, type Wording } from "./value-words.ts";

/** A value of a record that is another one afterwards. */
export interface Difference {
	/** The field at the top of the record. */
	field: string;
	words: string;
}

/** Every change sets these, and a rotation the last one, which a sentence tells. */
const bookkeeping = new Set(["object", "id", "created_at", "updated_at", "previous_secret_expires_at"]);

/** All values that differ between two states of a record. */
export function differencesBetween(wording: Wording, before: Json, after: Json): Difference[] {
	const kind = after.object ?? before.object;
	return Object.keys({ ...before, ...after })
		.filter((field) => !bookkeeping.has(field))
		.flatMap((field) =>
			differencesIn({ before, after, field, path: [field] }, wording).map(({ path, words }) => ({
				field,
				words: `${fieldWords(kind, path)} ${words}`,
			})),
		);
}

/** All values that a request sends, except those of some fields. */
export function sentValues(wording: Wording, kind: unknown, body: Json, except: readonly string[]): Difference[] {
	const leaves = (at: Json, path: string[]): Difference[] =>
		Object.entries(at).flatMap(([name, value]) => {
			const here = [...path, name];
			const parts = here.length < deepest && !isEmpty(value) ? partsOf(value) : undefined;
			if (parts && Object.keys(parts).length > 0) return leaves(parts, here);
			const said = valueWords(wording, name, value, at);
			return [{ field: here[0] ?? "", words: `${fieldWords(kind, here)} ${said}` }];
		});
	const told = Object.entries(body).filter(([field]) => !except.includes(field));
	return leaves(Object.fromEntries(told), []);
}

interface Place {
	/** The objects that have the field before and afterwards. */
	before: Json;
	after: Json;
	field: string;
	path: string[];
}

interface Found {
	path: string[];
	words: string;
}

function differencesIn({ before, after, field, path }: Place, wording: Wording): Found[] {
	const [old, next] = [ownValue(before, field), ownValue(after, field)];
	const isDeep = path.length >= deepest;
	const [oldParts, nextParts] = isDeep ? [] : [partsOf(old), partsOf(next)];
	if (
		(oldParts || nextParts) &&
		(oldParts || old === null || isEmpty(old)) &&
		(nextParts || next === null || isEmpty(next))
	) {
		const [inBefore, inAfter] = [oldParts ?? {}, nextParts ?? {}];
		const inside = Object.keys({ ...inBefore, ...inAfter }).flatMap((name) =>
			differencesIn({ before: inBefore, after: inAfter, field: name, path: [...path, name] }, wording),
		);
		const order = orderWords(old, next);
		return order === undefined ? inside : [...inside, { path, words: order }];
	}
	// The moment of the change says nothing, and the real change has another one.
	if (next === wording.now && field.endsWith("_at")) return [];
	const isRevalued = isOfMoney(field) && old !== null && currencyOf(field, before) !== currencyOf(field, after);
	if (!isRevalued && isSame(old, next)) return [];
	return [{ path, words: wordsOf({ before, after, field, path }, wording) }];
}

/** No record is deeper. */
const deepest = 8;

/** Callers choose the names in metadata, such as those of what every object has. */
const ownValue = (object: Json, name: string): unknown => (Object.hasOwn(object, name) ? (object[name] ?? null) : null);

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** A list of parts with keys, by these: the fields of a form, or the working hours of a week. */
function partsOf(value: unknown): Json | undefined {
	if (isObject(value)) return value;
	return byWeekday(value) ?? byKey(value);
}

function byKey(list: unknown): Json | undefined {
	const keys = keysOf(list);
	return keys && Object.fromEntries(keys.map((key, n) => [key, (list as Json[])[n]]));
}

/** The keys of a list of parts; undefined if it is none. */
function keysOf(list: unknown): string[] | undefined {
	if (!Array.isArray(list) || list.length === 0) return undefined;
	const keys = list.map((one) => (isObject(one) ? one.key : undefined));
	return keys.every((key) => typeof key === "string") && new Set(keys).size === keys.length
		? (keys as string[])
		: undefined;
}

/** The new order, if the parts that stay have another one. */
function orderWords(old: unknown, next: unknown): string | undefined {
	const [before, after] = [keysOf(old), keysOf(next)];
	if (!before || !after) return undefined;
	const [staysBefore, staysAfter] = [
		before.filter((key) => after.includes(key)),
		after.filter((key) => before.includes(key)),
	];
	if (staysBefore.every((key, n) => key === staysAfter[n])) return undefined;
	return `in the order ${after.join(", ")}`;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Both texts are told in full up to this length. Of longer ones only the places that differ. */
const longestPair = 160;

function wordsOf({ before, after, field }: Place, wording: Wording): string {
	const [old, next] = [ownValue(before, field), ownValue(after, field)];
	if (Array.isArray(old) && Array.isArray(next) && old.length > 0 && next.length > 0)
		return listDifference(wording, field, old, next);
	if (typeof old === "string" && typeof next === "string") {
		const apart = tellApart(old, next);
		if (Math.max(old.length, next.length) > longestPair) return `${textDifference(old, next)}${apart}`;
		return `from ${valueWords(wording, field, old, before)} to ${valueWords(wording, field, next, after)}${apart}`;
	}
	return `from ${valueWords(wording, field, old, before)} to ${valueWords(wording, field, next, after)}`;
}

/** The items that come and go. If only their order differs, the new order. */
function listDifference(wording: Wording, field: string, old: unknown[], next: unknown[]): string {
	const [added, removed] = [missingIn(old, next), missingIn(next, old)];
	const words = (items: unknown[]) => items.map((item) => itemWords(wording, field, item)).join(", ");
	if (added.length === 0 && removed.length === 0) return `in another order: ${words(next)}`;
	const said = [
		...(added.length > 0 ? [`adds ${words(added)}`] : []),
		...(removed.length > 0 ? [`loses ${words(removed)}`] : []),
	].join(" and ");
	const texts = removed.filter((one) => typeof one === "string").slice(0, mostComparedItems);
	const twins = added.slice(0, mostComparedItems).flatMap((one) => {
		const twin = typeof one === "string" ? texts.find((text) => lookAlike(text, one)) : undefined;
		return twin === undefined ? [] : [tellApart(twin, String(one))];
	});
	return `${said}${twins.join("")}`;
}

const mostComparedItems = 30;

/** The items of a list beyond those that the other list has as often. */
function missingIn(others: unknown[], list: unknown[]): unknown[] {
	const counts = new Map<string, number>();
	for (const item of others) counts.set(JSON.stringify(item), (counts.get(JSON.stringify(item)) ?? 0) + 1);
	return list.filter((item) => {
		const left = counts.get(JSON.stringify(item)) ?? 0;
		counts.set(JSON.stringify(item), left - 1);
		return left <= 0;
	});
}
