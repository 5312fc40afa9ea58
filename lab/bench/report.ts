import type { Cost } from "./counting/counts.ts";
import { type Round, spreadOf } from "./figures.ts";
import type { ContenderName } from "./runtime.ts";
import type { Kind } from "./scenarios/scenario.ts";

export interface Measured {
	who: ContenderName;
	rounds: Round[];
	cost: Cost;
}

export interface Result {
	name: string;
	kind: Kind;
	/** In the order of the rounds. */
	contenders: Measured[];
}

export const medianOf = (measured: Measured, of: (round: Round) => number): number =>
	spreadOf(measured.rounds.map(of)).median;

export const perSecond = ({ perSecond }: Round): number => perSecond;
export const cpu = ({ cpuMs }: Round): number => cpuMs ?? Number.NaN;

export const measuredOf = ({ contenders }: Result, who: ContenderName): Measured | undefined =>
	contenders.find((one) => one.who === who);

const tableRows = (rows: string[][]): string => rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
export const markdownTable = ([head = [], ...rows]: string[][]) => tableRows([head, head.map(() => "---"), ...rows]);
const times = (value: number) => (Number.isNaN(value) ? "" : value.toFixed(2));

/** `2` until the answer, `2 + 1` with what follows it. */
const withRest = (until: number, afterwards: number) => (afterwards > 0 ? `${until} + ${afterwards}` : `${until}`);

export const speedTable = (results: Result[]): string =>
	markdownTable([
		["Work", "Who", "Requests/s", "p50 ms", "p95 ms", "p99 ms", "CPU ms", "Floor ÷ it", "CPU ÷ floor's"],
		...results.flatMap((result) => {
			const floor = measuredOf(result, "floor");
			return result.contenders.map((one, n) => {
				const { median, least, most } = spreadOf(one.rounds.map(perSecond));
				const ms = (of: (round: Round) => number) => medianOf(one, of).toFixed(1);
				const compared = floor && floor !== one ? [floor] : [];
				return [
					n === 0 ? result.name : "",
					one.who,
					`${median.toFixed(0)} (${least.toFixed(0)}–${most.toFixed(0)})`,
					ms(({ p50 }) => p50),
					ms(({ p95 }) => p95),
					ms(({ p99 }) => p99),
					times(medianOf(one, cpu)),
					compared.map((other) => times(medianOf(other, perSecond) / median)).join(),
					compared.map((other) => times(medianOf(one, cpu) / medianOf(other, cpu))).join(),
				];
			});
		}),
	]);

/** Trips in sequence until the answer, and calls after it. */
export const costTable = (results: Result[]): string =>
	markdownTable([
		["Work", "Who", "Gate", "D1", "Rows read", "Rows written"],
		...results.flatMap(({ name, contenders }) =>
			contenders.map(({ who, cost: { untilAnswer, afterwards } }, n) => [
				n === 0 ? name : "",
				who,
				withRest(untilAnswer.gate.inSequence, afterwards.gate.calls),
				withRest(untilAnswer.d1.inSequence, afterwards.d1.calls),
				withRest(untilAnswer.rowsRead, afterwards.rowsRead),
				withRest(untilAnswer.rowsWritten, afterwards.rowsWritten),
			]),
		),
	]);

/** The table of the targets, with the measured values. */
export const targetTable = (checked: { work: string; target: string; seen: string; holds: boolean }[]): string =>
	markdownTable([
		["Work", "Target", "Seen", "Holds"],
		...checked.map(({ work, target, seen, holds }) => [work, target, seen, holds ? "yes" : "**no**"]),
	]);
