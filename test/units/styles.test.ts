import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const web = join(import.meta.dirname, "../../src/web");
const read = (file: string) => readFileSync(join(web, file), "utf8");
const find = (pattern: string) => globSync(pattern, { cwd: web }).map((file) => file.replaceAll("\\", "/"));

const palette = "ui/styles/tokens/palette.css";
const sheets = find("**/*.css")
	.sort()
	.map((file) => ({ file, css: read(file).replaceAll(/\/\*.*?\*\//gs, "") }));
const layered = sheets.filter(({ file }) => /^ui\/styles\/\w+\//.test(file));
const layerOf = (file: string) => file.split("/")[2];

/** A pattern for the names of colours in CSS. */
const names = `
	aliceblue antiquewhite aqua(marine)? azure beige bisque black blanchedalmond blue(violet)? brown burlywood cadetblue
	chartreuse chocolate coral corn(flowerblue|silk) crimson cyan (dark|light)(?!e[nr]\\b)[a-z]+ deep(pink|skyblue) dimgr[ae]y
	dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold(enrod)? gr[ae]y green(yellow)? honeydew
	hotpink indianred indigo ivory khaki lavender(blush)? lawngreen lemonchiffon lime(green)? linen magenta maroon
	medium[a-z]+ midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive(drab)? orange(red)? orchid
	pale[a-z]+ papayawhip peachpuff peru pink plum powderblue purple rebeccapurple red rosybrown royalblue saddlebrown
	salmon sandybrown sea(green|shell) sienna silver skyblue slate(blue|gr[ae]y) snow springgreen steelblue tan teal thistle
	tomato turquoise violet wheat white(smoke)? yellow(green)?`;
const literal = new RegExp(
	`#[0-9a-f]{3,8}\\b|\\b(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|light-dark)\\(|(?<![\\w-])(${names.trim().replaceAll(/\s+/g, "|")})(?![\\w-])`,
	"gi",
);

/** Without the names of custom properties and without strings. */
const values = (css: string): string[] =>
	[...css.matchAll(/[\w-]+:([^{};]+)[;}]/g)].map(([, value = ""]) => value.replaceAll(/--[\w-]+|"[^"]*"/g, ""));

/** The outermost level of a sheet: the heads of its blocks, and its statements. */
function outermost(css: string): string[] {
	let depth = 0;
	let text = "";
	for (const character of css) {
		if (character === "}") depth--;
		else if (depth === 0) text += character === "{" ? ";" : character;
		if (character === "{") depth++;
	}
	return text
		.split(";")
		.map((head) => head.trim())
		.filter(Boolean);
}

const literalsIn = (value: string): string[] => value.match(literal) ?? [];

test("the palette alone names colours, and tells light from dark", () => {
	const others = sheets.filter(({ file }) => file !== palette);
	const named = others.flatMap(({ file, css }) =>
		[...values(css).flatMap(literalsIn), ...(css.match(/prefers-color-scheme/g) ?? [])].map((found) => [file, found]),
	);
	expect(named).toEqual([]);
});

test("no component names a colour, and the icon of the site has colours of the palette", () => {
	const named = find("**/*.{ts,tsx}").flatMap((file) =>
		[...read(file).matchAll(/\b(?:fill|stroke|color|stop-color)="([^"]*)"/g)].flatMap(([, value = ""]) =>
			literalsIn(value).map((colour) => ({ file, colour })),
		),
	);
	// The icon is a file of its own, so it cannot read the palette.
	expect([...new Set(named.map(({ file }) => file))]).toEqual(["ui/assets.ts"]);
	for (const { colour } of named) expect(read(palette)).toContain(`(${colour},`);
});

test("every custom property that a rule uses is defined, and every one that is defined is used", () => {
	const matches = (pattern: RegExp) =>
		new Set(sheets.flatMap(({ css }) => [...css.matchAll(pattern)].map(([, name]) => name)));
	const used = matches(/var\((--(?!scalar-)[\w-]+)/g);
	const defined = matches(/[{;\s](--(?!scalar-)[\w-]+):/g);
	expect([...used].sort()).toEqual([...defined].sort());
});

test("every rule stands in the layer that its folder names", () => {
	for (const { file, css } of layered) expect([file, ...outermost(css)]).toEqual([file, `@layer ${layerOf(file)}`]);
});

test("every layer has its place in the order, and every sheet is served", () => {
	const order = /^@layer ([\w, ]+);/m.exec(read("ui/styles/layers.css"))?.[1]?.split(", ") ?? [];
	expect([...new Set(layered.map(({ file }) => layerOf(file)))].sort()).toEqual(order.sort());
	const imported = ["ui/style.ts", "docs/style.ts", "docs/try-it/try-it-page.tsx"].flatMap((from) =>
		[...read(from).matchAll(/from "(\.{1,2}\/.*\.css)"/g)].map(([, path = ""]) =>
			join(from, "..", path).replaceAll("\\", "/"),
		),
	);
	expect([...new Set(imported)].sort()).toEqual(sheets.map(({ file }) => file).sort());
});

test("no rule stands outside the layers but those beside Scalar's, which are in none", () => {
	const others = sheets.filter((sheet) => !layered.includes(sheet)).map(({ file, css }) => [file, outermost(css)]);
	expect(others).toEqual([
		["docs/try-it/try-it.css", expect.anything()],
		["ui/styles/layers.css", [expect.stringMatching(/^@layer [^{]+$/)]],
	]);
});
