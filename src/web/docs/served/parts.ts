/** A part of the document, read and changed by its keys. */
export type Part = { [name: string]: unknown };

export const isPart = (value: unknown): value is Part =>
	typeof value === "object" && value !== null && !Array.isArray(value);

export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export const nameIn = (ref: unknown): string => String(ref).split("/").at(-1) ?? "";

/** Examples are data of a studio, in which a field may have any name. */
const isData = (name: string): boolean => /^(examples?|default|enum|x-codeSamples)$/.test(name);

/** Each set of properties in a part, the inner ones first. */
export function* propertiesWithin(part: unknown): Generator<Record<string, Part>> {
	if (typeof part !== "object" || part === null) return;
	for (const [name, value] of Object.entries(part)) {
		if (isData(name)) continue;
		if (name === "properties" && isPart(value)) {
			for (const field of Object.values(value)) yield* propertiesWithin(field);
			yield value as Record<string, Part>;
		} else yield* propertiesWithin(value);
	}
}
