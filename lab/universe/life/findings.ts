import type { Simulation } from "../cloud/simulation.ts";

export interface Finding {
	/** The promise, in a word or two. */
	promise: string;
	message: string;
	at: number;
}

/** Thrown after a finding, to end the step that made it. */
export class Found extends Error {}

const mostFindings = 50;

/** The promises that were looked at, and those that did not hold. */
export class Findings {
	readonly simulation: Simulation;
	readonly findings: Finding[] = [];
	/** How often each promise was looked at. */
	readonly looks = new Map<string, number>();

	constructor(simulation: Simulation) {
		this.simulation = simulation;
	}

	finding(promise: string, message: string): Found {
		const at = this.simulation.now();
		if (this.findings.length < mostFindings) this.findings.push({ promise, message, at });
		return new Found(`${promise}: ${message}`);
	}

	/** Notes a finding if the promise does not hold. */
	expect(promise: string, holds: boolean, message: () => string): void {
		this.looks.set(promise, (this.looks.get(promise) ?? 0) + 1);
		if (!holds) this.finding(promise, message());
	}
}
