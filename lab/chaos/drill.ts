import type { Service } from "./service/service.ts";

/** What a drill is given. */
export interface DrillContext {
	/** The service of the run, which all drills share. It starts when the first of them asks. */
	service(): Promise<Service>;
	/** Chooses what is random. */
	seed: number;
	/** How many requests the fuzzer sends. */
	requests: number;
	/** How long the soak lasts. */
	minutes: number;
	/** Less of everything that is long. */
	short: boolean;
}

export interface Drill {
	name: string;
	/** What must hold, in a sentence. */
	promise: string;
	run(at: DrillContext, findings: Findings): Promise<void>;
}

/** What a drill did, and where the promise broke. */
export class Findings {
	readonly did: string[] = [];
	private readonly breaks = new Map<string, number>();

	/** A figure or a count. */
	note(text: string): void {
		this.did.push(text);
	}

	/** The promise is broken where this does not hold. */
	expect(holds: boolean, otherwise: string): void {
		if (!holds) this.breaks.set(otherwise, (this.breaks.get(otherwise) ?? 0) + 1);
	}

	/** Where the promise broke; what broke several times, once. */
	get broken(): string[] {
		return [...this.breaks].map(([what, count]) => (count === 1 ? what : `${what} (${count} times)`));
	}
}

/** How many there are of each. */
export function countsOf(values: Iterable<string | number>): string {
	const counts = new Map<string | number, number>();
	for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
	return [...counts].map(([value, count]) => `${count} × ${value}`).join(", ");
}

export const times = <T>(count: number, make: (n: number) => T): T[] =>
	Array.from({ length: count }, (_, n) => make(n));
