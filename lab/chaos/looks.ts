import type { Findings } from "./drill.ts";

/** Memory is let grow until it has been looked at for this part of the soak. */
const warmUp = 0.3;
const mostGrowth = 1.25;
const mostSlower = 1.5;
const oldestMs = 60_000;

export interface Look {
	p50: number;
	p95: number;
	memory: number | null;
	/** How long the oldest delivery has been waiting that is due, in milliseconds. */
	oldest: number;
	/** Effects and mails that wait. */
	waiting: number;
}

/** Whether the looks at a service under a steady load show that it could go on for ever. */
export function judge(looks: Look[], findings: Findings): void {
	const from = Math.floor(looks.length * warmUp);
	const [early, late] = [thirdOf(looks.slice(from), 0), thirdOf(looks.slice(from), 2)];
	const whole = (pick: (look: Look) => number) => `${median(early, pick)} → ${median(late, pick)}`;
	const memory = ({ memory }: Look) => Math.round(memory ?? 0);
	const oldest = Math.max(...looks.map((look) => look.oldest));
	findings.note(`memory ${memory(looks[0] as Look)} MB at first, then ${whole(memory)} MB`);
	findings.note(`p50 ${whole(({ p50 }) => p50)} ms, p95 ${whole(({ p95 }) => p95)} ms`);
	findings.note(
		`the oldest due delivery waited ${oldest} ms, at most ${Math.max(...looks.map((look) => look.waiting))} effects and mails waited`,
	);
	findings.expect(median(late, memory) <= median(early, memory) * mostGrowth, "Memory goes on growing.");
	findings.expect(
		median(late, ({ p95 }) => p95) <= mostSlower * median(early, ({ p95 }) => p95) + 20,
		"The p95 went on rising.",
	);
	findings.expect(oldest <= oldestMs, `A delivery was due for ${oldest} ms.`);
}

const thirdOf = (looks: Look[], third: number): Look[] =>
	looks.slice(Math.floor((looks.length * third) / 3), Math.max(1, Math.ceil((looks.length * (third + 1)) / 3)));

function median(looks: Look[], pick: (look: Look) => number): number {
	const sorted = looks.map(pick).sort((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
