import type { Language } from "../../platform/lib/languages.ts";

/** The attributes of an element whose text a studio wrote, on a page in another language. */
export interface OwnText {
	lang?: Language;
	dir?: "auto";
}
