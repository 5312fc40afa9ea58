import { randomFrom } from "../harness/random.ts";

/** Random numbers that are the same for the same seed. */
export class Random {
	/** A number from 0 to below 1. */
	readonly next: () => number;

	constructor(seed: number) {
		this.next = randomFrom(seed);
	}

	normal(): number {
		return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
	}

	/** A number with the Poisson distribution of this mean. */
	poisson(mean: number): number {
		if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * this.normal()));
		const floor = Math.exp(-mean);
		let count = 0;
		for (let product = this.next(); product > floor; product *= this.next()) count++;
		return count;
	}

	/** One of the values, by their weights. */
	pick<T>(weighted: readonly (readonly [T, number])[]): T {
		let left = this.next() * weighted.reduce((sum, [, weight]) => sum + weight, 0);
		for (const [thing, weight] of weighted) {
			left -= weight;
			if (left < 0) return thing;
		}
		return (weighted.at(-1) as readonly [T, number])[0];
	}
}
