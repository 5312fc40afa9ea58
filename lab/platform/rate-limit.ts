/** The platform's limiter: so many calls of a key in each period. */
export class RateLimitInMemory {
	private readonly now: () => number;
	private readonly limitOfPeriod: number;
	private readonly periodMs: number;
	private period = 0;
	private counts = new Map<string, number>();

	constructor({ limit, period }: { limit: number; period: number }, now: () => number) {
		this.now = now;
		this.limitOfPeriod = limit;
		this.periodMs = period * 1000;
	}

	async limit({ key = "" }: { key?: string }): Promise<{ success: boolean }> {
		if (typeof key !== "string") throw new Error(`invalid key: ${key}`);
		const period = Math.floor(this.now() / this.periodMs);
		if (period !== this.period) this.reset(period);
		const count = (this.counts.get(key) ?? 0) + 1;
		this.counts.set(key, count);
		return { success: count <= this.limitOfPeriod };
	}

	reset(period = 0): void {
		this.period = period;
		this.counts.clear();
	}
}
