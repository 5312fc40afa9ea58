import type { Fact, Facts } from "./facts.ts";

export interface Change {
	what: string;
	/** The word by which the changelog must mention it. */
	word: string;
	breaks: boolean;
}

/**
 * The changes between two documents that callers can notice. A thing that is added or removed as a whole counts once.
 */
export function changesBetween(before: Facts, after: Facts): Change[] {
	const removed = missingIn(after, before);
	const added = missingIn(before, after);
	return [
		...wholes(removed).map((fact) => change("removed", fact, fact.breaksWhen === "removed")),
		...wholes(added).map((fact) => change("added", fact, fact.breaksWhen === "added" && !loosens(fact, removed))),
	];
}

const change = (how: string, { about, word }: Fact, breaks: boolean): Change => ({
	what: `${how}: ${about}`,
	word,
	breaks,
});

const missingIn = (facts: Facts, others: Facts): Fact[] =>
	[...others.values()].filter(({ about }) => !facts.has(about));

/** A new field that is required breaks callers, so that is told beside the field itself. */
const subject = ({ about }: Fact): string => about.replace(/ is required$/, "");

function wholes(facts: Fact[]): Fact[] {
	const names = new Set(facts.map(({ about }) => about));
	return facts.filter((fact) => !prefixesOf(subject(fact)).some((prefix) => names.has(prefix)));
}

/** `GET /v1/x query a`, `GET /v1/x query` and `GET /v1/x` of `GET /v1/x query a: string`. */
const prefixesOf = (about: string): string[] =>
	[...about.matchAll(/[ .:[]/g)].map(({ index }) => about.slice(0, index));

const limit = /^(.*: )(max|min)(\w+) (\d+)$/;

function loosens({ about }: Fact, removed: Fact[]): boolean {
	const [, at, side, name, value] = limit.exec(about) ?? [];
	if (at === undefined) return false;
	const start = `${at}${side}${name} `;
	const earlier = removed.find((other) => other.about.startsWith(start))?.about.slice(start.length);
	if (earlier === undefined) return false;
	return side === "max" ? Number(value) > Number(earlier) : Number(value) < Number(earlier);
}

const breaking = "**Breaking**";
const plain = (text: string): string => text.replaceAll(/\{\w*\}/g, "{}");

/** A word is mentioned where it stands between backticks, alone or as a part of a longer code. */
const mentions = (line: string, word: string): boolean =>
	[...line.matchAll(/`([^`]+)`/g)].some(([, code = ""]) =>
		plain(code)
			.split(/[\s=?]+/)
			.includes(plain(word)),
	);

/** The changes that the new lines of the changelog do not mention, a line for each word. */
export function unmentioned(changes: Change[], newLines: string[]): string[] {
	const breakingLines = newLines.filter((line) => line.includes(breaking));
	const missing = changes.filter(
		({ word, breaks }) => !(breaks ? breakingLines : newLines).some((line) => mentions(line, word)),
	);
	return [
		...Map.groupBy(
			missing,
			({ word, breaks }) => `${breaks ? `a line with ${breaking}` : "a line"} must name \`${word}\``,
		),
	].map(
		([wanted, [first, ...others]]) =>
			`${first?.what}${others.length > 0 ? ` and ${others.length} more` : ""}: ${wanted}.`,
	);
}
