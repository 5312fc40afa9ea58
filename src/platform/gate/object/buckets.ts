import { clock } from "../../lib/clock.ts";
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

/**
 * Each write costs money and a commit on the disk. Without this interval a busy gate would write for each request. A
 * bucket that is full again within this time is not written at all, which is that of most requests that come alone.
 */
const writeEveryMs = 1000;

/** The platform documents this limit of one call. The local runtime takes more. */
const maxInPut = 128;

const prefix = "bucket:";

/**
 * The buckets of a gate. The storage lags behind the memory by a second at most. An object that loses its memory
 * therefore gives back only the tokens of its last second.
 */
export class Buckets {
	private readonly storage: DurableObjectStorage;
	private readonly onWrite: () => void;
	private readonly inMemory = new Map<string, Bucket>();
	private readonly unwritten = new Set<string>();
	/** By the clock of the machine. */
	private writtenAt = Number.NEGATIVE_INFINITY;
	private isWriteDue = false;

	/** `onWrite` is called when there are buckets that must be swept later. */
	constructor(storage: DurableObjectStorage, onWrite: () => void) {
		this.storage = storage;
		this.onWrite = onWrite;
	}

	/** The bucket without tokens that makes the caller wait longest; null when each bucket has a token. */
	exhausted(claims: BucketClaim[], now: number): Limits | null {
		return claims
			.map((claim) => this.describe(claim, now))
			.filter((limits) => limits.retryAfterSeconds > 0)
			.reduce<Limits | null>((a, b) => (a && a.retryAfterSeconds >= b.retryAfterSeconds ? a : b), null);
	}

	takeFrom(claims: BucketClaim[], now: number): Limits | null {
		if (claims.length === 0) return null;
		for (const { name, limit } of claims) {
			this.inMemory.set(name, takeToken(this.bucket(name, now), limit, now));
			this.unwritten.add(name);
		}
		this.writeSoon(now);
		return claims.map((claim) => this.describe(claim, now)).reduce((a, b) => (b.remaining < a.remaining ? b : a));
	}

	/** Forgets full buckets, because a missing bucket counts as full. Returns whether any bucket is left. */
	sweep(now: number): boolean {
		this.writeUnfilled(now);
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

	/**
	 * Writes at once what stays unfilled for long, if the last write is long ago, so that the storage has every bucket
	 * that is seldom used.
	 */
	private writeSoon(now: number): void {
		const waitMs = this.writtenAt + writeEveryMs - Date.now();
		if (waitMs <= 0) this.write((bucket) => !isFull(bucket, now + writeEveryMs));
		if (this.isWriteDue || this.unwritten.size === 0) return;
		this.isWriteDue = true;
		setTimeout(() => this.writeUnfilled(clock.now()), Math.max(waitMs, 0) || writeEveryMs);
	}

	private writeUnfilled(now: number): void {
		this.isWriteDue = false;
		this.write((bucket) => !isFull(bucket, now));
		for (const name of this.unwritten) this.inMemory.delete(name);
		this.unwritten.clear();
	}

	private write(isWritten: (bucket: Bucket) => boolean): void {
		const changed: [string, Bucket][] = [];
		for (const name of this.unwritten) {
			const bucket = this.inMemory.get(name);
			if (!bucket || !isWritten(bucket)) continue;
			changed.push([prefix + name, bucket]);
			this.unwritten.delete(name);
		}
		if (changed.length === 0) return;
		this.writtenAt = Date.now();
		// The answer does not wait for the disk.
		for (let n = 0; n < changed.length; n += maxInPut)
			void this.storage.put(Object.fromEntries(changed.slice(n, n + maxInPut)), { allowUnconfirmed: true });
		this.onWrite();
	}
}
