/** `first_name` → `firstName` */
export const camel = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Their keys are the tenant's own and stay as they are. */
const verbatim = new Set(["metadata", "submission_data"]);

/**
 * A record as an event's payload: camelCase, `object` and `id` folded into `<object>Id`.
 * Keys below the first level are ours as well (an address), except where they are the tenant's.
 */
export function payload(object: string, record: Record<string, unknown>): Record<string, unknown> {
	const { object: _, id, ...rest } = record;
	return { [`${camel(object)}Id`]: id, ...camelKeys(rest) };
}

export function camelKeys(record: Record<string, unknown>): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(record).map(([name, value]) => [camel(name), verbatim.has(name) ? value : camelValue(value)]),
	);
}

function camelValue(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(camelValue);
	return typeof value === "object" && value !== null ? camelKeys(value as Record<string, unknown>) : value;
}
