import { arc, circle, curve, leaf, placed, smooth } from "./curves.ts";
import type { Point, Sheet } from "./sheet.ts";

const center: Point = [320, 400];

const around = (count: number, draw: (turn: number) => void): void => {
	for (let n = 0; n < count; n++) draw((n * 360) / count);
};
const at = (turn: number, radius: number): Point => placed([[radius, 0]], { at: center, turn })[0] as Point;

export function mandala(sheet: Sheet): void {
	around(16, (turn) =>
		sheet.shape(placed(leaf(92, 62, 0.8), { at: at(turn + 11.25, 180), turn: turn + 11.25 }), "paper", 3),
	);
	around(16, (turn) => {
		for (let n = 0; n < 5; n++) sheet.dot(at(turn + 11.25, 200 + n * 13), 4.5 - n * 0.6);
		sheet.dot(at(turn, 268), 4).dot(at(turn, 283), 2.6);
	});
	sheet.shape(circle(center, 182), "paper", 4);
	around(8, (turn) => sheet.shape(placed(leaf(108, 84, 0.9), { at: at(turn, 70), turn }), "black", 3));
	around(8, (turn) => sheet.shape(placed(leaf(72, 46, 0.9), { at: at(turn, 92), turn }), "paper", 2));
	around(8, (turn) => {
		for (let n = 0; n < 4; n++) sheet.dot(at(turn, 108 + n * 13), 4 - n * 0.7);
		for (let n = 0; n < 4; n++) sheet.dot(at(turn + 22.5, 168 - n * 11), 3.6 - n * 0.6);
	});
	sheet.shape(circle(center, 72), "paper", 4);
	around(12, (turn) => sheet.shape(placed(leaf(50, 24), { at: at(turn, 18), turn }), turn % 60 ? "paper" : "black", 2));
	sheet.shape(circle(center, 16), "black").dot(center, 6, "paper");
}

export function moon(sheet: Sheet): void {
	sheet.shape(circle(center, 170), "paper", 4).shape(circle([382, 372], 142), "paper", 4);
	const crescent = [...arc(center, 170, 46, 304), ...arc([382, 372], 142, 292, 58)];
	sheet.shape(crescent, "paper", 4);
	// Dots shade the crescent towards its outer edge.
	for (let ring = 0; ring < 7; ring++) {
		const radius = 160 - ring * 10;
		for (let angle = 62 + ring * 8; angle < 290 - ring * 8; angle += 4 + ring * 1.8)
			sheet.dot(placed([[radius, 0]], { at: center, turn: angle })[0] as Point, 2.6 - ring * 0.22);
	}
	// Nothing is left of the circle that cut the crescent out.
	sheet.line(arc([382, 372], 142, -66, 56), 8, "paper").line(arc(center, 170, -54, 44), 8, "paper");
	for (const [x, y, size] of [
		[440, 330, 46],
		[400, 440, 24],
		[505, 430, 30],
		[470, 230, 20],
		[540, 300, 16],
	] as const)
		star(sheet, [x, y], size);
	around(24, (turn) => sheet.line([at(turn, 215), at(turn, turn % 30 ? 232 : 262)], (t) => 4 - 3 * t));
}

function star(sheet: Sheet, where: Point, size: number): void {
	for (const turn of [0, 90]) {
		const ray = [...leaf(size, size * 0.22), ...placed(leaf(size, size * 0.22), { at: [0, 0], turn: 180 })];
		sheet.shape(placed(ray, { at: where, turn }), "black", 1);
	}
}

export function dagger(sheet: Sheet): void {
	sheet.shape(
		[
			[320, 720],
			[282, 330],
			[358, 330],
		],
		"paper",
		4,
	);
	sheet.shape(
		[
			[320, 716],
			[320, 330],
			[356, 330],
		],
		"black",
		2,
	);
	sheet.shape(
		smooth(
			[
				[210, 300],
				[320, 318],
				[430, 300],
				[446, 326],
				[320, 352],
				[194, 326],
			],
			true,
		),
		"color",
		4,
	);
	sheet.shape(
		[
			[300, 304],
			[340, 304],
			[336, 170],
			[304, 170],
		],
		"paper",
		4,
	);
	for (let n = 0; n < 6; n++)
		sheet.line(
			[
				[302, 290 - n * 22],
				[338, 276 - n * 22],
			],
			5,
		);
	sheet.shape(circle([320, 140], 34), "color", 4).shape(circle([320, 140], 15), "paper", 3);
	rose(sheet, [320, 470], 92);
	for (const turn of [28, 152, 200, -20])
		sheet.shape(
			placed(leaf(104, 52, 0.8), { at: placed([[70, 0]], { at: [320, 470], turn })[0] as Point, turn }),
			"black",
			2,
		);
	rose(sheet, [320, 470], 92);
}

