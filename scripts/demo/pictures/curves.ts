import type { Point } from "./sheet.ts";

/** Points of a curve, for t from 0 to 1. */
export const curve = (at: (t: number) => Point, steps = 48): Point[] =>
	Array.from({ length: steps + 1 }, (_, n) => at(n / steps));

export const circle = ([x, y]: Point, radius: number, flat = 1): Point[] =>
	curve((t) => [x + radius * Math.cos(t * 2 * Math.PI), y + radius * flat * Math.sin(t * 2 * Math.PI)]);

/** A part of a circle, by angles in degrees: 0 points to the right, 90 down. */
export const arc = ([x, y]: Point, radius: number, from: number, to: number): Point[] =>
	curve((t) => {
		const angle = ((from + (to - from) * t) * Math.PI) / 180;
		return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
	});

/** A smooth line through the points (Catmull and Rom). */
export function smooth(points: readonly Point[], closed = false): Point[] {
	const count = points.length;
	const get = (n: number): Point => points[closed ? (n + count) % count : Math.min(count - 1, Math.max(0, n))] as Point;
	return Array.from({ length: closed ? count : count - 1 }, (_, n) => {
		const [a, b, c, d] = [get(n - 1), get(n), get(n + 1), get(n + 2)];
		const along = (t: number, axis: 0 | 1) =>
			0.5 *
			(2 * b[axis] +
				(c[axis] - a[axis]) * t +
				(2 * a[axis] - 5 * b[axis] + 4 * c[axis] - d[axis]) * t ** 2 +
				(3 * b[axis] - a[axis] - 3 * c[axis] + d[axis]) * t ** 3);
		return curve((t) => [along(t, 0), along(t, 1)], 14);
	}).flat();
}

/** A leaf or petal from the origin to the right. `round` moves its widest place. */
export const leaf = (length: number, width: number, round = 1): Point[] => {
	const side = (sign: number) => curve((t) => [length * t, sign * (width / 2) * Math.sin(Math.PI * t ** round)], 24);
	return [...side(1), ...side(-1).reverse()];
};

interface Placed {
	at: Point;
	/** In degrees. */
	turn?: number;
	scale?: number;
}

export function placed(points: readonly Point[], { at: [x, y], turn = 0, scale = 1 }: Placed): Point[] {
	const angle = (turn * Math.PI) / 180;
	const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
	return points.map(([px, py]) => [x + px * cos - py * sin, y + px * sin + py * cos]);
}

/** The same on the other side of an upright line. */
export const mirrored = (points: readonly Point[], axis: number): Point[] => points.map(([x, y]) => [2 * axis - x, y]);

/** The point of a line at t, and its direction there in degrees. */
export function along(line: readonly Point[], t: number): { at: Point; turn: number } {
	const n = Math.min(line.length - 2, Math.floor(t * (line.length - 1)));
	const [[x, y], [toX, toY]] = [line[n], line[n + 1]] as [Point, Point];
	const part = t * (line.length - 1) - n;
	return { at: [x + (toX - x) * part, y + (toY - y) * part], turn: (Math.atan2(toY - y, toX - x) * 180) / Math.PI };
}
