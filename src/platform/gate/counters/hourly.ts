import { hourMs, secondMs } from "../../lib/time.ts";

const prefix = "hourly:";

export interface HourlyClaim {
	name: string;
	limit: number;
	/** By default 1. */
	count?: number;
}

/** Limits how often something happens within any 60 minutes. */
export class HourlyCounts {
	private readonly kv: SyncKvStorage;

	constructor(kv: SyncKvStorage) {
		this.kv = kv;
	}

	/** Counts one more, or several, and returns true. Returns false, and counts nothing, if they pass the limit. */
	take({ name, limit, count = 1 }: HourlyClaim, now: number): boolean {
		const taken = recent(this.kv.get<number[]>(prefix + name) ?? [], now);
		if (taken.length + count > limit) return false;
		this.kv.put(prefix + name, [...taken, ...Array(count).fill(now)]);
		return true;
	}

	giveBack(name: string): void {
		const taken = this.kv.get<number[]>(prefix + name) ?? [];
		this.kv.put(prefix + name, taken.slice(0, -1));
	}

	/** Seconds until one more, or several, are allowed, rounded up. */
	wait({ name, limit, count = 1 }: HourlyClaim, now: number): number {
		const taken = recent(this.kv.get<number[]>(prefix + name) ?? [], now);
		const blocking = taken[taken.length - limit + count - 1];
		return blocking === undefined ? 0 : Math.ceil((blocking + hourMs - now) / secondMs);
	}

	/** Deletes counts older than an hour. Returns whether any is left. */
	sweep(now: number): boolean {
		const stored = [...this.kv.list<number[]>({ prefix })];
		const past = stored.filter(([, taken]) => recent(taken, now).length === 0);
		for (const [key] of past) this.kv.delete(key);
		return past.length < stored.length;
	}
}

const recent = (taken: number[], now: number): number[] => taken.filter((at) => at > now - hourMs);
