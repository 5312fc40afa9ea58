import type { Service } from "./service/service.ts";

/** The parameters of a drill. */
export interface DrillContext {
	/** The service of the run, which all drills share. It starts at the first call. */
	service(): Promise<Service>;
	/** The seed of all random choices. */
	seed: number;
	/** How many requests the fuzzer sends. */
	requests: number;
	/** How long the soak lasts. */
	minutes: number;
	/** Makes the long drills shorter. */
	short: boolean;
}

export interface Drill {
	name: string;
	/** The promise that the drill checks, in a sentence. */
	promise: string;
	run(at: DrillContext, findings: Findings): Promise<void>;
}

/** The notes of a drill, and the breaks of its promise. */
export class Findings {
	readonly did: string[] = [];
	private readonly breaks = new Map<string, number>();

	/** Adds a figure or a count to the report. */
	note(text: string): void {
		this.did.push(text);
	}

	/** Records that the promise is broken, unless `holds`. */
	expect(holds: boolean, otherwise: string): void {
		if (!holds) this.breaks.set(otherwise, (this.breaks.get(otherwise) ?? 0) + 1);
	}

	/** The breaks of the promise, without repetitions. */
	get broken(): string[] {
		return [...this.breaks].map(([what, count]) => (count === 1 ? what : `${what} (${count} times)`));
	}
}

/** Counts the occurrences of each value. */
export function countsOf(values: Iterable<string | number>): string {
	const counts = new Map<string | number, number>();
	for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
	return [...counts].map(([value, count]) => `${count} × ${value}`).join(", ");
}

export const times = <T>(count: number, make: (n: number) => T): T[] =>
	Array.from({ length: count }, (_, n) => make(n));
