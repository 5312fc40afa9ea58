import { raw } from "hono/html";

interface Series {
	name: string;
	tone: "good" | "bad" | "info";
}

interface Bar {
	name: string;
	/** One value for each series, from the bottom up. */
	values: readonly number[];
}

interface Props {
	label: string;
	series: readonly Series[];
	bars: readonly Bar[];
	unit?: string;
	/** Without a caption and a legend, for a row of a table. */
	small?: boolean;
}

const height = 40;
const gap = 0.2;
/** So that a value above zero is visible. */
const minBarHeight = 0.75;

const valueText = (value: number, unit = ""): string => `${value.toLocaleString("en-GB")}${unit && ` ${unit}`}`;

export const Bars = ({ label, series, bars, unit, small }: Props) => {
	const highest = Math.max(0, ...bars.map(({ values }) => sum(values)));
	return (
		<figure class={small ? "chart small-chart" : "chart"}>
			{!small && (
				<figcaption>
					<span>{label}</span>
					<span class="dim">{highest === 0 ? "" : `up to ${valueText(highest, unit)}`}</span>
				</figcaption>
			)}
			<svg viewBox={`0 0 ${bars.length} ${height}`} preserveAspectRatio="none" aria-hidden="true">
				{raw(bars.map((bar, n) => barSvg(bar, n, highest, series, unit)).join(""))}
				{raw(`<path class="axis" vector-effect="non-scaling-stroke" d="M0 ${height}H${bars.length}"/>`)}
			</svg>
			{!small && (
				<div class="legend" aria-hidden="true">
					<span>{bars[0]?.name}</span>
					<span>{bars.at(-1)?.name}</span>
				</div>
			)}
			<div class="hidden">
				<table>
					<caption>{label}</caption>
					<thead>
						<tr>
							<th scope="col">Day</th>
							{series.map(({ name }) => (
								<th scope="col">{name}</th>
							))}
						</tr>
					</thead>
					<tbody>
						{bars.map(({ name, values }) => (
							<tr>
								<th scope="row">{name}</th>
								{values.map((value) => (
									<td>{valueText(value, unit)}</td>
								))}
							</tr>
						))}
					</tbody>
				</table>
			</div>
		</figure>
	);
};

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** The text is not escaped: it consists of numbers, dates and constant names of series. */
function barSvg({ name, values }: Bar, n: number, highest: number, series: readonly Series[], unit?: string): string {
	const words = series.map(({ name }, at) => `${name}: ${valueText(values[at] ?? 0, unit)}`).join(", ");
	let top = height;
	const parts = series.map(({ tone }, at) => {
		const value = values[at] ?? 0;
		if (value === 0) return "";
		const barHeight = Math.max(minBarHeight, (value / highest) * (height - 1));
		top -= barHeight;
		return `<rect class="${tone}" x="${n + gap / 2}" y="${top.toFixed(2)}" width="${1 - gap}" height="${barHeight.toFixed(2)}"/>`;
	});
	return `<g><title>${name}: ${words}</title><rect class="ground" x="${n}" y="0" width="1" height="${height}"/>${parts.join("")}</g>`;
}
