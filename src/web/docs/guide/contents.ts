import { outsideCode } from "../content/outside-code.ts";
import { anchorOf } from "../layout/anchor.ts";

export interface Heading {
	text: string;
	anchor: string;
}

export const headingsOf = (markdown: string): Heading[] =>
	[...outsideCode(markdown).matchAll(/^## (.+)$/gm)].map(([, text = ""]) => ({
		text: text.replaceAll(/[`*]/g, ""),
		anchor: anchorOf(text),
	}));
