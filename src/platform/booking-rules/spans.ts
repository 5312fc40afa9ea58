import { dayMs } from "../lib/time.ts";

/** A stretch of time in milliseconds since 1970. `start` belongs to it, `end` does not. */
export interface Span {
	start: number;
	end: number;
}

export function mergeSpans(spans: readonly Span[]): Span[] {
	const result: Span[] = [];
	for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
		const last = result.at(-1);
		if (last && start <= last.end) last.end = Math.max(last.end, end);
		else result.push({ start, end });
	}
	return result;
}

/** Splits spans into spans of at most a day. All splits are at UTC midnights, so that tomorrow's result is the same. */
export function* splitByDay(spans: readonly Span[]): Generator<Span> {
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
