import { secondMs } from "../time.ts";

/** Longer than any such work takes. Work whose caller is gone may never end; after this time other work may pause. */
const longestMs = 10 * secondMs;

let noOtherYieldsUntil = 0;

/**
 * Runs long work, and lets the other requests of this isolate run wherever the work yields. Only one such work pauses at
 * a time. The others run without pauses, so that only one unfinished work takes memory.
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
