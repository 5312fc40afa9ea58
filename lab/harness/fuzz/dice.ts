import { randomFrom } from "../random.ts";

/** The same seed and number give the same choices. */
export class Dice {
	private readonly next: () => number;

	constructor(seed: number, number: number) {
		this.next = randomFrom(Math.imul(seed, 31) ^ Math.imul(number + 1, 0x9e3779b1));
	}

	/** A whole number from 0 to below n. */
	below = (n: number): number => Math.floor(this.next() * n);
	chance = (part: number): boolean => this.next() < part;
	between = (least: number, most: number): number => least + this.below(most - least + 1);

	pick<T>(all: readonly T[]): T {
		if (all.length === 0) throw new Error("There is nothing to pick from.");
		return all[this.below(all.length)] as T;
	}

	hex = (digits: number): string => Array.from({ length: digits }, () => this.below(16).toString(16)).join("");
}
