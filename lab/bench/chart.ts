import { spreadOf } from "./figures.ts";
import { perSecond, type Result } from "./report.ts";
import type { ContenderName } from "./runtime.ts";

const width = 860;
const left = 320;
const bar = 14;
const gap = 4;
const colours: Record<ContenderName, string> = {
	floor: "#475569",
	product: "#7c3aed",
	agent: "#be185d",
	"better-auth": "#d97706",
	"plain-queue": "#0891b2",
};

const escaped = (text: string) => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);

/** Relative to the fastest contender. A line shows the slowest and the fastest round. */
function drawn({ name, contenders }: Result, top: number): string {
	const bars = contenders.map(({ who, rounds }) => ({ who, ...spreadOf(rounds.map(perSecond)) }));
	const most = Math.max(...bars.map((one) => one.most));
	const x = (value: number) => left + (value / most) * (width - left - 80);
	const shown = bars.map(({ who, median, least, most: best }, n) => {
		const y = top + n * (bar + gap);
		return `<rect x="${left}" y="${y}" width="${(x(median) - left).toFixed(1)}" height="${bar}" fill="${colours[who]}"/>
<line x1="${x(least).toFixed(1)}" x2="${x(best).toFixed(1)}" y1="${y + bar / 2}" y2="${y + bar / 2}" stroke="#111" stroke-width="2"/>
<text x="${(x(best) + 6).toFixed(1)}" y="${y + bar - 3}">${median < 10 ? median.toFixed(1) : median.toFixed(0)}</text>`;
	});
	return `<text x="${left - 8}" y="${top + bar - 3}" text-anchor="end">${escaped(name)}</text>${shown.join("")}`;
}

export function chart(results: Result[]): string {
	const legend = Object.entries(colours).map(
		([who, colour], n) => `<text x="${left + n * 100}" y="18" fill="${colour}">${who}</text>`,
	);
	let top = 34;
	const rows = results.map((result) => {
		const row = drawn(result, top);
		top += result.contenders.length * (bar + gap) + 14;
		return row;
	});
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${top}" font-family="system-ui" font-size="13">
<title>Requests a second of each contender</title>
<rect width="100%" height="100%" fill="#fff"/>
${legend.join("")}<text x="${width - 8}" y="18" text-anchor="end">requests a second</text>
${rows.join("\n")}
</svg>
`;
}
