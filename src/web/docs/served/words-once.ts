import { nameIn, type Part, propertiesWithin } from "./parts.ts";

type Schemas = Record<string, Part>;
type Fields = Record<string, Part>;

/** A later part of an `allOf` leaves out what an earlier one says of the same field. */
export function sayOnceInAllOf(document: unknown, schemas: Schemas): void {
	for (const allOf of allOfsWithin(document)) {
		const said = new Map<string, Part>();
		for (const part of allOf) {
			const isOwn = !part.$ref;
			const { properties } = isOwn ? part : (schemas[nameIn(part.$ref)] ?? {});
			if (isOwn && said.size > 0 && properties) delete part.type;
			for (const [name, field] of Object.entries((properties ?? {}) as Fields)) {
				const earlier = said.get(name);
				if (!earlier) said.set(name, { ...field });
				else if (isOwn && earlier.description === field.description) delete field.description;
				if (earlier && isOwn && "const" in field && earlier.type === field.type) delete field.type;
			}
		}
	}
}

function* allOfsWithin(part: unknown): Generator<Part[]> {
	if (typeof part !== "object" || part === null) return;
	for (const [name, value] of Object.entries(part)) {
		if (name === "allOf" && Array.isArray(value)) yield value;
		yield* allOfsWithin(value);
	}
}

const isRecord = (schema: string): boolean => !/^(EventData|New|Problem|Automation|Deleted)|(Patch|Out)$/.test(schema);
const payload = /^EventData/;

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The words that stand for those of a field of a record. */
const reference = (record: string, field: string): string => `See \`${record}.${field}\`.`;
export const isReference = /^See `(\w+)\.(\w+)`\.$/;

/** Payloads of events and bodies of changes refer to the record for what a field means, where it means the same. */
export function referToRecords(schemas: Schemas): void {
	const places = new Map<string, string>();
	const key = (name: string, words: unknown) => `${snake(name)}: ${words}`;
	for (const [record, schema] of Object.entries(schemas)) {
		if (!isRecord(record)) continue;
		for (const [name, { description }] of Object.entries((schema.properties ?? {}) as Fields))
			if (description && !places.has(key(name, description)))
				places.set(key(name, description), reference(record, name));
	}
	for (const [name, schema] of Object.entries(schemas)) {
		if (!payload.test(name)) continue;
		for (const properties of propertiesWithin(schema))
			for (const [field, one] of Object.entries(properties)) {
				const place = places.get(key(field, one.description));
				if (place && place.length < String(one.description).length) one.description = place;
			}
	}
}
