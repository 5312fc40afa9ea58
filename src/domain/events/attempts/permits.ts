import type { DueDelivery } from "../../../platform/events/nudges.ts";
import { minuteMs } from "../../../platform/lib/time.ts";

export type Permit = () => void;

type Holder = Pick<DueDelivery, "tenant_id" | "endpoint_id" | "host">;

interface Attempt extends Holder {
	startedAt: number;
}

/**
 * The permits of one isolate for attempts. The holders share them: an endpoint gets a further permit only while more permits
 * are free than its tenant has taken, and more than its host has taken over all tenants, each with the endpoint's own
 * added. One tenant or one host thus takes at most half of the permits, several take less each, and always leave some to
 * those who have none (contract: Deliveries 19).
 *
 * A permit expires after the longest time that an attempt can take, because the platform may cancel work without a word.
 */
export class Permits {
	private readonly count: number;
	private readonly expireAfterMs: number;
	/** In the order in which the attempts began. */
	private readonly taken = new Map<symbol, Attempt>();

	constructor(count: number, expireAfterMs: number) {
		this.count = count;
		this.expireAfterMs = expireAfterMs;
	}

	take(holder: Holder, now: number): Permit | undefined {
		const free = this.freeAt(now);
		if (free === 0) return undefined;
		const { tenant_id, endpoint_id, host } = holder;
		const attempts = [...this.taken.values()];
		const ofTenant = attempts.filter((attempt) => attempt.tenant_id === tenant_id).length;
		const atHost = attempts.filter((attempt) => attempt.host === host).length;
		const atEndpoint = attempts.filter((attempt) => attempt.endpoint_id === endpoint_id).length;
		if (Math.max(ofTenant, atHost) + atEndpoint >= free) return undefined;
		const permit = Symbol();
		this.taken.set(permit, { tenant_id, endpoint_id, host, startedAt: now });
		return () => this.taken.delete(permit);
	}

	areAllTaken(now: number): boolean {
		return this.freeAt(now) === 0;
	}

	private freeAt(now: number): number {
		for (const [permit, { startedAt }] of this.taken) {
			if (startedAt > now - this.expireAfterMs) break;
			this.taken.delete(permit);
		}
		return this.count - this.taken.size;
	}

	clear(): void {
		this.taken.clear();
	}
}

/**
 * An isolate has 128 MB. An attempt at the largest event takes about 1.5 MB: its data, its body and the body in bytes.
 * Most attempts take a few kilobytes.
 */
const maxConcurrentAttempts = 64;

/** Longer than an attempt lasts with its two transactions. */
const longestAttemptMs = minuteMs;

export const permits = new Permits(maxConcurrentAttempts, longestAttemptMs);
