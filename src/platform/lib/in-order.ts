/**
 * Awaits reads that run at the same time. If several of them fail, it throws the error that is first in the given order,
 * not the one that came first (contract: Errors 7).
 */
export async function inOrder<T extends unknown[]>(...reads: { [K in keyof T]: Promise<T[K]> }): Promise<T> {
	for (const read of reads) read.catch(() => {});
	const results: unknown[] = [];
	for (const read of reads) results.push(await read);
	return results as T;
}
