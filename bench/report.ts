import { type Round, spreadOf } from "./figures.ts";

export interface Result {
	name: string;
	floor: Round[];
	product: Round[];
}

/** How many times the median of one contender is that of the other. */
const ratio = (a: Round[], b: Round[], of: (round: Round) => number): number =>
	spreadOf(a.map(of)).median / spreadOf(b.map(of)).median;

const perSecond = ({ perSecond }: Round) => perSecond;
const cpu = ({ cpuMs }: Round) => cpuMs ?? Number.NaN;

/** The figures as a table of Markdown: medians over the rounds, with the least and the most. */
export function table(results: Result[]): string {
	const rows = results.flatMap((result) =>
		(["floor", "product"] as const).map((name) => {
			const rounds = result[name];
			const { median, least, most } = spreadOf(rounds.map(perSecond));
			const ms = (of: (round: Round) => number) => spreadOf(rounds.map(of)).median.toFixed(1);
			const compared =
				name === "floor"
					? ["", ""]
					: [ratio(result.floor, rounds, perSecond), ratio(rounds, result.floor, cpu)].map((one) => one.toFixed(2));
			return [
				name === "floor" ? result.name : "",
				name,
				`${median.toFixed(0)} (${least.toFixed(0)}–${most.toFixed(0)})`,
				ms(({ p50 }) => p50),
				ms(({ p95 }) => p95),
				ms(({ p99 }) => p99),
				spreadOf(rounds.map(cpu)).median.toFixed(2),
				...compared,
			];
		}),
	);
	const head = [
		"Work",
		"Who",
		"Requests/s",
		"p50 ms",
		"p95 ms",
		"p99 ms",
		"CPU ms",
		"Floor ÷ product",
		"CPU ÷ floor's",
	];
	return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
