import { secondMs } from "./time.ts";

/** Longer than any such work takes. Who called for it may be gone, and then it never ends. */
const longestMs = 10 * secondMs;

let noOtherYieldsUntil = 0;

/**
 * Does long work, and lets the other requests of this isolate have their turn wherever it yields. Of several such works
 * one rests at a time and the others are done at once, so that the memory of one half-done work is held and no more.
 */
export async function runYielding<T>(work: Generator<void, T>): Promise<T> {
	const mayYield = Date.now() >= noOtherYieldsUntil;
	if (mayYield) noOtherYieldsUntil = Date.now() + longestMs;
	try {
		for (;;) {
			const { done, value } = work.next();
			if (done) return value;
			if (mayYield) await scheduler.wait(0);
		}
	} finally {
		if (mayYield) noOtherYieldsUntil = 0;
	}
}
