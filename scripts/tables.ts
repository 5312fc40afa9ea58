/** The tables of documents that must be complete, for check-citations.ts. It reads no files, so that a test can call it. */

/** The names in backticks in the first column of the first table after a sentence. */
export function firstColumn(document: string, sentence: string): string[] {
	const lines = document.split("\n");
	const at = lines.findIndex((line) => line.includes(sentence));
	if (at < 0) throw new Error(`No document says "${sentence}".`);
	const begin = lines.findIndex((line, i) => i > at && line.startsWith("|"));
	const rows = lines.slice(begin + 2);
	const end = rows.findIndex((line) => !line.startsWith("|"));
	return rows
		.slice(0, end < 0 ? rows.length : end)
		.flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name));
}

/** The steps that a file of the schedule gives to `runSteps`. */
export const stepsIn = (source: string): string[] =>
	[...source.matchAll(/^\t{2,3}(\w+): (?:async )?\(\) =>/gm)].map(([, name = ""]) => name);

/** The two lists must be the same, in any order. */
export function differences(what: string, inDocument: readonly string[], inCode: readonly string[]): string[] {
	return [
		...inCode.filter((name) => !inDocument.includes(name)).map((name) => `${what} lacks ${name}.`),
		...inDocument.filter((name) => !inCode.includes(name)).map((name) => `${what} has ${name}, which does not exist.`),
	];
}
