import { hourMs, secondMs } from "../../lib/time.ts";

const prefix = "hourly:";

/** What may happen so often within an hour, whenever the hour begins. */
export class HourlyCounts {
	private readonly kv: SyncKvStorage;

	constructor(kv: SyncKvStorage) {
		this.kv = kv;
	}

	/** Counts one more; false when there have been so many within the hour, and then it does not count. */
	take(name: string, limit: number, now: number): boolean {
		const taken = recent(this.kv.get<number[]>(prefix + name) ?? [], now);
		if (taken.length >= limit) return false;
		this.kv.put(prefix + name, [...taken, now]);
		return true;
	}

	/** Seconds until one more may happen, rounded up. */
	wait(name: string, limit: number, now: number): number {
		const taken = recent(this.kv.get<number[]>(prefix + name) ?? [], now);
		const blocking = taken[taken.length - limit];
		return blocking === undefined ? 0 : Math.ceil((blocking + hourMs - now) / secondMs);
	}

	/** Drops what bears on nothing any more; whether anything is left. */
	sweep(now: number): boolean {
		const stored = [...this.kv.list<number[]>({ prefix })];
		const past = stored.filter(([, taken]) => recent(taken, now).length === 0);
		for (const [key] of past) this.kv.delete(key);
		return past.length < stored.length;
	}
}

const recent = (taken: number[], now: number): number[] => taken.filter((at) => at > now - hourMs);
