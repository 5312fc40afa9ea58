import { z } from "zod";
import { fieldProblem } from "../../problems/problem.ts";
import { name, text } from "./fields.ts";

const most = { entries: 50, key: 40, value: 500 };
const tooMany = `must not have more than ${most.entries} entries`;
const described = `Up to ${most.entries} strings of your own, keys up to ${most.key} and values up to ${most.value} characters.`;

export const metadata = z
	.record(name(most.key), text(most.value))
	.refine((entries) => Object.keys(entries).length <= most.entries, tooMany)
	.meta({ id: "Metadata", description: described });

export const metadataOut = z.record(z.string(), z.string());

/** The metadata in a PATCH (RFC 7396). */
export const metadataPatch = z
	.record(name(most.key), text(most.value).nullable())
	.refine((entries) => Object.values(entries).filter((value) => value !== null).length <= most.entries, tooMany)
	.nullable()
	.meta({
		id: "MetadataPatch",
		description: `${described} Merged key by key: null removes a key, the others stay, and null in place of the object removes all.`,
	})
	.optional();

/** The metadata of a record after a PATCH. Throws when it then has more entries than a new record may have. */
export function mergedMetadata(
	present: Record<string, string>,
	patch: z.output<typeof metadataPatch>,
): Record<string, string> {
	if (patch === undefined) return present;
	if (patch === null) return {};
	const merged = Object.entries({ ...present, ...patch }).filter(
		(entry): entry is [string, string] => entry[1] !== null,
	);
	if (merged.length > most.entries) throw fieldProblem("metadata", tooMany);
	return Object.fromEntries(merged);
}
