import { type Bucket, fullBucket, isFull, stateOf, takeToken } from "../../src/platform/gate/object/token-bucket.ts";
import { requestsPerMinute, tenantRequestsPerMinute } from "../../src/platform/gate/plans.ts";
import type { Tenant } from "./tenants.ts";
import type { Sent } from "./traffic.ts";

/** The token buckets of one tenant, with the product's own code. */
export class Limits {
	private readonly buckets = new Map<string, Bucket>();
	private readonly perKey: number;

	constructor({ plan }: Tenant) {
		this.perKey = requestsPerMinute({ ownTier: null, customLimit: null, testMode: false, tenant: { plan } });
	}

	/** The buckets that a request takes a token from. */
	claims({ key, work }: Omit<Sent, "at">): [name: string, limit: number][] {
		return [
			[key, this.perKey],
			["tenant", tenantRequestsPerMinute],
			...(work.capPerMinute ? [[`${key}:${work.operation}`, work.capPerMinute] as [string, number]] : []),
		];
	}

	/** The buckets of an admitted request that the gate writes, because they are not full again a second later. */
	written(sent: Sent): string[] {
		const later = (sent.at + 1) * 1000;
		return this.claims(sent)
			.map(([name]) => name)
			.filter((name) => !isFull(this.buckets.get(name) ?? fullBucket, later));
	}

	admits(sent: Sent): boolean {
		const now = sent.at * 1000;
		const claims = this.claims(sent);
		const bucket = (name: string) => this.buckets.get(name) ?? fullBucket;
		if (claims.some(([name, limit]) => stateOf(bucket(name), limit, now).retryAfterSeconds > 0)) return false;
		for (const [name, limit] of claims) this.buckets.set(name, takeToken(bucket(name), limit, now));
		return true;
	}
}
