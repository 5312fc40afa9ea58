import { contrast, hexOfLch, lchOf, mix } from "./color-arithmetic.ts";

/** The grounds of the pages in light and in dark, as src/web/ui/styles/tokens/palette.css has them. */
export const grounds = {
	light: { page: "#f7f6f3", card: "#ffffff" },
	dark: { page: "#131312", card: "#1c1c1a", sunken: "#252422" },
} as const;

/** The least contrast of text (WCAG 2.2, 1.4.3). */
export const leastContrast = 4.5;

const white = "#ffffff";

const isLegible = (color: string, on: readonly string[]): boolean =>
	on.every((ground) => contrast(color, ground) >= leastContrast);

/** White text must be legible on the color, and text in the color on the page (contract: Dashboard 70). */
export const holdsContrast = (color: string): boolean => isLegible(color, [white, ...Object.values(grounds.light)]);

const steps = 200;

/** The hue stays, and the color is darker by as little as possible. */
export function nearestThatHolds(color: string): string {
	if (holdsContrast(color)) return color;
	const [lightness, chroma, hue] = lchOf(color);
	for (let n = 1; n < steps; n++) {
		const darker = hexOfLch([lightness * (1 - n / steps), chroma, hue]);
		if (holdsContrast(darker)) return darker;
	}
	return "#000000";
}

export interface Shades {
	/** Buttons, links and the focus ring. */
	accent: string;
	/** A ground behind text in the accent color. */
	soft: string;
	/** Text on the accent color. */
	on: string;
}

export function shadesOf(color: string): { light: Shades; dark: Shades } {
	const dark = lighterFor(color);
	const [, chroma, hue] = lchOf(color);
	return {
		light: { accent: color, soft: softOf(color, white, 0.1), on: white },
		dark: {
			accent: dark,
			soft: softOf(dark, grounds.dark.card, 0.2),
			on: hexOfLch([0.22, Math.min(chroma, 0.06), hue]),
		},
	};
}

/** Light enough to stand out on a dark page. */
const leastLightness = 0.78;

function lighterFor(color: string): string {
	const [lightness, chroma, hue] = lchOf(color);
	for (let light = Math.max(lightness, leastLightness); light < 1; light += 1 / steps) {
		const lighter = hexOfLch([light, Math.min(chroma, 0.14), hue]);
		if (isLegible(lighter, Object.values(grounds.dark))) return lighter;
	}
	return white;
}

/** As much of the color as leaves text in it legible. */
function softOf(color: string, ground: string, share: number): string {
	for (let part = share; part > 0; part -= 0.01) {
		const soft = mix(ground, color, part);
		if (isLegible(color, [soft])) return soft;
	}
	return ground;
}
