import type { Caller } from "../../../platform/context.ts";
import type { Language } from "../../../platform/lib/languages.ts";
import { escapeHtml, inLook, oneLine } from "../../../platform/lib/text/email.ts";
import { withoutLinks } from "../../../platform/lib/text/without-links.ts";
import type { Words } from "../../languages/words.ts";
import { type Brand, logoOf, logoUrl } from "../../studio/brand/brand.ts";
import { htmlOf, type MailBody } from "./mail-body.ts";

interface Button {
	/** The link as it stands in the text. */
	link: string;
	label: string;
}

interface Sender {
	studio: Brand;
	words: Words;
	/** The language of what the studio wrote, if it is not that of the mail. */
	ownLanguage: Language | undefined;
}

const serviceColor = "#3346c8";

/** A mail to a client as HTML, with the logo of the studio, and its color on the button. */
export function clientMailHtml(
	caller: Caller,
	{ studio, words, ownLanguage }: Sender,
	mail: MailBody,
	button?: Button,
): string {
	const html = htmlOf(mail, ownLanguage);
	const body = button ? html.replaceAll(button.link, buttonHtml(studio, button)) : html;
	return inLook(`${logoHtml(withOrigin(caller, button), studio)}${body}`, words.language);
}

/** In development the schedule does not know the address of the service, but the link of the mail has it. */
function withOrigin(caller: Caller, button: Button | undefined): Caller {
	const origin = caller.settings.origin ?? URL.parse(button?.link ?? "")?.origin ?? null;
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

/** The service makes the link itself, so it contains nothing that must be escaped. */
const buttonHtml = ({ accentColor }: Brand, { link, label }: Button): string =>
	`<a href="${link}" style="display:inline-block;margin-top:8px;padding:10px 18px;border-radius:8px;background:${
		accentColor ?? serviceColor
	};color:#ffffff;font-weight:600;text-decoration:none">${label}</a>`;
