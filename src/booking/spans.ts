import { dayMs } from "../lib/time.ts";

/** A stretch of time, from `start` to before `end`, in milliseconds since 1970. */
export interface Span {
	start: number;
	end: number;
}

/** In order, with what overlaps or adjoins made one. */
export function merged(spans: readonly Span[]): Span[] {
	const result: Span[] = [];
	for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
		const last = result.at(-1);
		if (last && start <= last.end) last.end = Math.max(last.end, end);
		else result.push({ start, end });
	}
	return result;
}

/** None longer than a day. The cuts are UTC's midnights, so that the same time is cut the same way tomorrow. */
export function* cut(spans: readonly Span[]): Generator<Span> {
	for (const { start, end } of spans) {
		let from = start;
		while (end - from > dayMs) {
			const midnight = from - modulo(from, dayMs) + dayMs;
			yield { start: from, end: midnight };
			from = midnight;
		}
		yield { start: from, end };
	}
}

const modulo = (value: number, by: number): number => ((value % by) + by) % by;
