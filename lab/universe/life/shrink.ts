import type { WorkerCode } from "../cloud/bundle.ts";
import type { History, Step } from "./history.ts";
import { live } from "./live.ts";

interface Options {
	versions: WorkerCode[];
	/** The promise that the history breaks. */
	promise: string;
	/** The shrinking ends after this time of the machine. */
	longestMs: number;
	progress: (steps: number) => void;
}

/** Parts are left out as long as the rest still breaks the promise. */
export async function shrink(history: History, { versions, promise, longestMs, progress }: Options): Promise<History> {
	const until = performance.now() + longestMs;
	const breaks = async (steps: Step[]): Promise<boolean> => {
		const { findings } = await live({ ...history, steps }, versions, { stopAtFirst: true });
		return findings.some((finding) => finding.promise === promise);
	};
	let steps = history.steps;
	for (let parts = 2; steps.length > 1 && performance.now() < until; ) {
		const size = Math.ceil(steps.length / parts);
		let shorter: Step[] | undefined;
		for (let from = 0; from < steps.length && performance.now() < until; from += size) {
			const rest = [...steps.slice(0, from), ...steps.slice(from + size)];
			if (rest.length > 0 && (await breaks(rest))) {
				shorter = rest;
				break;
			}
		}
		if (shorter) {
			steps = shorter;
			parts = Math.max(2, parts - 1);
			progress(steps.length);
		} else if (size === 1) break;
		else parts = Math.min(steps.length, parts * 2);
	}
	return { ...history, steps };
}

export const asTest = ({ steps, ...size }: History, promise: string): string =>
	[
		`it(${JSON.stringify(promise)}, async () => {`,
		"\tconst findings = await findingsOf({",
		...Object.entries(size).map(([name, value]) => `\t\t${name}: ${value},`),
		"\t\tsteps: [",
		...steps.map(
			({ at, kind, studio, seed }) =>
				`\t\t\t{ at: ${at}, kind: ${JSON.stringify(kind)}, studio: ${studio}, seed: ${seed} },`,
		),
		"\t\t],",
		"\t});",
		"\texpect(findings).toEqual([]);",
		"});",
	].join("\n");
