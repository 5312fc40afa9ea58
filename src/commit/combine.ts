import type { Change } from "./commit.ts";

/**
 * A change that brings others about, as one: theirs come first, in writes, events and audit. What a refusal
 * means is said by the change itself, which knows what the others may be refused for.
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
