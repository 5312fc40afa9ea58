import type { Change } from "./change.ts";

/**
 * Joins a change and the others that it causes into one. The writes, events and audit entries of the others come first.
 * The `onRefused` of the change itself must also interpret refusals of the others.
 */
export function combine<T>(others: readonly Change[], change: Change<T>): Change<T> {
	const all = [...others, change];
	return {
		...change,
		writes: all.flatMap(({ writes }) => writes),
		events: all.flatMap(({ events }) => events ?? []),
		audit: all.flatMap(({ audit }) => audit ?? []),
	};
}
