import { Draw } from "./random.ts";
import { steps } from "./steps/steps.ts";

/** Something that somebody does, or that happens to the platform. Its own seed decides the details. */
export interface Step {
	/** Milliseconds since the beginning. */
	at: number;
	kind: string;
	/** The number of the studio that the step is about. */
	studio: number;
	seed: number;
}

/** All that decides a run: the same history has the same course. */
export interface History {
	seed: number;
	studios: number;
	days: number;
	/** The time between two runs of the schedule. */
	scheduleMs: number;
	steps: Step[];
}

export const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** People do more by day than by night. */
const hourWeights = [1, 1, 1, 1, 1, 1, 2, 4, 6, 9, 10, 10, 9, 8, 9, 10, 10, 9, 7, 6, 5, 4, 2, 1];
const hours = hourWeights.map((weight, item) => ({ weight, item }));

const weightsOf = (of: "studio" | "platform") =>
	Object.entries(steps)
		.filter(([, step]) => step.of === of)
		.map(([item, { weight }]) => ({ item, weight }));

interface Rates {
	/** Steps of a studio in a day. */
	ofStudio: number;
	/** Steps of the platform in a day. */
	ofPlatform: number;
}

/** So many studios do something in the minutes after each step of the platform, which may be a fault. */
const meanwhile = 6;
const meanwhileMs = 10 * 60_000;

/** Draws a history from a seed. */
export function historyFrom(size: Omit<History, "steps">, rates: Rates): History {
	const { seed, studios, days } = size;
	const draw = new Draw(seed);
	const list: Step[] = [];
	const add = (kind: string, studio: number, day: number) =>
		list.push({
			at: day * dayMs + draw.weighted(hours) * hourMs + draw.below(hourMs),
			kind,
			studio,
			seed: draw.seed(),
		});
	const [ofStudio, ofPlatform] = [weightsOf("studio"), weightsOf("platform")];
	for (let day = 0; day < days; day++) {
		for (let studio = 0; studio < studios; studio++)
			for (let n = draw.below(2 * rates.ofStudio + 1); n > 0; n--) add(draw.weighted(ofStudio), studio, day);
		for (let n = draw.below(2 * rates.ofPlatform + 1); n > 0; n--) {
			add(draw.weighted(ofPlatform), draw.below(studios), day);
			const { at = 0 } = list.at(-1) ?? {};
			for (let m = 0; m < meanwhile; m++)
				list.push({
					at: at + draw.below(meanwhileMs),
					kind: draw.weighted(ofStudio),
					studio: draw.below(studios),
					seed: draw.seed(),
				});
		}
	}
	// A part of a day has the same number of steps in less time.
	const scale = Math.min(1, days);
	const scaled = list.map((step) => ({ ...step, at: Math.floor(step.at * scale) }));
	return { ...size, steps: scaled.sort((a, b) => a.at - b.at) };
}
