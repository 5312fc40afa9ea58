export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** A time as answers show it (contract: Wire 12). */
export const timestamp = (ms: number): string => new Date(ms).toISOString();

/** The same for many times in order. Those of one day share its date, because a date takes longer than a time. */
export function timestampsInOrder(): (ms: number) => string {
	let [midnight, date] = [Number.NaN, ""];
	return (ms) => {
		const sinceMidnight = ms - midnight;
		if (sinceMidnight % minuteMs === 0 && sinceMidnight >= 0 && sinceMidnight < dayMs) {
			const minutes = sinceMidnight / minuteMs;
			return `${date}${twoDigits[Math.floor(minutes / 60)]}:${twoDigits[minutes % 60]}:00.000Z`;
		}
		midnight = Math.floor(ms / dayMs) * dayMs;
		const text = timestamp(ms);
		date = text.slice(0, -timeLength);
		return text;
	};
}

const twoDigits = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, "0"));
const timeLength = "00:00:00.000Z".length;

export const timestampOrNull = (ms: number | null): string | null => (ms === null ? null : timestamp(ms));

export function inMinutes(seconds: number): string {
	const minutes = Math.ceil(seconds / 60);
	return `${minutes} minute${minutes === 1 ? "" : "s"}`;
}
