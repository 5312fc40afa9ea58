import type { Sent } from "./traffic.ts";

const sweepSeconds = 120;
const useSeconds = 60;

/**
 * Counts the work of a tenant's objects for its requests. The gate writes each bucket that is not full a
 * second later once a second at most. Its alarm comes two minutes after the first such write and deletes the buckets,
 * which are full by then. The other object keeps
 * each request, deletes it after three days, and notes once a minute that a key was used.
 */
export class GateUse {
	rows = 0;
	calls = 0;
	private second = -1;
	private readonly written = new Set<string>();
	private sweepAt = -1;
	private readonly toDelete = new Set<string>();
	private readonly usedAt = new Map<string, number>();

	add({ at, key }: Sent, buckets: string[]): void {
		if (this.sweepAt >= 0 && at >= this.sweepAt) this.sweep();
		if (this.sweepAt < 0 && buckets.length > 0) {
			this.sweepAt = at + sweepSeconds;
			this.rows++;
		}
		if (Math.floor(at) !== this.second) this.written.clear();
		this.second = Math.floor(at);
		for (const bucket of buckets) {
			if (!this.written.has(bucket)) this.rows++;
			this.written.add(bucket);
			this.toDelete.add(bucket);
		}
		// One call for the decision, and one for the batch that stores the request. The stored row is deleted later.
		this.calls += 2;
		this.rows += 2;
		if (at - (this.usedAt.get(key) ?? Number.NEGATIVE_INFINITY) < useSeconds) return;
		this.usedAt.set(key, at);
		this.rows++;
	}

	/** The alarm counts as a request to the object. */
	private sweep(): void {
		this.calls++;
		this.rows += this.toDelete.size;
		this.toDelete.clear();
		this.sweepAt = -1;
	}

	end(): this {
		if (this.sweepAt >= 0) this.sweep();
		return this;
	}
}
