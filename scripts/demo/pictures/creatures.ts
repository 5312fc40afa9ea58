import { along, arc, circle, curve, leaf, mirrored, placed, smooth } from "./curves.ts";
import type { Point, Sheet } from "./sheet.ts";

const middle = 320;

function onBothSides(draw: (side: (points: readonly Point[]) => Point[]) => void): void {
	draw((points) => [...points]);
	draw((points) => mirrored(points, middle));
}

export function moth(sheet: Sheet): void {
	onBothSides((side) => {
		const upper = smooth(
			[
				[330, 330],
				[420, 210],
				[560, 160],
				[600, 190],
				[570, 300],
				[480, 400],
				[345, 420],
			],
			true,
		);
		const lower = smooth(
			[
				[340, 420],
				[450, 420],
				[530, 500],
				[500, 590],
				[440, 620],
				[380, 540],
			],
			true,
		);
		sheet.shape(side(lower), "paper", 4).shape(side(upper), "paper", 4);
		for (const [x, y] of [
			[560, 190],
			[545, 235],
			[528, 280],
			[505, 325],
			[478, 362],
		] as Point[])
			sheet.line(
				side([
					[350, 385],
					[x, y],
				]),
				(t) => 3 - 2 * t,
			);
		for (const radius of [42, 30]) sheet.line(side(circle([478, 265], radius)), 3);
		sheet.shape(side(circle([478, 265], 18)), "black");
		for (let n = 0; n < 9; n++) sheet.dot(side([[425 + n * 12, 590 - Math.abs(4 - n) * 14]])[0] as Point, 4);
		for (const radius of [34, 22]) sheet.line(side(circle([450, 520], radius)), 2.4);
		// The feathered antennae
		const antenna = smooth([
			[328, 280],
			[370, 220],
			[390, 130],
		]);
		sheet.line(side(antenna), 3);
		for (let n = 2; n < 12; n++) {
			const { at, turn } = along(antenna, n / 12);
			for (const sign of [-1, 1])
				sheet.line(
					side(
						placed(
							[
								[0, 0],
								[18, 0],
							],
							{ at, turn: turn + sign * 55 },
						),
					),
					1.8,
				);
		}
	});
	sheet.shape(
		smooth(
			[
				[320, 270],
				[345, 310],
				[346, 400],
				[320, 590],
				[294, 400],
				[295, 310],
			],
			true,
		),
		"black",
	);
	for (let n = 0; n < 7; n++) sheet.line(arc([320, 390 + n * 26], 24 - n * 2, 20, 160), 2.2, "paper");
}

export function snake(sheet: Sheet): void {
	const spine = smooth([
		[130, 700],
		[400, 700],
		[480, 600],
		[340, 520],
		[180, 450],
		[200, 330],
		[380, 290],
		[450, 200],
		[350, 120],
		[250, 150],
	]);
	const widthAt = (t: number) => 8 + 50 * Math.sin(Math.PI * Math.min(1, t * 0.62 + 0.04)) ** 0.9;
	sheet.line(spine, widthAt);
	sheet.line(spine, (t) => Math.max(1, widthAt(t) - 8), "paper");
	for (let n = 2; n < 58; n++) {
		const t = n / 62;
		const { at, turn } = along(spine, t);
		const half = widthAt(t) / 2 - 5;
		if (n % 4 < 2)
			sheet.line(
				placed(
					[
						[0, -half],
						[9, 0],
						[0, half],
					],
					{ at, turn },
				),
				7,
			);
		else for (const y of [-half * 0.5, 0, half * 0.5]) sheet.dot(placed([[0, y]], { at, turn })[0] as Point, 2);
	}
	const head = smooth(
		[
			[290, 96],
			[262, 100],
			[196, 132],
			[182, 156],
			[206, 178],
			[268, 188],
			[300, 172],
		],
		true,
	);
	sheet.shape(head, "paper", 4).shape(circle([236, 138], 8), "black");
	sheet
		.line(
			[
				[184, 158],
				[150, 170],
				[128, 160],
			],
			2.6,
			"color",
		)
		.line(
			[
				[150, 170],
				[134, 188],
			],
			2.6,
			"color",
		);
	sheet.line(
		smooth([
			[190, 160],
			[226, 162],
			[262, 156],
		]),
		2.4,
	);
}

