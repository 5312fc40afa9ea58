import { type Bucket, type BucketState, clampToNow, fullBucket, isFull, stateOf, takeToken } from "./token-bucket.ts";

type LimitScope = "key" | "tenant" | "endpoint";

export interface BucketClaim {
	scope: LimitScope;
	name: string;
	limit: number;
}

export interface Limits extends BucketState {
	scope: LimitScope;
	limit: number;
}

/** Each write costs money and a commit on the disk. Without this interval a busy gate would write for each request. */
const writeEveryMs = 1000;

const prefix = "bucket:";

/**
 * The buckets of a gate. The storage lags behind the memory by a second at most. An object that loses its memory
 * therefore gives back only the tokens of its last second.
 */
export class Buckets {
	private readonly storage: DurableObjectStorage;
	private readonly inMemory = new Map<string, Bucket>();
	private readonly unwritten = new Set<string>();
	/** By the clock of the machine. */
	private writtenAt = Number.NEGATIVE_INFINITY;
	private isWriteDue = false;

	constructor(storage: DurableObjectStorage) {
		this.storage = storage;
	}

	/** The bucket without tokens that makes the caller wait longest; null when each bucket has a token. */
	exhausted(claims: BucketClaim[], now: number): Limits | null {
		return claims
			.map((claim) => this.describe(claim, now))
			.filter((limits) => limits.retryAfterSeconds > 0)
			.reduce<Limits | null>((a, b) => (a && a.retryAfterSeconds >= b.retryAfterSeconds ? a : b), null);
	}

	/** Takes a token from every bucket and describes the one that has the fewest left. */
	takeFrom(claims: BucketClaim[], now: number): Limits | null {
		if (claims.length === 0) return null;
		for (const { name, limit } of claims) {
			this.inMemory.set(name, takeToken(this.bucket(name, now), limit, now));
			this.unwritten.add(name);
		}
		this.writeSoon();
		return claims.map((claim) => this.describe(claim, now)).reduce((a, b) => (b.remaining < a.remaining ? b : a));
	}

	/** Forgets full buckets, because a missing bucket counts as full. Returns whether any bucket is left. */
	sweep(now: number): boolean {
		this.write();
		let kept = 0;
		const forgotten: string[] = [];
		for (const [key, bucket] of this.storage.kv.list<Bucket>({ prefix })) {
			if (isFull(bucket, now)) forgotten.push(key);
			else kept++;
		}
		for (const key of forgotten) {
			this.storage.kv.delete(key);
			this.inMemory.delete(key.slice(prefix.length));
		}
		return kept > 0;
	}

	private describe({ scope, name, limit }: BucketClaim, now: number): Limits {
		return { scope, limit, ...stateOf(this.bucket(name, now), limit, now) };
	}

	private bucket(name: string, now: number): Bucket {
		const bucket = clampToNow(this.inMemory.get(name) ?? this.storage.kv.get<Bucket>(prefix + name) ?? fullBucket, now);
		this.inMemory.set(name, bucket);
		return bucket;
	}

	/** Writes at once if the last write is long ago, so that the storage has every bucket that is seldom used. */
	private writeSoon(): void {
		const waitMs = this.writtenAt + writeEveryMs - Date.now();
		if (waitMs <= 0) this.write();
		else if (!this.isWriteDue) {
			this.isWriteDue = true;
			setTimeout(() => this.write(), waitMs);
		}
	}

	private write(): void {
		this.isWriteDue = false;
		if (this.unwritten.size === 0) return;
		this.writtenAt = Date.now();
		const changed = [...this.unwritten].map((name) => [prefix + name, this.inMemory.get(name)]);
		this.unwritten.clear();
		// The answer does not wait for the disk.
		void this.storage.put(Object.fromEntries(changed), { allowUnconfirmed: true });
	}
}
