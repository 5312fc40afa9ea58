/** Red, green and blue, from 0 to 1. */
type Rgb = readonly [red: number, green: number, blue: number];
/** Lightness from 0 to 1, chroma, and hue in radians, as people see them (OKLCH). */
type Lch = readonly [lightness: number, chroma: number, hue: number];

const rgbOf = (hex: string): Rgb =>
	[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as unknown as Rgb;

const hexOf = (rgb: Rgb): string =>
	`#${rgb
		.map((one) =>
			Math.round(Math.min(1, Math.max(0, one)) * 255)
				.toString(16)
				.padStart(2, "0"),
		)
		.join("")}`;

const linear = (one: number): number => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
const gamma = (one: number): number => (one <= 0.0031308 ? one * 12.92 : 1.055 * Math.max(0, one) ** (1 / 2.4) - 0.055);

function luminance(hex: string): number {
	const [red, green, blue] = rgbOf(hex).map(linear) as unknown as Rgb;
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
	const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (light + 0.05) / (dark + 0.05);
}

/** Between two colors; 0 is the first one. */
export const mix = (one: string, other: string, share: number): string => {
	const [from, to] = [rgbOf(one), rgbOf(other)];
	return hexOf(from.map((part, at) => part + ((to[at] ?? 0) - part) * share) as unknown as Rgb);
};

export function lchOf(hex: string): Lch {
	const [r, g, b] = rgbOf(hex).map(linear) as unknown as Rgb;
	const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
	const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
	const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
	const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
	const green = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
	const blue = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
	return [lightness, Math.hypot(green, blue), Math.atan2(blue, green)];
}

function rgbOfLch([lightness, chroma, hue]: Lch): Rgb {
	const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
	const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
	const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
	const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
	return [
		gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
		gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
		gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
	];
}

const canBeShown = (rgb: Rgb): boolean => rgb.every((one) => one >= -0.0005 && one <= 1.0005);

/** The color that screens can show with this lightness and hue, with as much of the chroma as possible. */
export function hexOfLch([lightness, chroma, hue]: Lch): string {
	let [low, high] = [0, chroma];
	if (canBeShown(rgbOfLch([lightness, chroma, hue]))) low = chroma;
	else
		for (let step = 0; step < 16; step++) {
			const between = (low + high) / 2;
			if (canBeShown(rgbOfLch([lightness, between, hue]))) low = between;
			else high = between;
		}
	return hexOf(rgbOfLch([lightness, low, hue]));
}
