import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface Picture {
	/** The name of a file of scripts/demo/pictures. */
	file: string;
	caption: string;
}

/** The picture that shows the artist is called "portrait". By artist, in the order of the gallery. */
export const artistPictures: Record<string, Record<string, Picture>> = {
	mika: {
		portrait: { file: "mika", caption: "Mika, drawn by Joana" },
		fern: { file: "fern", caption: "Fern with a young frond, fine line" },
		moon: { file: "moon", caption: "Crescent moon shaded with dots, among stars" },
		lavender: { file: "lavender", caption: "Three stems of lavender, tied with a ribbon" },
		moth: { file: "moth", caption: "Moth with rings on its wings" },
		poppies: { file: "poppies-red", caption: "Two poppies and a bud" },
		wave: { file: "wave", caption: "A wave, drawn in one line" },
		mandala: { file: "mandala", caption: "Mandala of petals and dots" },
		swallow: { file: "swallow", caption: "Swallow with open wings" },
	},
	zeynep: {
		portrait: { file: "zeynep", caption: "Zeynep, by herself" },
		band: { file: "band", caption: "Band for a forearm, solid lozenges" },
		mandala: { file: "mandala", caption: "Mandala for an elbow" },
		snake: { file: "snake-red", caption: "Snake with a banded back" },
		moth: { file: "moth", caption: "Moth over the breastbone" },
		dagger: { file: "dagger-grey", caption: "Dagger through a rose, black and grey" },
		moon: { file: "moon", caption: "Moon in dotwork" },
	},
	joana: {
		portrait: { file: "joana", caption: "Joana, drawn by Zeynep" },
		dagger: { file: "dagger-red", caption: "Dagger through a red rose" },
		koi: { file: "koi", caption: "Two koi that follow each other" },
		heart: { file: "heart", caption: "Heart with a banner, and rays around it" },
		swallow: { file: "swallow", caption: "Swallow with blue wings" },
		snake: { file: "snake-green", caption: "Snake with a green tongue" },
		poppies: { file: "poppies-gold", caption: "Golden poppies" },
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
export const otherPictures: Record<string, { path: string; picture: Picture }> = {
	"idea/sleeve": { path: "/v1/ideas", picture: { file: "lavender", caption: "Sketch for the upper arm" } },
	"idea/koi": { path: "/v1/ideas", picture: { file: "koi", caption: "First sketch of the two koi" } },
	"idea/mandala": { path: "/v1/ideas", picture: { file: "mandala", caption: "Centre on the elbow's point" } },
	"lead/olena": { path: "/v1/leads", picture: { file: "band-red", caption: "The pattern, redrawn" } },
	"lead/emil": { path: "/v1/leads", picture: { file: "moon", caption: "The mood of it, without the needle" } },
	"form_submission/intake/0": {
		path: "/v1/form_submissions",
		picture: { file: "wave", caption: "Grandmother's boat had this on its bow" },
	},
};

export const pictureFile = (file: string): Buffer<ArrayBuffer> =>
	readFileSync(join(import.meta.dirname, "../pictures", `${file}.png`));
