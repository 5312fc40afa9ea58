import { type FailureLimit, longestWindowMs, recent, waitFor, without } from "./failures.ts";

export interface BegunSignInAttempt {
	at: number;
	/** Seconds to wait before another attempt; 0 when this one may go on. */
	retryAfterSeconds: number;
	/** The attempt must wait only because other attempts are under way. The failures alone are below the limit. */
	crowded: boolean;
}

/** After this time an attempt that has not ended counts as failed, because it must have crashed. */
const longestAttemptMs = 10_000;

const prefix = "failures:";

/**
 * Attempts that may fail, such as sign-ins. An attempt counts as a failure from its beginning until it succeeds, so
 * that many attempts at once cannot pass a limit (contract: Sign-in 3). The attempts under way are in memory alone: after
 * an eviction they count as failures.
 */
export class SignInAttempts {
	private readonly kv: SyncKvStorage;
	private readonly underWay = new Map<string, number[]>();

	constructor(kv: SyncKvStorage) {
		this.kv = kv;
	}

	begin(name: string, limit: FailureLimit, now: number): BegunSignInAttempt {
		const failures = recent(this.failures(name), limit, now);
		const underWay = (this.underWay.get(name) ?? []).filter((at) => at > now - longestAttemptMs);
		const retryAfterSeconds = waitFor(failures, limit, now);
		if (retryAfterSeconds > 0)
			return { at: now, retryAfterSeconds, crowded: waitFor(without(failures, underWay), limit, now) === 0 };
		this.underWay.set(name, [...underWay, now]);
		this.kv.put(prefix + name, [...failures, now]);
		return { at: now, retryAfterSeconds, crowded: false };
	}

	/** Ends the attempt that began at this time. A failed attempt still counts. */
	end(name: string, at: number, failed: boolean): void {
		const underWay = without(this.underWay.get(name) ?? [], [at]);
		if (underWay.length > 0) this.underWay.set(name, underWay);
		else this.underWay.delete(name);
		if (!failed) this.kv.put(prefix + name, without(this.failures(name), [at]));
	}

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
