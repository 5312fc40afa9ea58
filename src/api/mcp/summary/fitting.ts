import type { Difference } from "./differences.ts";

/** A person reads it all, and a model repeats it. */
const mostCharacters = 5000;
const mostNamed = 20;

/**
 * The differences as one sentence. If they are too long for it, the shortest ones stand in it, so that the most do, and
 * the others are counted.
 */
export function fitting(differences: readonly Difference[]): { words: string; isWhole: boolean } {
	const inOrder = [...differences.keys()].sort((a, b) => lengthOf(differences[a]) - lengthOf(differences[b]));
	const told = new Set<number>();
	let left = mostCharacters;
	for (const n of inOrder) {
		left -= lengthOf(differences[n]);
		if (left < 0) break;
		told.add(n);
	}
	const shown = differences.filter((_, n) => told.has(n)).map(({ words }) => words);
	const others = differences.filter((_, n) => !told.has(n));
	if (others.length === 0) return { words: shown.join(", "), isWhole: true };
	const fields = [...new Set(others.map(({ field }) => field))];
	const names = [...fields.slice(0, mostNamed), ...(fields.length > mostNamed ? ["others"] : [])].join(", ");
	const count = `${others.length} more change${others.length === 1 ? "" : "s"} (in ${names}), which stand whole in the answer`;
	return { words: [...shown, `and ${count}`].join(", "), isWhole: false };
}

const lengthOf = (difference: Difference | undefined): number => difference?.words.length ?? 0;
