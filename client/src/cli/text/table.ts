import { visible } from "./visible.ts";
import { cutTo, padTo, widthOf } from "./width.ts";

export interface Column<T> {
	head: string;
	cell(row: T): string;
	/** Colours the cell after it was measured. */
	paint?(text: string, row: T): string;
}

const gap = "  ";
/** A column is not made narrower than this. */
const least = 6;

/**
 * The rows under each other, in columns. A table that is wider than the screen loses the ends of its widest cells.
 * `columns` is undefined where nobody looks at it: then nothing is cut.
 */
export function table<T>(rows: T[], layout: Column<T>[], columns?: number): string[] {
	const cells = rows.map((row) => layout.map(({ cell }) => visible(cell(row))));
	const natural = layout.map(({ head }, n) => Math.max(widthOf(head), ...cells.map((line) => widthOf(line[n] ?? ""))));
	const widths = fit(natural, columns === undefined ? undefined : columns - gap.length * (layout.length - 1));
	const line = (texts: string[], paint: (text: string, n: number) => string) =>
		texts
			.map((text, n) => {
				const width = widths[n] ?? 0;
				const cut = cutTo(text, width);
				// Nothing is padded at the end of a line.
				return paint(cut, n) + (n < texts.length - 1 ? " ".repeat(Math.max(0, width - widthOf(cut))) : "");
			})
			.join(gap)
			.trimEnd();
	return [
		line(
			layout.map(({ head }) => head),
			(text) => text,
		),
		...cells.map((texts, r) => line(texts, (text, n) => layout[n]?.paint?.(text, rows[r] as T) ?? text)),
	];
}

/** Takes from the widest column, one by one, until all fit. */
function fit(natural: number[], room: number | undefined): number[] {
	const widths = [...natural];
	if (room === undefined) return widths;
	for (let excess = widths.reduce((sum, width) => sum + width, 0) - room; excess > 0; excess--) {
		const widest = Math.max(...widths);
		if (widest <= least) break;
		widths[widths.lastIndexOf(widest)] = widest - 1;
	}
	return widths;
}

/** Two columns: a name and what there is to say about it, broken where the screen ends. */
export function glossary(entries: [name: string, about: string][], columns = 80): string[] {
	const first = Math.max(0, ...entries.map(([name]) => widthOf(name)));
	return entries.flatMap(([name, about]) =>
		wrapped(about, Math.max(24, columns - first - 4)).map(
			(text, n) => `  ${padTo(n === 0 ? name : "", first)}  ${text}`,
		),
	);
}

/** The text in lines of at most so many columns. */
export function wrapped(text: string, columns: number): string[] {
	const lines = [""];
	for (const word of text.split(" ")) {
		const last = lines.length - 1;
		const joined = lines[last] ? `${lines[last]} ${word}` : word;
		if (lines[last] && widthOf(joined) > columns) lines.push(word);
		else lines[last] = joined;
	}
	return lines;
}
