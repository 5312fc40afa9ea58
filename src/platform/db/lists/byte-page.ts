/** A page of large records ends early, so that it fits into the memory of an isolate. */
export const maxPageBytes = 4 * 1024 * 1024;

/** The records that fit, but at least one, and whether others were left out. */
export function trimToBytes<T>(found: readonly { row: T; size: number }[]): { rows: T[]; more: boolean } {
	let bytes = 0;
	const end = found.findIndex(({ size }, index) => {
		bytes += size;
		return bytes > maxPageBytes && index > 0;
	});
	const kept = end === -1 ? found : found.slice(0, end);
	return { rows: kept.map(({ row }) => row), more: end !== -1 };
}
