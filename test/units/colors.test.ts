import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contrast, hexOfLch, lchOf } from "../../src/domain/studio/brand/color-arithmetic.ts";
import {
	grounds,
	holdsContrast,
	leastContrast,
	nearestThatHolds,
	shadesOf,
} from "../../src/domain/studio/brand/colors.ts";
import { accentStyle } from "../../src/web/ui/accent-style.ts";

/** Colors from all over the cube, and its corners. */
const samples = ["00", "33", "66", "99", "cc", "ff"].flatMap((r) =>
	["00", "33", "66", "99", "cc", "ff"].flatMap((g) => ["00", "80", "ff"].map((b) => `#${r}${g}${b}`)),
);

const hueDistance = (one: string, other: string): number => {
	const apart = Math.abs(lchOf(one)[2] - lchOf(other)[2]);
	return Math.min(apart, 2 * Math.PI - apart);
};

describe("contrast", () => {
	it("is that of WCAG", () => {
		expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
		expect(contrast("#ffffff", "#767676")).toBeCloseTo(4.54, 2);
		expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
	});

	it("holds from 4.5 on, with white and with the ground of the page", () => {
		expect(holdsContrast("#3346c8")).toBe(true);
		expect(holdsContrast("#000000")).toBe(true);
		for (const color of ["#ffffff", "#ffd400", "#777777", "#767676"]) expect(holdsContrast(color)).toBe(false);
	});
});

it("a color survives the way through lightness, chroma and hue", () => {
	for (const color of samples) expect(hexOfLch(lchOf(color))).toBe(color);
});

describe("the nearest color that holds", () => {
	it("is the color itself if it holds", () => {
		expect(nearestThatHolds("#3346c8")).toBe("#3346c8");
	});

	it("holds, for any color, and is darker by as little as possible", () => {
		for (const color of samples.filter((one) => !holdsContrast(one))) {
			const nearest = nearestThatHolds(color);
			expect(holdsContrast(nearest), `${color} → ${nearest}`).toBe(true);
			expect(contrast(nearest, grounds.light.page), `${color} → ${nearest}`).toBeLessThan(leastContrast + 0.35);
		}
	});

	it("has the hue of the color", () => {
		for (const color of samples.filter((one) => !holdsContrast(one) && lchOf(one)[1] > 0.05)) {
			const nearest = nearestThatHolds(color);
			if (lchOf(nearest)[1] > 0.05) expect(hueDistance(color, nearest), `${color} → ${nearest}`).toBeLessThan(0.12);
		}
	});
});

it("text is legible in all shades of any color that holds, in light and in dark", () => {
	for (const color of samples.map(nearestThatHolds)) {
		const { light, dark } = shadesOf(color);
		expect(light.accent).toBe(color);
		for (const [shades, on] of [
			[light, grounds.light],
			[dark, grounds.dark],
		] as const) {
			const pairs = [...Object.values(on), shades.soft, shades.on].map((other) => contrast(shades.accent, other));
			expect(Math.min(...pairs), `${color}: ${JSON.stringify(shades)}`).toBeGreaterThanOrEqual(leastContrast);
		}
	}
});

it("the grounds are those of the palette", () => {
	const palette = readFileSync("src/web/ui/styles/tokens/palette.css", "utf8");
	const { light, dark } = grounds;
	expect(palette).toContain(`--bg: light-dark(${light.page}, ${dark.page})`);
	expect(palette).toContain(`--card: light-dark(#fff, ${dark.card})`);
	expect(palette).toMatch(new RegExp(`--sunken: light-dark\\(#\\w+, ${dark.sunken}\\)`));
});

describe("the style sheet of a color", () => {
	it("has nothing but colors", () => {
		expect(accentStyle("#3346c8")).toMatch(
			/^@layer tokens\{\.branded\{(--[a-z-]+:light-dark\(#[0-9a-f]{6},#[0-9a-f]{6}\);?){3}\}\}$/,
		);
	});

	it("exists for no color that cannot be read, and for nothing else", () => {
		for (const text of ["#ffd400", "#FFF", "red", "#3346c8}body{}", "#3346c8;", "", "url(x)"])
			expect(accentStyle(text)).toBeUndefined();
	});
});
