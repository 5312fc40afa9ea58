import type { Change } from "./change.ts";

/**
 * A change that brings others about, as one change. The writes, events and audit entries of the others come first.
 * The change itself says what a refusal means: it knows what the others may be refused for.
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
