import * as z from "zod";

/** A color as CSS and `<input type="color">` write it. */
export const accentColor = z
	.string()
	.regex(/^#[0-9a-f]{6}$/i, "must be a color such as #3346c8")
	.transform((color) => color.toLowerCase());
