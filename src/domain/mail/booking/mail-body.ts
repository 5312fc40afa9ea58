import type { Language } from "../../../platform/lib/languages.ts";
import { escapeHtml } from "../../../platform/lib/text/email.ts";

/** A line of a mail. A text of the studio may be in another language than the mail, and may have lines itself. */
export type Line = string | { own: string };

/** The paragraphs of a mail, each with its lines. Empty lines are left out. */
export type MailBody = (Line | undefined)[][];

const textOfLine = (line: Line): string => (typeof line === "string" ? line : line.own);

const linesOf = (body: MailBody): Line[][] =>
	body
		.map((lines) => lines.filter((line) => line !== undefined && textOfLine(line) !== "") as Line[])
		.filter((lines) => lines.length > 0);

export const textOf = (body: MailBody): string =>
	linesOf(body)
		.map((lines) => lines.map(textOfLine).join("\n"))
		.join("\n\n");

/** `own`: the language of the studio's texts, if it is not that of the mail. */
export const htmlOf = (body: MailBody, own?: Language): string =>
	linesOf(body)
		.map((lines) => `<p>${lines.map((line) => htmlOfLine(line, own)).join("<br>")}</p>`)
		.join("\n");

function htmlOfLine(line: Line, own: Language | undefined): string {
	const html = escapeHtml(textOfLine(line)).replaceAll("\n", "<br>");
	return typeof line === "string" || own === undefined ? html : `<span lang="${own}">${html}</span>`;
}
