import { inject } from "vitest";

declare module "vitest" {
	interface ProvidedContext {
		depth: "quick" | "full";
		seed: number;
	}
}

/**
 * Whether this run is the full one, of the whole cross products and the long random runs: TEST_DEPTH=full. Its rest,
 * beyond `npm test`, is that of the files that import this one: `npm run test:rest` runs those alone.
 */
export const full = inject("depth") === "full";

/**
 * Which cases are tried with which subjects: in the full run each with each; otherwise as few pairs as let every case
 * and every subject be met.
 */
export function rotated<C, S>(cases: readonly C[], subjects: readonly S[]): [C, S][] {
	if (full) return cases.flatMap((one) => subjects.map((subject): [C, S] => [one, subject]));
	const pairs = cases.length && subjects.length && Math.max(cases.length, subjects.length);
	return Array.from({ length: pairs }, (_, n) => [cases[n % cases.length] as C, subjects[n % subjects.length] as S]);
}

/** How long fast-check searches: in the full run so often, otherwise a tenth of that. */
export const runs = (inFull: number): { numRuns: number } => ({ numRuns: full ? inFull : Math.ceil(inFull / 10) });
