/**
 * Awaits reads that were started side by side, so that of several refusals the caller is told the first in
 * the order given, not whichever came back first.
 */
export async function inOrder<T extends unknown[]>(...reads: { [K in keyof T]: Promise<T[K]> }): Promise<T> {
	for (const read of reads) read.catch(() => {});
	const results: unknown[] = [];
	for (const read of reads) results.push(await read);
	return results as T;
}
