import type { Region } from "../db/placement.ts";
import type { buckets } from "../db/tables/data/pictures.ts";
import type { Env } from "../env.ts";
import { withTimeout } from "../lib/async/with-timeout.ts";
import { secondMs } from "../lib/time.ts";

export type Bucket = (typeof buckets)[number];

/** The bucket for new objects of a studio. */
export const bucketIn = (region: Region): Bucket => (region === "eu" ? "PICTURES_EU" : "PICTURES");

export interface ObjectLocation {
	bucket: Bucket;
	objectKey: string;
}

interface NewBytes {
	bytes: Uint8Array;
	contentType: string;
	/** With a hash the bucket refuses bytes that have changed on their way. */
	sha256?: string;
}

/** The largest object has 15 MiB. */
const longestPutMs = 15 * secondMs;
const longestCallMs = 10 * secondMs;

/** The buckets with the bytes of pictures. A bucket that fails, hangs or is not bound is an outage. */
export class ObjectStore {
	private readonly env: Pick<Env, "PICTURES" | "PICTURES_EU">;

	constructor(env: Pick<Env, "PICTURES" | "PICTURES_EU">) {
		this.env = env;
	}

	/** `onCall` gets the call itself, which holds the bytes until the bucket answers, even if nobody waits so long. */
	async put(
		place: ObjectLocation,
		{ bytes, contentType, sha256 }: NewBytes,
		onCall: (call: Promise<unknown>) => void = () => {},
	): Promise<void> {
		const options = { httpMetadata: { contentType }, ...(sha256 && { sha256 }) };
		await this.call(place.bucket, longestPutMs, (bucket) => {
			const call = bucket.put(place.objectKey, bytes, options);
			onCall(call);
			return call;
		});
	}

	async get({ bucket, objectKey }: ObjectLocation, range?: R2Range): Promise<R2ObjectBody | null> {
		return await this.call(bucket, longestCallMs, (r2) => r2.get(objectKey, range ? { range } : {}));
	}

	/** At most 1000 keys. */
	async remove(bucket: Bucket, keys: string[]): Promise<void> {
		await this.call(bucket, longestCallMs, (r2) => r2.delete(keys));
	}

	private async call<T>(name: Bucket, longestMs: number, send: (bucket: R2Bucket) => Promise<T>): Promise<T> {
		const bucket = this.env[name];
		if (!bucket) throw new ObjectStoreOutage(`${name} is not bound`);
		try {
			return await withTimeout(longestMs, send(bucket), () => new Error(`no answer within ${longestMs} ms`));
		} catch (error) {
			throw new ObjectStoreOutage(error instanceof Error ? error.message : String(error));
		}
	}
}

class ObjectStoreOutage extends Error {
	constructor(reason: string) {
		super(`R2 bucket: ${reason}`);
	}
}