function rose(sheet: Sheet, where: Point, radius: number): void {
	for (const [count, size, offset] of [
		[5, 1, 0],
		[5, 0.74, 36],
		[4, 0.5, 10],
	] as const)
		for (let n = 0; n < count; n++) {
			const turn = offset + (n * 360) / count;
			const petal = smooth(
				[
					[0.1, -0.42],
					[0.8, -0.56],
					[1, 0],
					[0.8, 0.56],
					[0.1, 0.42],
				].map(([x = 0, y = 0]): Point => [x * radius * size, y * radius * size]),
				true,
			);
			sheet.shape(placed(petal, { at: where, turn }), "color", 3);
		}
	const spiral = curve((t) => placed([[radius * 0.3 * (1 - t), 0]], { at: where, turn: t * 720 })[0] as Point, 60);
	sheet.shape(circle(where, radius * 0.32), "color", 3).line(spiral, 3);
}

/** A band of pointed arches and lozenges, as for a forearm. */
export function band(sheet: Sheet): void {
	for (const y of [250, 540])
		sheet
			.line(
				[
					[40, y],
					[600, y],
				],
				8,
			)
			.line(
				[
					[40, y + (y < 400 ? 16 : -16)],
					[600, y + (y < 400 ? 16 : -16)],
				],
				3,
			);
	for (let x = 90; x < 600; x += 92) {
		sheet.shape(
			[
				[x, 285],
				[x + 40, 395],
				[x, 505],
				[x - 40, 395],
			],
			"black",
			2,
		);
		sheet.shape(
			[
				[x, 325],
				[x + 22, 395],
				[x, 465],
				[x - 22, 395],
			],
			"paper",
			2,
		);
		sheet.shape(
			[
				[x, 362],
				[x + 10, 395],
				[x, 428],
				[x - 10, 395],
			],
			"black",
			2,
		);
		for (const y of [292, 498]) {
			const sign = y < 400 ? 1 : -1;
			if (x + 46 < 590)
				sheet.shape(
					[
						[x + 20, y - sign * 12],
						[x + 72, y - sign * 12],
						[x + 46, y + sign * 46],
					],
					"black",
					1,
				);
		}
		if (x + 46 < 590) for (const n of [0, 1, 2]) sheet.dot([x + 46, 378 + n * 17], 4.5);
	}
	for (let x = 54; x < 600; x += 18) sheet.dot([x, 226], 4).dot([x, 564], 4);
}

export function heart(sheet: Sheet): void {
	around(32, (turn) =>
		sheet.line([at(turn, 218), at(turn, turn % 45 ? 250 : 286)], (t) => 5 - 4 * t, turn % 45 ? "black" : "color"),
	);
	const half = smooth([
		[320, 320],
		[262, 250],
		[180, 280],
		[176, 380],
		[240, 470],
		[320, 560],
	]);
	const outline = [...half, ...half.map(([x, y]): Point => [640 - x, y]).reverse()];
	sheet.shape(outline, "color", 6);
	sheet.line(
		smooth([
			[214, 380],
			[216, 330],
			[250, 298],
		]),
		9,
		"paper",
	);
	sheet.shape(
		[
			[150, 430],
			[470, 350],
			[492, 400],
			[172, 482],
		],
		"paper",
		4,
	);
	sheet
		.shape(
			[
				[150, 430],
				[112, 470],
				[172, 482],
			],
			"paper",
			4,
		)
		.shape(
			[
				[470, 350],
				[530, 362],
				[492, 400],
			],
			"paper",
			4,
		);
	for (let n = 0; n < 5; n++)
		sheet.line(
			placed(arc([0, 0], 13, n % 2 ? 0 : 180, n % 2 ? 180 : 360), { at: [226 + n * 46, 436 - n * 11], turn: -14 }),
			4,
		);
}
