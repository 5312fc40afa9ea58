export class ExecutionContextInMemory {
	readonly props = {};
	private readonly works: Promise<unknown>[] = [];

	waitUntil(work: unknown): void {
		const promise = Promise.resolve(work);
		this.works.push(promise);
		promise.catch(() => {});
	}

	passThroughOnException(): void {}

	/** Resolves when all work has ended, and rejects with the first failure. */
	async ended(): Promise<void> {
		let failure: PromiseRejectedResult | undefined;
		for (let n = 0; n < this.works.length; n++) {
			const [outcome] = await Promise.allSettled([this.works[n]]);
			if (outcome?.status === "rejected") failure ??= outcome;
		}
		if (failure) throw failure.reason;
	}
}
