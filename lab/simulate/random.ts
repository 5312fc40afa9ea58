/** Random numbers that are the same for the same seed. */
export class Random {
	private state: number;

	constructor(seed: number) {
		this.state = seed >>> 0;
	}

	/** From 0 up to 1, without 1. */
	next(): number {
		this.state = (this.state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
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
