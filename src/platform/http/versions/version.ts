import type * as z from "zod";

/** By the record object itself, so a copy of a record, which may show another state, has no tag. */
const tags = new WeakMap<object, string>();

/**
 * Notes the version of a record that is shown (contract: Versions 1). `state` stands for the fields that change without
 * a new version (contract: Versions 3).
 */
export function withVersion<T extends object>(version: number, record: T, state = ""): T {
	tags.set(record, state === "" ? `"${version}"` : `"${version}.${state}"`);
	return record;
}

export function withTagOf<T extends object>(record: object, shown: T): T {
	tags.set(shown, tagOf(record));
	return shown;
}

export function tagOf(record: object): string {
	const tag = tags.get(record);
	if (tag === undefined) throw new Error("The record is shown without its version.");
	return tag;
}

/** The version that an opaque tag names; undefined when the tag is not from this service. */
export const versionOfTag = (opaque: string): number | undefined => {
	const [, version] = /^"(\d{1,15})(?:\.[\w-]*)?"$/.exec(opaque) ?? [];
	return version === undefined ? undefined : Number(version);
};

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type RecordFinder = (answer: any) => object;

/**
 * Finds the record in the answers of a schema; null when no record in them can change. Such records have `updated_at`
 * (contract: Wire 22), and are the answer or one of its fields.
 */
export function recordFinderOf({ shape }: z.ZodObject): RecordFinder | null {
	if ("updated_at" in shape) return (answer) => answer;
	const name = Object.keys(shape).find((name) => "updated_at" in ((shape[name] as Partial<z.ZodObject>).shape ?? {}));
	return name === undefined ? null : (answer) => answer[name];
}
