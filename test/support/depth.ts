import { describe, inject, it } from "vitest";

declare module "vitest" {
	interface ProvidedContext {
		depth: "quick" | "full";
		seed: number;
	}
}

/**
 * Whether this is a full run (TEST_DEPTH=full), with the whole cross products and the long random runs. Only files that
 * import this one do more in a full run than in `npm test`. `npm run test:rest` runs those files alone.
 */
export const full = inject("depth") === "full";

/**
 * The pairs of cases and subjects to try. A full run tries each case with each subject. Another run tries just so many
 * pairs that each case and each subject occurs.
 */
export function rotated<C, S>(cases: readonly C[], subjects: readonly S[]): [C, S][] {
	if (full) return cases.flatMap((one) => subjects.map((subject): [C, S] => [one, subject]));
	const pairs = cases.length && subjects.length && Math.max(cases.length, subjects.length);
	return Array.from({ length: pairs }, (_, n) => [cases[n % cases.length] as C, subjects[n % subjects.length] as S]);
}

/** The number of things to try: `most` in a full run, otherwise `few`. */
export const amount = (few: number, most: number): number => (full ? most : few);

/** The number of runs of fast-check: the given number in a full run, otherwise a tenth of it or what is given. */
export const runs = (inFull: number, otherwise = Math.ceil(inFull / 10)): { numRuns: number } => ({
	numRuns: full ? inFull : otherwise,
});

const leftOut = Object.assign(() => {}, { each: () => () => {} });

/** Tests of the full run alone. They take seconds each, and what they guard seldom changes. */
export const itInFull = (full ? it : leftOut) as typeof it;
/** A group of tests for the full run only. */
export const describeInFull = (full ? describe : leftOut) as typeof describe;
