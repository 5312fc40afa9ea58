export const camel = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** The tenant chose the keys inside these, so they stay as they are (contract: Events 6). */
const verbatim = new Set(["metadata", "submission_data"]);

/**
 * A record as the data of an event: its keys are in camelCase, also below the first level, and `<object>Id` replaces
 * `object` and `id` (contract: Events 6).
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

export function snakeKeys(record: Record<string, unknown>): Record<string, unknown> {
	const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
	return Object.fromEntries(
		Object.entries(record).map(([name, value]) => [snake(name), verbatim.has(snake(name)) ? value : snakeValue(value)]),
	);
}

function snakeValue(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(snakeValue);
	return typeof value === "object" && value !== null ? snakeKeys(value as Record<string, unknown>) : value;
}

function camelValue(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(camelValue);
	return typeof value === "object" && value !== null ? camelKeys(value as Record<string, unknown>) : value;
}
