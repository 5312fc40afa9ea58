/** The logic of check-citations.ts. It reads no files, so a test can call it. */

interface Clause {
	heading: string;
	section: string;
	number: number;
}

/** A text, with the name that reports of its faults use. */
export interface Source {
	path: string;
	text: string;
}

/** The clauses in the order of the contract, each with the heading that it is under. */
export function clausesOf(document: string): Clause[] {
	let heading = "";
	return document.split("\n").flatMap((line) => {
		heading = /^## (.+)$/.exec(line)?.[1] ?? heading;
		const [, section, number] = /^- \*\*(\D+) (\d+)\.\*\* /.exec(line) ?? [];
		return section ? [{ heading, section, number: Number(number) }] : [];
	});
}

/** The ids that a line cites. A list of ids ends at the first full stop, colon, semicolon or closing bracket. */
export const citedIn = (line: string): string[] =>
	[...line.matchAll(/[Cc]ontract: ([^)*]*)/g)].flatMap(([, cited = ""]) =>
		(cited.split(/[.:;]/, 1)[0] ?? "").split(",").map((id) => id.trim()),
	);

/** Each clause must be under the heading of its section, and the numbers of a section must run from 1. */
export function numberingFaults(document: string): string[] {
	const last = new Map<string, number>();
	return clausesOf(document).flatMap(({ heading, section, number }) => {
		const expected = (last.get(section) ?? 0) + 1;
		last.set(section, number);
		return [
			...(section === heading ? [] : [`The clause ${section} ${number} is under the heading ${heading}.`]),
			...(number === expected ? [] : [`The clause ${section} ${number} must have the number ${expected}.`]),
		];
	});
}

/** Each clause that a source cites must exist. */
export function citationFaults(document: string, sources: Source[]): string[] {
	const ids = new Set(clausesOf(document).map(({ section, number }) => `${section} ${number}`));
	return sources.flatMap(({ path, text }) =>
		text.split("\n").flatMap((line, at) =>
			citedIn(line)
				.filter((id) => !ids.has(id))
				.map((id) => `${path}:${at + 1} cites the clause "${id}", which does not exist.`),
		),
	);
}
