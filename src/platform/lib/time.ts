export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** A time as answers show it (contract: Wire 12). */
export const timestamp = (ms: number): string => new Date(ms).toISOString();
export const timestampOrNull = (ms: number | null): string | null => (ms === null ? null : timestamp(ms));

/** A time to wait, in words. */
export function inMinutes(seconds: number): string {
	const minutes = Math.ceil(seconds / 60);
	return `${minutes} minute${minutes === 1 ? "" : "s"}`;
}
