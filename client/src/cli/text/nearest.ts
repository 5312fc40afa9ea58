/** Undefined if no word is close. */
export function nearest(typed: string, words: string[]): string | undefined {
	const [best] = words
		.map((word) => ({ word, distance: word.startsWith(typed) ? 1 : distance(typed, word) }))
		.sort((a, b) => a.distance - b.distance);
	return best && best.distance <= Math.ceil(typed.length / 3) ? best.word : undefined;
}

/** The Levenshtein distance. */
function distance(a: string, b: string): number {
	let row = Array.from({ length: b.length + 1 }, (_, n) => n);
	for (const [i, letter] of [...a].entries()) {
		const next = [i + 1];
		for (const [j, other] of [...b].entries())
			next.push(Math.min((row[j] ?? 0) + (letter === other ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
		row = next;
	}
	return row[b.length] ?? 0;
}
