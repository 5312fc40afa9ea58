import { arc, circle, leaf, placed, smooth } from "./curves.ts";
import { type Point, Sheet } from "./sheet.ts";

/** Letters of 60 by 90 units, each as its strokes. */
const letters: Record<string, readonly (readonly Point[])[]> = {
	D: [
		[
			[4, 0],
			[4, 90],
		],
		smooth([
			[4, 2],
			[30, 4],
			[54, 24],
			[54, 66],
			[30, 86],
			[4, 88],
		]),
	],
	E: [
		[
			[4, 0],
			[4, 90],
		],
		[
			[4, 2],
			[46, 2],
		],
		[
			[4, 45],
			[38, 45],
		],
		[
			[4, 88],
			[46, 88],
		],
	],
	M: [
		[
			[2, 90],
			[2, 0],
			[30, 52],
			[58, 0],
			[58, 90],
		],
	],
	O: [circle([30, 45], 29, 1.52)],
	S: [
		smooth([
			[50, 12],
			[30, 2],
			[8, 14],
			[12, 36],
			[44, 52],
			[50, 74],
			[30, 88],
			[4, 76],
		]),
	],
	T: [
		[
			[2, 2],
			[54, 2],
		],
		[
			[28, 2],
			[28, 90],
		],
	],
	U: [
		smooth([
			[4, 0],
			[4, 54],
			[12, 80],
			[30, 88],
			[48, 80],
			[56, 54],
			[56, 0],
		]),
	],
	I: [
		[
			[8, 0],
			[8, 90],
		],
	],
};
const widths: Record<string, number> = { E: 48, I: 16, S: 54, T: 56 };

/** The words as strokes, from the left. */
function write(sheet: Sheet, words: string, [x, y]: Point, scale: number): void {
	let at = x;
	for (const letter of words) {
		for (const stroke of letters[letter] ?? []) sheet.line(placed(stroke, { at: [at, y], scale }), 9);
		at += ((widths[letter] ?? 60) + 22) * scale;
	}
}

/** A leaf with a needle through it, and the name. */
export function logo(): Buffer<ArrayBuffer> {
	const sheet = new Sheet(1010, 200);
	sheet.line(circle([100, 100], 88), 8);
	sheet.shape(placed(leaf(150, 74, 0.85), { at: [52, 150], turn: -45 }), "color", 6);
	sheet
		.line(
			[
				[44, 158],
				[156, 44],
			],
			(t) => 8 - 5 * t,
		)
		.line(arc([40, 162], 9, 0, 360), 5);
	for (const [t, side] of [
		[0.35, 1],
		[0.5, -1],
		[0.62, 1],
	] as const)
		sheet.line(
			placed(
				[
					[0, 0],
					[30, 0],
				],
				{ at: [44 + 112 * t, 158 - 114 * t], turn: -45 + side * 38 },
			),
			4,
		);
	write(sheet, "DEMO", [222, 56], 1);
	write(sheet, "STUDIO", [222 + 340, 56], 1);
	return sheet.png([58, 110, 84], [255, 255, 255]);
}
