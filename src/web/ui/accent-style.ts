import { createHash } from "node:crypto";
import { holdsContrast, type Shades, shadesOf } from "../../domain/studio/brand/colors.ts";

// The security policy allows no styles in a page, so each accent color has a style sheet of its own. Everything within
// `.branded` has the color.

const form = /^#[0-9a-f]{6}$/;

/** Nothing but a color with enough contrast gets into a style sheet. */
export function accentStyle(color: string): string | undefined {
	if (!form.test(color) || !holdsContrast(color)) return undefined;
	const { light, dark } = shadesOf(color);
	const both = (name: keyof Shades) => `light-dark(${light[name]},${dark[name]})`;
	return `@layer tokens{.branded{--accent:${both("accent")};--accent-soft:${both("soft")};--on-accent:${both("on")}}}`;
}

let version: string | undefined;

/** Changes with the way in which the shades are computed, so browsers may keep the style sheets for ever. */
function versionOfShades(): string {
	version ??= createHash("sha256")
		.update(accentStyle("#3346c8") ?? "")
		.digest("hex")
		.slice(0, 8);
	return version;
}

export const accentStylePath = (color: string): string => `/assets/accent.${color.slice(1)}.${versionOfShades()}.css`;

/** Undefined if there is no such style sheet. */
export function accentStyleNamed(file: string): string | undefined {
	const [, digits = "", asked] = /^accent\.([0-9a-f]{6})\.([0-9a-f]{8})\.css$/.exec(file) ?? [];
	return asked === versionOfShades() ? accentStyle(`#${digits}`) : undefined;
}
