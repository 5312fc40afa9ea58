const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Characters that take two columns: East Asian wide ones, and emoji. */
const wide =
	/[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u;

const widthOfOne = (grapheme: string): number =>
	wide.test(grapheme) ? 2 : /^[\p{Mark}\u200b-\u200d]+$/u.test(grapheme) ? 0 : 1;

const parts = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment);

/** The number of terminal columns that the text takes. */
export const widthOf = (text: string): number => parts(text).reduce((sum, part) => sum + widthOfOne(part), 0);

/** An ellipsis marks the cut. */
export function cutTo(text: string, columns: number): string {
	if (widthOf(text) <= columns) return text;
	let [kept, width] = ["", 0];
	for (const part of parts(text)) {
		width += widthOfOne(part);
		if (width > columns - 1) break;
		kept += part;
	}
	return columns > 0 ? `${kept}…` : "";
}

export const padTo = (text: string, columns: number): string => text + " ".repeat(Math.max(0, columns - widthOf(text)));
