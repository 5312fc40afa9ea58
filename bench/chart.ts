import { spreadOf } from "./figures.ts";
import type { Result } from "./report.ts";

const width = 720;
const left = 250;
const bar = 16;
const row = 56;
const colours = { floor: "#8a8f98", product: "#7c3aed" };

const escaped = (text: string) => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);

/** Requests a second of each contender as bars, with a line from the slowest to the fastest round. */
export function chart(results: Result[]): string {
	const spreads = results.map(({ name, floor, product }) => ({
		name,
		bars: Object.entries({ floor, product }).map(([who, rounds]) => ({
			who: who as keyof typeof colours,
			...spreadOf(rounds.map(({ perSecond }) => perSecond)),
		})),
	}));
	const most = Math.max(...spreads.flatMap(({ bars }) => bars.map((one) => one.most)));
	const x = (value: number) => left + (value / most) * (width - left - 70);
	const rows = spreads.map(({ name, bars }, n) => {
		const top = 30 + n * row;
		const drawn = bars.map(({ who, median, least, most: best }, m) => {
			const y = top + m * (bar + 4);
			return `<rect x="${left}" y="${y}" width="${x(median) - left}" height="${bar}" fill="${colours[who]}"/>
<line x1="${x(least)}" x2="${x(best)}" y1="${y + bar / 2}" y2="${y + bar / 2}" stroke="#111" stroke-width="2"/>
<text x="${x(best) + 6}" y="${y + bar - 4}">${median.toFixed(0)}</text>`;
		});
		return `<text x="${left - 8}" y="${top + bar + 6}" text-anchor="end">${escaped(name)}</text>${drawn.join("")}`;
	});
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${30 + results.length * row}" font-family="system-ui" font-size="13">
<rect width="100%" height="100%" fill="#fff"/>
<text x="${left}" y="18" fill="${colours.floor}">floor</text><text x="${left + 50}" y="18" fill="${colours.product}">product</text><text x="${width - 8}" y="18" text-anchor="end">requests a second</text>
${rows.join("\n")}
</svg>
`;
}
