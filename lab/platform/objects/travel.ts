// Values and errors on their way between isolates, as Workers' RPC carries them.

/** A copy of what travels. Throws for values that do not. */
export function travelled<T>(value: T): T {
	if (isWhole(value)) return value;
	checkTravels(value, new Set());
	return structuredClone(value);
}

/** A value that nobody can change needs no copy. */
export const isWhole = (value: unknown): boolean =>
	value === null || ["string", "number", "boolean", "undefined"].includes(typeof value);

function checkTravels(value: unknown, seen: Set<unknown>): void {
	if (typeof value !== "object" || value === null || seen.has(value)) return;
	seen.add(value);
	if (Object.prototype.toString.call(value) === "[object Object]" && !isPlain(value))
		throw new DOMException(
			`Could not serialize object of type "${value.constructor?.name ?? "Object"}". This type does not support serialization.`,
			"DataCloneError",
		);
	for (const part of partsOf(value)) checkTravels(part, seen);
}

/** The prototype of a plain object has none itself, in any realm. */
function isPlain(value: object): boolean {
	const prototype = Object.getPrototypeOf(value);
	return prototype !== null && Object.getPrototypeOf(prototype) === null;
}

function partsOf(value: object): Iterable<unknown> {
	if (ArrayBuffer.isView(value)) return [];
	if (value instanceof Map) return [...value].flat();
	if (value instanceof Set) return value;
	return Object.values(value);
}

/** Errors travel, too. */
export async function fromElsewhere<T>(work: () => T | Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		throw travelledError(error);
	}
}

/** An error of a class that only the other isolate knows becomes an `Error` of the same name. */
function travelledError(error: unknown): Error {
	if (!(error instanceof Error)) return Object.assign(new Error(String(error)), { remote: true });
	const copy = error instanceof DOMException ? new DOMException(error.message, error.name) : structuredClone(error);
	for (const [name, value] of Object.entries(error)) define(copy, name, value);
	if (copy.name !== error.name) define(copy, "name", error.name);
	return Object.assign(copy, { remote: true });
}

/** A property that cannot travel is left out. */
function define(error: Error, name: string, value: unknown): void {
	try {
		Object.defineProperty(error, name, { value: structuredClone(value), configurable: true, writable: true });
	} catch {}
}
