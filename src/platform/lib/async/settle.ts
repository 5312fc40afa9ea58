export type Settled<T> = { value: T } | { error: unknown };

/** The outcome of a promise as a value. `unwrap` later returns the result or throws the error. */
export const settle = <T>(promise: Promise<T>): Promise<Settled<T>> =>
	promise.then(
		(value) => ({ value }),
		(error: unknown) => ({ error }),
	);

export function unwrap<T>(settled: Settled<T>): T {
	if ("error" in settled) throw settled.error;
	return settled.value;
}
