/** After this many runs in a row each case of a full run was tried once. */
export const turns = 20;

/** The things whose turn it is, if they are dealt out among `parts` runs. */
export const partOf = <T>(things: readonly T[], seed: number, parts = turns): T[] =>
	things.filter((_, n) => n % parts === seed % parts);

/**
 * The pairs of cases and subjects whose turn it is. Each case and each subject occurs in every turn, and each pair in
 * one turn at least.
 */
export function pairsOf<C, S>(cases: readonly C[], subjects: readonly S[], seed: number): [C, S][] {
	const [many, few] = [Math.max(cases.length, subjects.length), Math.min(cases.length, subjects.length)];
	if (few === 0) return [];
	// A diagonal pairs each of the longer list with one of the shorter one. There are as many as the shorter one is long.
	const diagonals = Array.from({ length: few }, (_, diagonal) => diagonal);
	const due = few > turns ? partOf(diagonals, seed) : [(seed % turns) % few];
	return due.flatMap((diagonal) =>
		Array.from({ length: many }, (_, n): [C, S] => {
			const [ofCase, ofSubject] = cases.length >= subjects.length ? [n, n + diagonal] : [n + diagonal, n];
			return [cases[ofCase % cases.length] as C, subjects[ofSubject % subjects.length] as S];
		}),
	);
}
