import { png } from "./png.ts";

export type Point = readonly [x: number, y: number];
export type Color = readonly [number, number, number];
/** The paper covers what was drawn before. */
export type Ink = "black" | "color" | "paper";

/** The steps from the paper to each ink. */
const levels = 64;
const paper: Color = [250, 247, 240];
const black: Color = [28, 26, 24];

/** A sheet of paper on which lines, dots and shapes are drawn in black and one color. */
export class Sheet {
	readonly width: number;
	readonly height: number;
	readonly #black: Float32Array;
	readonly #color: Float32Array;

	constructor(width: number, height: number) {
		this.width = width;
		this.height = height;
		this.#black = new Float32Array(width * height);
		this.#color = new Float32Array(width * height);
	}

	/** A line through the points. Its width may change from 0 at the first point to 1 at the last. */
	line(points: readonly Point[], width: number | ((t: number) => number) = 3, ink: Ink = "black"): this {
		const widthAt = typeof width === "number" ? () => width : width;
		for (let n = 1; n < points.length; n++) {
			const [[x, y], [toX, toY]] = [points[n - 1], points[n]] as [Point, Point];
			const steps = Math.max(1, Math.ceil(Math.hypot(toX - x, toY - y)));
			for (let step = 0; step <= steps; step++) {
				const t = step / steps;
				this.dot([x + (toX - x) * t, y + (toY - y) * t], widthAt((n - 1 + t) / (points.length - 1)) / 2, ink);
			}
		}
		return this;
	}

	dot([x, y]: Point, radius: number, ink: Ink = "black"): this {
		const reach = radius + 1;
		for (let row = Math.max(0, Math.floor(y - reach)); row <= Math.min(this.height - 1, y + reach); row++)
			for (let column = Math.max(0, Math.floor(x - reach)); column <= Math.min(this.width - 1, x + reach); column++) {
				const cover = radius + 0.5 - Math.sqrt((column - x) ** 2 + (row - y) ** 2);
				if (cover > 0) this.#ink(row * this.width + column, Math.min(1, cover), ink);
			}
		return this;
	}

	/** A filled shape, with an outline unless its width is 0. */
	shape(points: readonly Point[], fill: Ink, outline = 3): this {
		const closed = [...points, points[0] as Point];
		const ys = points.map(([, y]) => y);
		const last = Math.min(this.height - 1, Math.ceil(Math.max(...ys)));
		for (let row = Math.max(0, Math.floor(Math.min(...ys))); row <= last; row++) {
			const crossings = crossingsAt(closed, row).sort((a, b) => a - b);
			for (let n = 0; n + 1 < crossings.length; n += 2) {
				const [from, to] = [crossings[n] ?? 0, crossings[n + 1] ?? 0];
				for (let column = Math.max(0, Math.ceil(from)); column <= Math.min(this.width - 1, to); column++)
					this.#ink(row * this.width + column, 1, fill);
			}
		}
		return this.line(closed, outline || 1, outline ? "black" : fill);
	}

	#ink(at: number, cover: number, ink: Ink): void {
		const [b, c] = [this.#black[at] ?? 0, this.#color[at] ?? 0];
		if (ink === "black") this.#black[at] = Math.max(b, cover);
		else this.#black[at] = Math.min(b, 1 - cover);
		if (ink === "color") this.#color[at] = Math.max(c, cover);
		else if (ink === "paper") this.#color[at] = Math.min(c, 1 - cover);
	}

	png(color: Color = black, ground: Color = paper): Buffer<ArrayBuffer> {
		const pixels = new Uint8Array(this.width * this.height);
		for (let at = 0; at < pixels.length; at++) {
			const [b, c] = [this.#black[at] ?? 0, this.#color[at] ?? 0];
			pixels[at] = b >= c ? Math.round(b * (levels - 1)) : levels + Math.round(c * (levels - 1));
		}
		return png(this, [...shades(ground, black), ...shades(ground, color)], pixels);
	}
}

const shades = (ground: Color, ink: Color): Color[] =>
	Array.from({ length: levels }, (_, n) => {
		const t = n / (levels - 1);
		return ground.map((one, channel) => Math.round(one + ((ink[channel] ?? 0) - one) * t)) as unknown as Color;
	});

function crossingsAt(closed: readonly Point[], row: number): number[] {
	const found: number[] = [];
	for (let n = 1; n < closed.length; n++) {
		const [[x, y], [toX, toY]] = [closed[n - 1], closed[n]] as [Point, Point];
		if (y <= row !== toY <= row) found.push(x + ((row - y) / (toY - y)) * (toX - x));
	}
	return found;
}
