import type { Caller } from "../../../platform/context.ts";
import type { Language } from "../../../platform/lib/languages.ts";
import { escapeHtml, inLook, oneLine } from "../../../platform/lib/text/email.ts";
import { withoutLinks } from "../../../platform/lib/text/without-links.ts";
import type { Words } from "../../languages/words.ts";
import { type Brand, logoOf, logoUrl } from "../../studio/brand/brand.ts";
import { htmlOf, type MailBody } from "./mail-body.ts";

interface Sender {
	studio: Brand;
	words: Words;
	/** The language of what the studio wrote, if it is not that of the mail. */
	ownLanguage: Language | undefined;
}

const serviceColor = "#3346c8";

/** A mail to a client as HTML, with the logo of the studio, and its color on the buttons. */
export function clientMailHtml(
	caller: Caller,
	{ studio, words, ownLanguage }: Sender,
	mail: MailBody,
	manageLink?: string,
): string {
	const body = htmlOf(mail, { own: ownLanguage, color: studio.accentColor ?? serviceColor });
	return inLook(`${logoHtml(withOrigin(caller, manageLink), studio)}${body}`, words.language);
}

/** In development the schedule does not know the address of the service, but the link of the mail has it. */
function withOrigin(caller: Caller, manageLink: string | undefined): Caller {
	const origin = caller.settings.origin ?? URL.parse(manageLink ?? "")?.origin ?? null;
	return { ...caller, settings: { ...caller.settings, origin } };
}

/** A logo is made for white paper, and some programs show mails on a dark ground. */
const paper = "padding:6px 8px;border-radius:8px;background:#ffffff";

const box = { width: 160, height: 48 };

function logoHtml(caller: Caller, studio: Brand): string {
	const [logo, url] = [logoOf(caller, studio, box), logoUrl(caller, studio)];
	if (!logo || url === undefined) return "";
	const name = escapeHtml(oneLine(withoutLinks(studio.name)));
	return `<p><img src="${url}" alt="${name}" width="${logo.width}" height="${logo.height}" style="${paper}"></p>\n`;
}
