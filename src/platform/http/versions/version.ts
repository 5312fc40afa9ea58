import type { z } from "zod";

/** A copy of a record has no tag, so that none carries the tag of another state. */
const tags = new WeakMap<object, string>();

/**
 * Notes of which version a record is shown (contract: Versions 1). `state` tells apart what one version shows at different
 * times, where something in it changes without a new version.
 */
export function withVersion<T extends object>(version: number, record: T, state = ""): T {
	tags.set(record, state === "" ? `"${version}"` : `"${version}.${state}"`);
	return record;
}

/** The value of the `ETag` header. */
export function tagOf(record: object): string {
	const tag = tags.get(record);
	if (tag === undefined) throw new Error("The record is shown without its version.");
	return tag;
}

/** The version that an opaque tag names; undefined when it is none of this service. */
export const versionOfTag = (opaque: string): number | undefined => {
	const [, version] = /^"(\d{1,15})(?:\.[\w-]*)?"$/.exec(opaque) ?? [];
	return version === undefined ? undefined : Number(version);
};

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type RecordFinder = (answer: any) => object;

/**
 * Finds the record in the answers of a schema; null where there is none that can change. Such records have `updated_at`
 * (contract: Wire 22), and are the answer or one of its fields.
 */
export function recordFinderOf({ shape }: z.ZodObject): RecordFinder | null {
	if ("updated_at" in shape) return (answer) => answer;
	const name = Object.keys(shape).find((name) => "updated_at" in ((shape[name] as Partial<z.ZodObject>).shape ?? {}));
	return name === undefined ? null : (answer) => answer[name];
}
