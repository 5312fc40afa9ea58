/** Does long work, and lets the other requests of this isolate have their turn wherever it yields. */
export async function inTurns<T>(work: Generator<void, T>): Promise<T> {
	for (;;) {
		const { done, value } = work.next();
		if (done) return value;
		await scheduler.wait(0);
	}
}
