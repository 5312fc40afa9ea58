import { arc, circle, curve, leaf, placed, smooth } from "./curves.ts";
import type { Sheet } from "./sheet.ts";

/** The lines of a face, which all portraits share. It looks ahead, at (320, 320). */
function face(sheet: Sheet): void {
	sheet.shape(
		smooth(
			[
				[262, 470],
				[256, 560],
				[120, 620],
				[80, 760],
				[560, 760],
				[520, 620],
				[384, 560],
				[378, 470],
			],
			true,
		),
		"paper",
		5,
	);
	sheet.shape(
		smooth(
			[
				[200, 300],
				[214, 180],
				[320, 130],
				[426, 180],
				[440, 300],
				[420, 410],
				[320, 500],
				[220, 410],
			],
			true,
		),
		"paper",
		5,
	);
	for (const side of [-1, 1]) {
		sheet.line(
			smooth([
				[320 + side * 92, 296],
				[320 + side * 62, 278],
				[320 + side * 32, 294],
			]),
			4.5,
		);
		sheet.line(
			smooth([
				[320 + side * 84, 312],
				[320 + side * 62, 318],
				[320 + side * 42, 310],
			]),
			2.4,
		);
		sheet.dot([320 + side * 62, 302], 8);
		sheet.line(
			smooth([
				[320 + side * 104, 262],
				[320 + side * 64, 246],
				[320 + side * 28, 258],
			]),
			6,
		);
	}
	sheet.line(
		smooth([
			[322, 296],
			[338, 352],
			[342, 372],
			[314, 378],
		]),
		3.4,
	);
	sheet.line(
		smooth([
			[276, 424],
			[306, 416],
			[320, 422],
			[334, 416],
			[366, 424],
		]),
		3.6,
	);
	sheet.line(
		smooth([
			[288, 426],
			[320, 446],
			[354, 426],
		]),
		3.2,
	);
}

export function withWaves(sheet: Sheet): void {
	face(sheet);
	for (let n = 0; n < 9; n++) {
		const x = 14 * n;
		for (const side of [-1, 1])
			sheet.line(
				smooth([
					[320, 124],
					[320 + side * (60 + x * 0.7), 132],
					[320 + side * (112 + x * 0.5), 250],
					[320 + side * (100 + x), 370],
					[320 + side * (136 + x * 0.8), 480],
					[320 + side * (104 + x), 600],
				]),
				(t) => 7 - 4 * t,
			);
	}
	sheet
		.shape(placed(leaf(70, 26), { at: [420, 200], turn: -40 }), "color", 3)
		.shape(placed(leaf(58, 24), { at: [420, 206], turn: 24 }), "color", 3);
}

export function withBun(sheet: Sheet): void {
	sheet.shape(circle([320, 92], 66), "black");
	for (const radius of [46, 26]) sheet.line(arc([320, 92], radius, 200, 400), 4, "paper");
	face(sheet);
	const crown = smooth([
		[200, 310],
		[206, 200],
		[254, 136],
		[320, 116],
		[386, 136],
		[434, 200],
		[440, 310],
	]);
	sheet.shape(
		[
			...crown,
			...smooth([
				[436, 300],
				[404, 222],
				[320, 186],
				[236, 222],
				[204, 300],
			]),
		],
		"black",
	);
	for (const n of [-2, -1, 0, 1, 2])
		sheet.line(
			smooth([
				[320 + n * 40, 190 + n * n * 6],
				[320 + n * 30, 156],
				[320 + n * 12, 128],
			]),
			2.4,
			"paper",
		);
	for (const side of [-1, 1]) {
		sheet.line(circle([320 + side * 124, 402], 15), 5, "color");
		for (const n of [0, 1, 2]) sheet.dot([320 + side * 62, 352 + n * 12], 3);
	}
	sheet.line(
		curve((t) => [190 + 260 * t, 640 + 20 * Math.sin(Math.PI * t)]),
		5,
	);
}

export function withBeard(sheet: Sheet): void {
	face(sheet);
	const beard = smooth(
		[
			[204, 330],
			[224, 426],
			[270, 500],
			[320, 532],
			[370, 500],
			[416, 426],
			[436, 330],
			[404, 392],
			[352, 398],
			[320, 392],
			[288, 398],
			[236, 392],
		],
		true,
	);
	sheet.shape(beard, "black").shape(
		smooth(
			[
				[288, 424],
				[320, 418],
				[352, 424],
				[320, 440],
			],
			true,
		),
		"paper",
		2,
	);
	sheet.shape(
		smooth(
			[
				[196, 280],
				[190, 170],
				[280, 96],
				[400, 104],
				[452, 190],
				[442, 284],
				[412, 210],
				[330, 190],
				[240, 206],
			],
			true,
		),
		"color",
		5,
	);
	for (let n = 0; n < 6; n++)
		sheet.line(
			smooth([
				[230 + n * 34, 196],
				[250 + n * 30, 150],
				[300 + n * 20, 116],
			]),
			3,
		);
	for (const side of [-1, 1]) sheet.line(circle([320 + side * 62, 304], 42), 4.5);
	sheet.line(arc([320, 306], 20, 200, 340), 4.5);
}
