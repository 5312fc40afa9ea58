import type { oas31 } from "zod-openapi";
import { access } from "./access.ts";
import { booking } from "./booking.ts";
import { common } from "./common.ts";
import { events } from "./events.ts";
import { people } from "./people.ts";
import type { SchemaWords, Words } from "./types.ts";

const words: SchemaWords = { ...people, ...booking, ...events, ...access };

type Schema = oas31.SchemaObject;

/** `EventDataLead`, `NewLead` and `LeadPatch` describe the fields of a lead. */
const recordOf = (schema: string): string => schema.replace(/^(Event(Data)?(?=[A-Z])|New(?=[A-Z]))|(Patch|Out)$/g, "");

/** Payloads of events have the fields of the record in camelCase. */
const snake = (path: string): string => path.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const wordsOfRecord = (schema: string): { record: string; own: Words } => {
	const record = schema in words ? schema : recordOf(schema);
	return { record, own: words[record] ?? {} };
};

/**
 * Gives the fields of every schema their words. The Worker has no use for them, so they stand here and not at the
 * declarations, which each isolate evaluates when it starts.
 */
export function describeFields(schemas: Record<string, Schema>): void {
	for (const [name, schema] of Object.entries(schemas)) {
		const { own } = wordsOfRecord(name);
		describe(schema, (path) => own[path] ?? own[snake(path)], "");
	}
}

/** The words of `reference`, which say no more than the kind of the record. */
const isReference = (text: string) => /^The id of [^.]+\.$/.test(text);

/** The declaration describes a field in its schema alone, so it comes first. Words that end with `…` come before it. */
function meaningOf(declared: string | undefined, meaning: string | undefined): string | undefined {
	const [shared, goesOn] = meaning?.split(" …") ?? [];
	if (declared === undefined || (shared && isReference(declared))) return shared;
	return goesOn === undefined ? declared : `${shared} ${declared}`;
}

/** The field has its words in another part of the same `allOf`, such as the status of an error. */
const isNarrowed = (field: Schema): boolean => Object.keys(field).join() === "const";

function describe(schema: Schema, wordsOf: (path: string) => string | undefined, at: string): void {
	for (const part of [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])])
		describe(part as Schema, wordsOf, at);
	for (const inner of [schema.items, schema.additionalProperties])
		if (typeof inner === "object") describe(inner as Schema, wordsOf, at);
	for (const [name, given] of Object.entries(schema.properties ?? {})) {
		const field = given as Schema & { omitted?: string };
		if (isNarrowed(field)) continue;
		const meaning = meaningOf(field.description, wordsOf(at + name) ?? common[snake(name)]);
		const description = [meaning, field.omitted].filter(Boolean).join(" ");
		delete field.omitted;
		if (description) field.description = description;
		describe(field, wordsOf, `${at}${name}.`);
	}
}

/** The words that no field has, such as those of a field that has another name now. */
export function unusedWords(schemas: Record<string, Schema>): string[] {
	const used = new Set<string>();
	for (const [name, schema] of Object.entries(schemas)) {
		const { record } = wordsOfRecord(name);
		describe(
			structuredClone(schema),
			(path) => {
				used.add(`${record}.${snake(path)}`);
				return undefined;
			},
			"",
		);
	}
	return Object.entries(words).flatMap(([record, own]) =>
		Object.keys(own).flatMap((path) => (used.has(`${record}.${path}`) ? [] : [`${record}.${path}`])),
	);
}
