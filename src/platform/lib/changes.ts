import { camelKeys } from "./camel.ts";

export type Changes = Record<string, { old: unknown; new: unknown }>;

/** Every change sets these fields, so they are no change by themselves. */
const bookkeeping = new Set(["updated_at"]);

/** The fields that differ between two states of a record, in camelCase (contract: Events 9); null if none differs. */
export function changesBetween(before: Record<string, unknown>, after: Record<string, unknown>): Changes | null {
	let chars = 0;
	const names = Object.keys(after).filter((name) => {
		if (bookkeeping.has(name)) return false;
		const [old, now] = [canonical(before[name]), canonical(after[name])];
		if (old === now) return false;
		chars += old.length + now.length;
		return true;
	});
	if (names.length === 0) return null;
	const only = (record: Record<string, unknown>) =>
		camelKeys(Object.fromEntries(names.map((name) => [name, record[name]])));
	const [old, now] = [only(before), only(after)];
	const changes = Object.fromEntries(
		Object.keys(now).map((name) => [name, { old: old[name] ?? null, new: now[name] ?? null }]),
	);
	// A character takes at most three bytes.
	return chars * 3 > maxBytes ? withinBytes(changes) : changes;
}

/** A row of D1 has at most 2 MB, and an event has its whole record beside its changes. */
const maxBytes = 512 * 1024;

/** Leaves out the largest values until the rest fits (contract: Events 9). No record of a studio comes near. */
function withinBytes(changes: Changes): Changes {
	const encoder = new TextEncoder();
	const sizes = Object.entries(changes).map(([name, one]) => ({
		name,
		bytes: encoder.encode(JSON.stringify(one)).length,
	}));
	let total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
	const left = { ...changes };
	for (const { name, bytes } of sizes.sort((a, b) => b.bytes - a.bytes)) {
		if (total <= maxBytes) break;
		left[name] = { old: null, new: null };
		total -= bytes;
	}
	return left;
}

/** The value as JSON with sorted keys, because the order of keys does not count. */
const canonical = (value: unknown): string =>
	JSON.stringify(value ?? null, (_, inner: unknown) =>
		typeof inner === "object" && inner !== null && !Array.isArray(inner)
			? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
			: inner,
	);

export const patched = <T>(given: T | undefined, present: T): T => (given === undefined ? present : given);
