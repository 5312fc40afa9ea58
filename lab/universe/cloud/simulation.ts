import { randomFrom } from "../../harness/random.ts";
import type { Time } from "../../platform/time.ts";
import { Heap } from "./heap.ts";

interface Due {
	at: number;
	order: number;
	work: (() => void) | undefined;
}

const isEarlier = (a: Due, b: Due): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

/**
 * Virtual time. Everything that happens is a piece of work with a time, and the next one begins when the promises of the
 * last one have settled. So one seed has one course of events, and no time passes while code computes.
 */
export class Simulation implements Time {
	private present: number;
	private readonly due = new Heap<Due>(isEarlier);
	private count = 0;
	/** Random numbers of the world: latencies, ids, the choice of an isolate. */
	readonly random: () => number;

	constructor(seed: number, startAt: number) {
		this.present = startAt;
		this.random = randomFrom(seed);
	}

	now = (): number => Math.floor(this.present);

	/** How many pieces of work were done. */
	steps = 0;

	after(ms: number, work: () => void): () => void {
		const one: Due = { at: this.present + Math.max(0, ms), order: ++this.count, work };
		this.due.push(one);
		return () => {
			one.work = undefined;
		};
	}

	soon(work: () => void): void {
		this.after(0, work);
	}

	wait = (ms: number): Promise<void> => new Promise((resolve) => this.after(ms, resolve));

	/** Lives until this time. */
	async runUntil(end: number): Promise<void> {
		while (this.due.first !== undefined && this.due.first.at <= end) {
			const { at, work } = this.due.pop() as Due;
			if (!work) continue;
			this.present = at;
			this.steps++;
			work();
			await promisesSettled();
		}
		this.present = Math.max(this.present, end);
	}
}

/** The machine's own immediates come after all promises that can settle. Nothing in the simulation waits for the machine. */
const promisesSettled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
