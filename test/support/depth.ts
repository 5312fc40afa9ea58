import { describe, expect, inject, it } from "vitest";
import { pairsOf, partOf } from "./rotation.ts";

declare module "vitest" {
	interface ProvidedContext {
		depth: "fast" | "quick" | "full";
		seed: number;
		/** The files that this run tries as deeply as a full run does. */
		deep: string[];
	}
}

const isFullRun = inject("depth") === "full";

/**
 * Whether the present file does everything: in a full run, and in each run whose turn it is (test/support/selection.ts).
 * Only files that import this one do more then.
 */
export const isFull = (): boolean =>
	isFullRun || inject("deep").some((file) => expect.getState().testPath?.endsWith(`/${file}`));

/**
 * The pairs of cases and subjects to try. A full run tries each case with each subject. Another run tries so many pairs
 * that each case and each subject occurs, and the next run tries others.
 */
export const rotated = <C, S>(cases: readonly C[], subjects: readonly S[]): [C, S][] =>
	isFullRun
		? cases.flatMap((one) => subjects.map((subject): [C, S] => [one, subject]))
		: pairsOf(cases, subjects, inject("seed"));

/** Things that take seconds: all of them if the file does everything, otherwise the quarter whose turn it is. */
export const byTurns = <T>(things: readonly T[]): readonly T[] =>
	isFull() ? things : partOf(things, inject("seed"), 4);

/** All of these things; in `npm run test:fast` the fifth whose turn it is. */
export const fewerInFast = <T>(things: readonly T[]): readonly T[] =>
	inject("depth") === "fast" ? partOf(things, inject("seed"), 5) : things;

/** The number of things to try: `most` if the file does everything, otherwise `few`. */
export const amount = (few: number, most: number): number => (isFull() ? most : few);

/**
 * The number of runs of fast-check: the given number if the file does everything, otherwise a tenth of it or what is
 * given. `npm run test:fast` has a fifth of these.
 */
export const runs = (inFull: number, otherwise = Math.ceil(inFull / 10)): { numRuns: number } => ({
	numRuns: inject("depth") === "fast" ? Math.ceil(otherwise / 5) : amount(otherwise, inFull),
});

const leftOut = Object.assign(() => {}, { each: () => () => {} });

/** Files share this module, so it asks for each of them whether it does everything. */
const onlyInFull = <T extends object>(made: T): T =>
	new Proxy(made, {
		apply: (target, self, args) => Reflect.apply((isFull() ? target : leftOut) as () => void, self, args),
		get: (target, name) => Reflect.get(isFull() ? target : leftOut, name),
	});

/** Tests of a file that does everything. They take seconds each, and what they guard seldom changes. */
export const itInFull = onlyInFull(it);
/** A group of tests of a file that does everything. */
export const describeInFull = onlyInFull(describe);
