import { type FailureLimit, longestWindowMs, recent, waitFor, without } from "./failures.ts";

export interface BegunAttempt {
	at: number;
	/** Seconds to wait before another attempt; 0: this one may go on. */
	retryAfterSeconds: number;
	/** There were fewer failures than the limit: it is attempts under way that are in the way. */
	crowded: boolean;
}

/** An attempt that a crash cut off is no longer under way after this: it failed. */
const longestAttemptMs = 10_000;

const prefix = "failures:";

/**
 * Attempts that may fail, such as sign-ins. Each counts as a failure from its beginning until it has ended
 * well, so that no number of attempts at once comes past a limit. Which ones are under way is known for as
 * long as the memory lasts; who does not know it takes them for failures.
 */
export class Attempts {
	private readonly kv: SyncKvStorage;
	private readonly underWay = new Map<string, number[]>();

	constructor(kv: SyncKvStorage) {
		this.kv = kv;
	}

	begin(name: string, limit: FailureLimit, now: number): BegunAttempt {
		const failures = recent(this.failures(name), limit, now);
		const underWay = (this.underWay.get(name) ?? []).filter((at) => at > now - longestAttemptMs);
		const retryAfterSeconds = waitFor(failures, limit, now);
		if (retryAfterSeconds > 0)
			return { at: now, retryAfterSeconds, crowded: waitFor(without(failures, underWay), limit, now) === 0 };
		this.underWay.set(name, [...underWay, now]);
		this.kv.put(prefix + name, [...failures, now]);
		return { at: now, retryAfterSeconds, crowded: false };
	}

	/** The attempt that began at this time has ended; where it failed it goes on counting. */
	end(name: string, at: number, failed: boolean): void {
		const underWay = without(this.underWay.get(name) ?? [], [at]);
		if (underWay.length > 0) this.underWay.set(name, underWay);
		else this.underWay.delete(name);
		if (!failed) this.kv.put(prefix + name, without(this.failures(name), [at]));
	}

	/** Drops what bears on nothing any more; whether anything is left. */
	sweep(now: number): boolean {
		const stored = [...this.kv.list<number[]>({ prefix })];
		const past = stored.filter(([, failures]) => recent(failures, { windowMs: longestWindowMs }, now).length === 0);
		for (const [key] of past) this.kv.delete(key);
		for (const [name, begun] of this.underWay)
			if (begun.every((at) => at <= now - longestAttemptMs)) this.underWay.delete(name);
		return past.length < stored.length;
	}

	private failures(name: string): number[] {
		return this.kv.get<number[]>(prefix + name) ?? [];
	}
}
