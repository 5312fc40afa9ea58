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

	/** Lives until this time. Promises settle within a piece of work only if no promise is under way outside it. */
	runUntil = (end: number): Promise<void> =>
		new Promise((resolve, reject) =>
			setImmediate(() => {
				try {
					this.live(end);
					resolve();
				} catch (error) {
					reject(error);
				}
			}),
		);

	private live(end: number): void {
		while (this.due.first !== undefined && this.due.first.at <= end) {
			const { at, work } = this.due.pop() as Due;
			if (!work) continue;
			this.present = at;
			this.steps++;
			work();
			settlePromises();
		}
		this.present = Math.max(this.present, end);
	}
}

/**
 * Runs everything that promises and Node's own ticks have made ready, until nothing is left. Node has this function for
 * code that emulates a tick. An immediate would do the same after a turn of the machine's event loop.
 */
const settlePromises = (process as unknown as { _tickCallback: () => void })._tickCallback;
