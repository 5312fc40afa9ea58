export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The wire form of a time: ISO 8601, UTC, milliseconds. */
export const timestamp = (ms: number): string => new Date(ms).toISOString();
export const timestampOrNull = (ms: number | null): string | null => (ms === null ? null : timestamp(ms));
