import { randomFrom } from "../../harness/random.ts";

/** Draws from a seed of its own, so that one step's draws do not depend on those of others. */
export class Draw {
	private readonly next: () => number;

	constructor(seed: number) {
		this.next = randomFrom(seed);
	}

	/** From 0 to below the limit. */
	below = (limit: number): number => Math.floor(this.next() * limit);
	between = (least: number, most: number): number => least + this.below(most - least + 1);
	chance = (part: number): boolean => this.next() < part;
	seed = (): number => this.below(2 ** 31);

	of<T>(items: readonly T[]): T {
		return items[this.below(items.length)] as T;
	}

	/** One of the items, or nothing if there is none. */
	any = <T>(items: readonly T[]): T | undefined => (items.length === 0 ? undefined : this.of(items));

	weighted<T>(items: readonly { weight: number; item: T }[]): T {
		let left = this.next() * items.reduce((sum, { weight }) => sum + weight, 0);
		for (const { weight, item } of items) {
			left -= weight;
			if (left < 0) return item;
		}
		return (items.at(-1) as { item: T }).item;
	}
}
