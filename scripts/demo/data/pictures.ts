import { fern, lavender, poppies } from "../pictures/botanical.ts";
import { koi, moth, snake, swallow, wave } from "../pictures/creatures.ts";
import { band, dagger, heart, mandala, moon } from "../pictures/ornaments.ts";
import { withBeard, withBun, withWaves } from "../pictures/portraits.ts";
import { type Color, Sheet } from "../pictures/sheet.ts";

export interface Drawing {
	draw: (sheet: Sheet) => void;
	color?: Color;
	caption: string;
}

const red: Color = [176, 58, 46];
const violet: Color = [122, 104, 176];
const green: Color = [58, 110, 84];
const blue: Color = [44, 92, 138];
const gold: Color = [200, 142, 48];
const grey: Color = [122, 117, 110];

/** The picture that shows the artist is called "portrait". By artist, in the order of the gallery. */
export const artistPictures: Record<string, Record<string, Drawing>> = {
	mika: {
		portrait: { draw: withBeard, color: gold, caption: "Mika, drawn by Joana" },
		fern: { draw: fern, caption: "Fern with a young frond, fine line" },
		moon: { draw: moon, caption: "Crescent moon shaded with dots, among stars" },
		lavender: { draw: lavender, color: violet, caption: "Three stems of lavender, tied with a ribbon" },
		moth: { draw: moth, caption: "Moth with rings on its wings" },
		poppies: { draw: poppies, color: red, caption: "Two poppies and a bud" },
		wave: { draw: wave, caption: "A wave, drawn in one line" },
		mandala: { draw: mandala, caption: "Mandala of petals and dots" },
		swallow: { draw: swallow, color: blue, caption: "Swallow with open wings" },
	},
	zeynep: {
		portrait: { draw: withBun, color: gold, caption: "Zeynep, by herself" },
		band: { draw: band, caption: "Band for a forearm, solid lozenges" },
		mandala: { draw: mandala, caption: "Mandala for an elbow" },
		snake: { draw: snake, color: red, caption: "Snake with a banded back" },
		moth: { draw: moth, caption: "Moth over the breastbone" },
		dagger: { draw: dagger, color: grey, caption: "Dagger through a rose, black and grey" },
		moon: { draw: moon, caption: "Moon in dotwork" },
	},
	joana: {
		portrait: { draw: withWaves, color: green, caption: "Joana, drawn by Zeynep" },
		dagger: { draw: dagger, color: red, caption: "Dagger through a red rose" },
		koi: { draw: koi, color: gold, caption: "Two koi that follow each other" },
		heart: { draw: heart, color: red, caption: "Heart with a banner, and rays around it" },
		swallow: { draw: swallow, color: blue, caption: "Swallow with blue wings" },
		snake: { draw: snake, color: green, caption: "Snake with a green tongue" },
		poppies: { draw: poppies, color: gold, caption: "Golden poppies" },
	},
};

/** The pictures that event types show, by type. Those without one are not about a motif. */
export const typePictures: Record<string, string> = {
	"mika/fine-line": "fern",
	"mika/full-day": "poppies",
	"zeynep/blackwork": "band",
	"zeynep/cover-up": "snake",
	"joana/neo-traditional": "dagger",
};

/** Pictures of other records, by the name of the step that makes the record. */
export const otherPictures: Record<string, { path: string; drawing: Drawing }> = {
	"idea/sleeve": { path: "/v1/ideas", drawing: { draw: lavender, color: violet, caption: "Sketch for the upper arm" } },
	"idea/koi": { path: "/v1/ideas", drawing: { draw: koi, color: gold, caption: "First sketch of the two koi" } },
	"idea/mandala": { path: "/v1/ideas", drawing: { draw: mandala, caption: "Centre on the elbow's point" } },
	"lead/olena": { path: "/v1/leads", drawing: { draw: band, color: red, caption: "The pattern, redrawn" } },
	"lead/emil": { path: "/v1/leads", drawing: { draw: moon, caption: "The mood of it, without the needle" } },
	"form_submission/intake/0": {
		path: "/v1/form_submissions",
		drawing: { draw: wave, caption: "Grandmother's boat had this on its bow" },
	},
};

export function drawn({ draw, color }: Drawing): Buffer<ArrayBuffer> {
	const sheet = new Sheet(640, 800);
	draw(sheet);
	return sheet.png(color);
}