/** Two fish that follow each other in a circle. */
export function koi(sheet: Sheet): void {
	for (const turn of [0, 180]) {
		const around = (points: readonly Point[]) => placed(points, { at: [320, 400], turn });
		const spine = around(arc([0, 0], 185, 200, 52).map(([x, y]): Point => [x, y]));
		// The body is thickest behind the head, which is round.
		const widthAt = (t: number) =>
			t < 0.72
				? 16 + 74 * Math.sin((Math.PI / 2) * (t / 0.72)) ** 1.3
				: 90 * Math.sqrt(Math.max(0, 1 - ((t - 0.72) / 0.28) ** 2));
		const edge = (sign: number) =>
			curve((t) => placed([[0, (sign * widthAt(t)) / 2]], along(spine, t * 0.999))[0] as Point);
		const tail = along(spine, 0.001);
		for (const [angle, length] of [
			[150, 120],
			[205, 120],
			[178, 84],
		] as const)
			sheet.shape(placed(leaf(length, 44, 0.7), { at: tail.at, turn: tail.turn + angle }), "color", 3);
		for (const [t, angle] of [
			[0.62, 118],
			[0.62, -118],
			[0.36, -130],
		] as const) {
			const { at, turn } = along(spine, t);
			const from = placed([[0, Math.sign(angle) * widthAt(t) * 0.4]], { at, turn })[0] as Point;
			sheet.shape(placed(leaf(92, 48, 0.7), { at: from, turn: turn + angle }), "color", 3);
		}
		sheet.shape([...edge(1), ...edge(-1).reverse()], "paper", 4);
		for (let n = 4; n < 17; n++) {
			const t = n / 22;
			const { at, turn } = along(spine, t);
			for (const y of n % 2 ? [-0.28, 0, 0.28] : [-0.14, 0.14]) {
				const scale = placed([[0, y * widthAt(t)]], { at, turn })[0] as Point;
				const size = widthAt(t) * 0.15;
				sheet.shape(
					placed(leaf(size * 1.5, size * 1.9, 1.4), { at: scale, turn: turn + 180 }),
					n % 5 < 3 ? "color" : "paper",
					2,
				);
			}
		}
		sheet.line(gill(along(spine, 0.78)), 3);
		const { at, turn: facing } = along(spine, 0.88);
		for (const y of [-20, 20]) sheet.dot(placed([[0, y]], { at, turn: facing })[0] as Point, 5);
		const mouth = along(spine, 0.985);
		for (const sign of [-1, 1])
			sheet.line(
				placed(
					smooth([
						[-4, sign * 14],
						[14, sign * 24],
						[22, sign * 42],
					]),
					mouth,
				),
				2.2,
			);
	}
	for (const radius of [40, 26, 12]) sheet.line(arc([320, 400], radius, 20, 320), 2.4);
}

const gill = (place: { at: Point; turn: number }) =>
	placed(
		smooth([
			[-6, -40],
			[8, 0],
			[-6, 40],
		]),
		place,
	);

/** One line, without lifting the needle. */
export function wave(sheet: Sheet): void {
	const line = smooth([
		[60, 520],
		[170, 500],
		[260, 400],
		[370, 290],
		[490, 300],
		[520, 390],
		[450, 430],
		[400, 380],
		[440, 340],
	]);
	sheet.line(line, (t) => 9 - 5 * t);
	sheet.line(
		smooth([
			[60, 520],
			[200, 560],
			[330, 540],
			[450, 500],
			[590, 540],
		]),
		(t) => 9 - 6 * t,
	);
	for (const [x, y] of [
		[520, 240],
		[552, 268],
		[560, 318],
	] as Point[])
		sheet.dot([x, y], 5);
}

export function swallow(sheet: Sheet): void {
	sheet.shape(
		smooth(
			[
				[300, 330],
				[420, 300],
				[560, 150],
				[540, 330],
				[430, 420],
				[330, 430],
			],
			true,
		),
		"color",
		4,
	);
	sheet.shape(
		smooth(
			[
				[290, 340],
				[240, 260],
				[90, 190],
				[150, 330],
				[230, 420],
				[310, 430],
			],
			true,
		),
		"color",
		4,
	);
	for (const [x, y] of [
		[520, 240],
		[490, 300],
		[450, 350],
	] as Point[])
		sheet.line(
			[
				[340, 390],
				[x, y],
			],
			3,
		);
	for (const [x, y] of [
		[140, 250],
		[170, 310],
		[215, 360],
	] as Point[])
		sheet.line(
			[
				[290, 390],
				[x, y],
			],
			3,
		);
	for (const [x, y] of [
		[250, 720],
		[180, 700],
	] as Point[])
		sheet.shape(
			smooth(
				[
					[290, 520],
					[x + 30, 620],
					[x, y],
					[x - 4 + 40, 620],
					[270, 500],
				],
				true,
			),
			"black",
		);
	sheet.shape(
		smooth(
			[
				[350, 300],
				[385, 330],
				[370, 410],
				[310, 520],
				[268, 550],
				[262, 490],
				[285, 400],
				[310, 320],
			],
			true,
		),
		"paper",
		4,
	);
	sheet.shape(
		smooth(
			[
				[345, 260],
				[395, 270],
				[400, 320],
				[350, 345],
				[308, 320],
				[312, 280],
			],
			true,
		),
		"black",
	);
	sheet
		.shape(
			[
				[396, 286],
				[436, 300],
				[398, 308],
			],
			"color",
			3,
		)
		.dot([372, 292], 6, "paper");
	for (let n = 0; n < 5; n++) sheet.line(arc([330 - n * 12, 380 + n * 30], 22, 20, 150), 2.4);
}
