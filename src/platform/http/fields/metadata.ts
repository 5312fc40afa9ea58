import * as z from "zod";
import { fieldProblem } from "../../problems/problem.ts";
import { entries } from "./entries.ts";
import { name, text } from "./fields.ts";

const limits = { entries: 50, key: 40, value: 500, named: 1000 };
const tooMany = `must not have more than ${limits.entries} entries`;
const description = `Up to ${limits.entries} strings of your own, keys up to ${limits.key} and values up to ${limits.value} characters.`;

export const metadata = entries(name(limits.key), text(limits.value), { most: limits.entries, tooMany }).meta({
	id: "Metadata",
	description,
});

export const metadataOut = z.record(z.string(), z.string());

/** The metadata in a PATCH (RFC 7396). */
export const metadataPatch = entries(name(limits.key), text(limits.value).nullable(), {
	most: limits.named,
	tooMany: `must not name more than ${limits.named} entries`,
})
	.refine((given) => Object.values(given).filter((value) => value !== null).length <= limits.entries, tooMany)
	.nullable()
	.meta({
		id: "MetadataPatch",
		description: `${description} Merged key by key: null removes a key, the others stay, and null in place of the object removes all.`,
	})
	.optional();

/** The metadata of a record after a PATCH. Throws when it has more entries than a new record may have. */
export function mergedMetadata(
	present: Record<string, string>,
	patch: z.output<typeof metadataPatch>,
): Record<string, string> {
	if (patch === undefined) return present;
	if (patch === null) return {};
	const merged = Object.entries({ ...present, ...patch }).filter(
		(entry): entry is [string, string] => entry[1] !== null,
	);
	if (merged.length > limits.entries) throw fieldProblem("metadata", tooMany);
	return Object.fromEntries(merged);
}
