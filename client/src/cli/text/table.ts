import { visible } from "./visible.ts";
import { cutTo, padTo, widthOf } from "./width.ts";

export interface Column<T> {
	head: string;
	cell(row: T): string;
	/** The column is never cut, because people copy its cells. */
	whole?: boolean;
	/** The least width to which it is cut. */
	least?: number;
	/** Colours the cell, after its width was measured. */
	paint?(text: string, row: T): string;
}

const gap = "  ";
const defaultMinWidth = 6;

/**
 * If the screen is too narrow, the last columns are left out as long as the least widths do not fit, and the widest
 * cells are cut. Nothing is cut if `columns` is undefined.
 */
export function table<T>(rows: T[], layout: Column<T>[], columns?: number): string[] {
	const measured = layout.map((column) => {
		const cells = rows.map((row) => visible(column.cell(row)));
		const natural = Math.max(...[column.head, ...cells].map(widthOf));
		const narrowest = column.whole
			? natural
			: Math.min(natural, Math.max(column.least ?? defaultMinWidth, widthOf(column.head)));
		return { ...column, cells, natural, narrowest };
	});
	while (
		columns !== undefined &&
		measured.length > 1 &&
		sum(measured.map(({ narrowest }) => narrowest)) + gaps(measured) > columns
	)
		measured.pop();
	const widths = fit(measured, columns === undefined ? undefined : columns - gaps(measured));
	const line = (textOf: (column: (typeof measured)[number]) => string, paint: (text: string, n: number) => string) =>
		measured
			.map((column, n) => {
				const cut = cutTo(textOf(column), widths[n] ?? 0);
				return paint(cut, n) + " ".repeat((widths[n] ?? 0) - widthOf(cut));
			})
			.join(gap)
			.trimEnd();
	return [
		line(
			({ head }) => head,
			(text) => text,
		),
		...rows.map((row, r) =>
			line(
				({ cells }) => cells[r] ?? "",
				(text, n) => measured[n]?.paint?.(text, row) ?? text,
			),
		),
	];
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
const gaps = (columns: unknown[]): number => gap.length * (columns.length - 1);

/** The widest column that can be cut becomes narrower, step by step, until all columns fit. */
function fit(columns: { natural: number; narrowest: number }[], room: number | undefined): number[] {
	const widths = columns.map(({ natural }) => natural);
	const spare = (n: number) => (widths[n] ?? 0) - (columns[n]?.narrowest ?? 0);
	while (room !== undefined && sum(widths) > room) {
		const [widest] = widths
			.map((_, n) => n)
			.filter((n) => spare(n) > 0)
			.sort((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0));
		if (widest === undefined) break;
		widths[widest] = (widths[widest] ?? 0) - 1;
	}
	return widths;
}

/** Two columns: a name and its explanation, wrapped at the width of the screen. */
export function glossary(entries: [name: string, about: string][], columns = 80): string[] {
	const first = Math.max(0, ...entries.map(([name]) => widthOf(name)));
	return entries.flatMap(([name, about]) =>
		wrapped(about, Math.max(24, columns - first - 4)).map(
			(text, n) => `  ${padTo(n === 0 ? name : "", first)}  ${text}`,
		),
	);
}

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
