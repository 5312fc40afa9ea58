type Method = "head" | "get" | "put" | "delete" | "list";

export interface BucketCall {
	binding: string;
	method: Method;
	key: string;
}

/** Intercepts a call of a bucket. It calls `run` to execute the call, and may fail before or after it. */
export type BucketInterceptor = <T>(call: BucketCall, run: () => Promise<T>) => Promise<T>;

/** The calls go through the interceptor. */
export function faultyBucket(bucket: R2Bucket, binding: string, intercept: BucketInterceptor): R2Bucket {
	const through =
		<Given extends unknown[], T>(method: Method, run: (...given: Given) => Promise<T>) =>
		(...given: Given): Promise<T> =>
			intercept({ binding, method, key: keyOf(given[0]) }, () => run(...given));
	return {
		head: through("head", (key: string) => bucket.head(key)),
		get: through("get", (key: string, options?: R2GetOptions) => bucket.get(key, options)),
		put: through("put", (...given: Parameters<R2Bucket["put"]>) => bucket.put(...given)),
		delete: through("delete", (keys: string | string[]) => bucket.delete(keys)),
		list: through("list", (options?: R2ListOptions) => bucket.list(options)),
	} as unknown as R2Bucket;
}

const keyOf = (given: unknown): string =>
	typeof given === "object" && !Array.isArray(given)
		? ((given as R2ListOptions | null)?.prefix ?? "")
		: String(given ?? "");

export const bucketAway = (): Error => new Error("We encountered an internal error. Please try again. (10001)");
