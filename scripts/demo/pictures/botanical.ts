import { along, arc, circle, curve, leaf, placed, smooth } from "./curves.ts";
import type { Point, Sheet } from "./sheet.ts";

const [left, right] = [-1, 1];

/** A frond with leaflets that become smaller towards its tip. */
function frond(sheet: Sheet, stem: readonly Point[], length: number): void {
	sheet.line(stem, (t) => 5 - 3.5 * t);
	const pairs = 19;
	for (let n = 1; n < pairs; n++) {
		const t = n / pairs;
		const { at, turn } = along(stem, t);
		const reach = length * Math.sin(Math.PI * (0.16 + 0.84 * t) ** 0.8) * (1 - 0.25 * t);
		for (const side of [left, right]) {
			const leaflet = placed(leaf(reach, reach * 0.26, 0.75), { at, turn: turn + side * (72 - 22 * t) });
			sheet.shape(leaflet, "paper", 2.4);
			sheet.line([at, along(leaflet, 0.42).at], 1.2);
		}
	}
}

export function fern(sheet: Sheet): void {
	frond(
		sheet,
		smooth([
			[250, 730],
			[300, 540],
			[345, 330],
			[390, 90],
		]),
		128,
	);
	frond(
		sheet,
		smooth([
			[240, 735],
			[200, 640],
			[140, 560],
			[70, 500],
		]),
		62,
	);
	// A young frond is still rolled up.
	const young = curve((t) => {
		const radius = 62 * (1 - t) ** 0.8 + 3;
		const angle = Math.PI * (1 - 4.2 * t);
		return [500 + radius * Math.cos(angle), 470 + radius * Math.sin(angle)];
	}, 90);
	sheet
		.line(
			smooth([
				[258, 738],
				[360, 680],
				[425, 590],
				[438, 470],
			]),
			4.5,
		)
		.line(young, (t) => 4.5 - 2.5 * t);
}

export function poppies(sheet: Sheet): void {
	poppy(
		sheet,
		[330, 230],
		130,
		smooth([
			[330, 240],
			[325, 420],
			[300, 580],
			[318, 760],
		]),
	);
	poppy(
		sheet,
		[165, 420],
		78,
		smooth([
			[165, 430],
			[180, 560],
			[250, 660],
			[314, 740],
		]),
	);
	const bud = smooth([
		[455, 440],
		[500, 500],
		[470, 600],
		[318, 720],
	]);
	sheet.line(bud, 4).shape(placed(leaf(84, 50, 1), { at: [500, 372], turn: 124 }), "black");
	sheet.line(
		placed(
			curve((t) => [76 * t, 5 * Math.sin(3 * t)]),
			{ at: [498, 376], turn: 124 },
		),
		2,
		"paper",
	);
	for (const [t, turn, length] of [
		[0.62, 28, 150],
		[0.78, 168, 130],
		[0.9, 14, 105],
	] as const) {
		const stem = smooth([
			[330, 240],
			[325, 420],
			[300, 580],
			[318, 760],
		]);
		const { at } = along(stem, t);
		sheet.shape(placed(leaf(length, 40, 0.8), { at, turn: turn - 30 }), "paper");
		sheet.line(
			placed(
				[
					[0, 0],
					[length * 0.9, 0],
				],
				{ at, turn: turn - 30 },
			),
			1.6,
		);
	}
}

function poppy(sheet: Sheet, at: Point, radius: number, stem: readonly Point[]): void {
	sheet.line(stem, 4.5);
	for (const turn of [-150, -30, -90, 150, 30, 90]) {
		const petal = smooth(
			[
				[0, 0],
				[0.45, -0.5],
				[0.95, -0.5],
				[1.08, 0],
				[0.95, 0.5],
				[0.45, 0.5],
			].map(([x = 0, y = 0]): Point => [x * radius, y * radius]),
			true,
		);
		sheet.shape(placed(petal, { at, turn }), "color", 3);
		for (const spread of [-16, 0, 16])
			sheet.line(
				placed(
					[
						[radius * 0.3, 0],
						[radius * 0.72, 0],
					],
					{ at, turn: turn + spread },
				),
				(t) => 2.6 - 2 * t,
			);
	}
	sheet.shape(circle(at, radius * 0.25), "paper", 3);
	for (let n = 0; n < 8; n++)
		sheet.line(
			placed(
				[
					[0, 0],
					[radius * 0.23, 0],
				],
				{ at, turn: n * 45 },
			),
			2,
		);
	for (let n = 0; n < 20; n++) sheet.dot(placed([[radius * 0.34, 0]], { at, turn: n * 18 })[0] as Point, 3);
}

export function lavender(sheet: Sheet): void {
	const stems: Point[][] = [
		[
			[300, 760],
			[290, 520],
			[250, 300],
			[190, 90],
		],
		[
			[310, 760],
			[315, 520],
			[325, 290],
			[330, 60],
		],
		[
			[320, 760],
			[345, 540],
			[400, 330],
			[470, 110],
		],
	];
	for (const points of stems) {
		const stem = smooth(points);
		sheet.line(stem, 3);
		for (let n = 0; n < 13; n++) {
			const { at, turn } = along(stem, 0.58 + n * 0.032);
			const size = 30 - n * 1.4;
			for (const side of [left, right])
				sheet.shape(placed(leaf(size, size * 0.55), { at, turn: turn + side * 42 }), "color", 2.2);
		}
		for (const [t, side] of [
			[0.2, left],
			[0.3, right],
			[0.42, left],
		] as const) {
			const { at, turn } = along(stem, t);
			sheet.shape(placed(leaf(120, 17), { at, turn: turn + side * 24 }), "paper", 2.4);
		}
	}
	// The ribbon around them
	sheet.shape(
		smooth(
			[
				[282, 608],
				[348, 598],
				[352, 626],
				[284, 634],
			],
			true,
		),
		"paper",
	);
	sheet
		.line(
			smooth([
				[318, 624],
				[350, 670],
				[340, 710],
				[372, 742],
			]),
			3,
		)
		.line(arc([292, 650], 26, -90, 60), 3);
}
