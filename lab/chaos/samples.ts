import type { Findings } from "./drill.ts";

/** The share of the soak in which the memory may grow. */
const warmUp = 0.3;
const mostGrowth = 1.25;
const mostSlower = 1.5;
const oldestMs = 60_000;

export interface Sample {
	p50: number;
	p95: number;
	memory: number | null;
	/** The delay of the oldest due delivery, in milliseconds. */
	oldest: number;
	/** The number of effects and mails that wait. */
	waiting: number;
}

/** Checks that a service under a steady load keeps up: neither memory nor waiting work grows. */
export function checkSamples(samples: Sample[], findings: Findings): void {
	const from = Math.floor(samples.length * warmUp);
	const [early, late] = [thirdOf(samples.slice(from), 0), thirdOf(samples.slice(from), 2)];
	const whole = (pick: (sample: Sample) => number) => `${median(early, pick)} → ${median(late, pick)}`;
	const memory = ({ memory }: Sample) => Math.round(memory ?? 0);
	const oldest = Math.max(...samples.map((sample) => sample.oldest));
	findings.note(`memory ${memory(samples[0] as Sample)} MB at first, then ${whole(memory)} MB`);
	findings.note(`p50 ${whole(({ p50 }) => p50)} ms, p95 ${whole(({ p95 }) => p95)} ms`);
	findings.note(
		`the oldest due delivery waited ${oldest} ms, at most ${Math.max(...samples.map((sample) => sample.waiting))} effects and mails waited`,
	);
	findings.expect(median(late, memory) <= median(early, memory) * mostGrowth, "Memory goes on growing.");
	findings.expect(
		median(late, ({ p95 }) => p95) <= mostSlower * median(early, ({ p95 }) => p95) + 20,
		"The p95 went on rising.",
	);
	findings.expect(oldest <= oldestMs, `A delivery was due for ${oldest} ms.`);
}

const thirdOf = (samples: Sample[], third: number): Sample[] =>
	samples.slice(Math.floor((samples.length * third) / 3), Math.max(1, Math.ceil((samples.length * (third + 1)) / 3)));

function median(samples: Sample[], pick: (sample: Sample) => number): number {
	const sorted = samples.map(pick).sort((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
