import { camelKeys } from "./camel.ts";

export type Changes = Record<string, { old: unknown; new: unknown }>;

/** Every change sets these fields, so they are no change by themselves. */
const bookkeeping = new Set(["updated_at"]);

/** The fields that differ between two states of a record, in camelCase (contract: Events 9); null if none differs. */
export function changesBetween(before: Record<string, unknown>, after: Record<string, unknown>): Changes | null {
	const names = Object.keys(after).filter(
		(name) => !bookkeeping.has(name) && canonical(before[name]) !== canonical(after[name]),
	);
	if (names.length === 0) return null;
	const only = (record: Record<string, unknown>) =>
		camelKeys(Object.fromEntries(names.map((name) => [name, record[name]])));
	const [old, now] = [only(before), only(after)];
	return Object.fromEntries(Object.keys(now).map((name) => [name, { old: old[name] ?? null, new: now[name] ?? null }]));
}

/** The value as JSON with sorted keys, because the order of keys does not count. */
const canonical = (value: unknown): string =>
	JSON.stringify(value ?? null, (_, inner: unknown) =>
		typeof inner === "object" && inner !== null && !Array.isArray(inner)
			? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
			: inner,
	);

/** The value that a PATCH gives, which may be null, otherwise the present value. */
export const patched = <T>(given: T | undefined, present: T): T => (given === undefined ? present : given);
