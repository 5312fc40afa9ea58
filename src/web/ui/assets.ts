import { createHash } from "node:crypto";
import bookingText from "./browser/booking.client.js";
import calendarText from "./browser/calendar.client.js";
import codeText from "./browser/code.client.js";
import copyText from "./browser/copy.client.js";
import docsText from "./browser/docs.client.js";
import filtersText from "./browser/filters.client.js";
import formPicturesText from "./browser/form-pictures.client.js";
import liveText from "./browser/live.client.js";
import picturesText from "./browser/pictures.client.js";
import shortcutsText from "./browser/shortcuts.client.js";
import tryItText from "./browser/try-it.client.js";
import { styleText } from "./style.ts";

export interface Asset {
	/** It contains a hash of the text, so browsers may keep the file for ever. */
	path: string;
	type: string;
	text: string;
}

function asset(name: string, extension: string, type: string, text: string): Asset {
	const hash = createHash("sha256").update(text).digest("hex").slice(0, 16);
	return { path: `/assets/${name}.${hash}.${extension}`, type, text };
}

export const style = asset("style", "css", "text/css; charset=utf-8", styleText);

const script = (name: string, text: string) => asset(name, "js", "text/javascript; charset=utf-8", text);
export const dashboardScripts = [
	script("copy", copyText),
	script("live", liveText),
	script("filters", filtersText),
	script("pictures", picturesText),
	script("calendar", calendarText),
	script("shortcuts", shortcutsText),
];
export const bookingScript = script("booking", bookingText);
export const formPicturesScript = script("form-pictures", formPicturesText);
export const docsScripts = [script("docs", docsText), script("code", codeText)];
export const tryItScript = script("try-it", tryItText);

/** The icon in the browser tab: a drop of ink. */
export const icon = asset(
	"icon",
	"svg",
	"image/svg+xml",
	'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#3346c8"/><path d="M16 6c4 5 6.5 8 6.5 12a6.5 6.5 0 0 1-13 0C9.5 14 12 11 16 6z" fill="#fff"/></svg>',
);

export const allAssets: readonly Asset[] = [
	style,
	...dashboardScripts,
	bookingScript,
	formPicturesScript,
	...docsScripts,
	tryItScript,
	icon,
];
