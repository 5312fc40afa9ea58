import type { Language } from "../../../platform/lib/languages.ts";
import { escapeHtml } from "../../../platform/lib/text/email.ts";

/**
 * A line of a mail: a sentence; a text of the studio, which may be in another language and have lines itself; or an
 * address, which is a button in the HTML.
 */
export type Line = string | { own: string } | { link: string; label: string };

/** The paragraphs of a mail, each with its lines. Empty lines are left out. */
export type MailBody = (Line | undefined)[][];

const textOfLine = (line: Line): string => (typeof line === "string" ? line : "own" in line ? line.own : line.link);

const linesOf = (body: MailBody): Line[][] =>
	body
		.map((lines) => lines.filter((line) => line !== undefined && textOfLine(line) !== "") as Line[])
		.filter((lines) => lines.length > 0);

export const textOf = (body: MailBody): string =>
	linesOf(body)
		.map((lines) => lines.map(textOfLine).join("\n"))
		.join("\n\n");

interface Look {
	/** The language of the studio's texts, if it is not that of the mail. */
	own: Language | undefined;
	/** The color of buttons. */
	color: string;
}

export const htmlOf = (body: MailBody, look: Look): string =>
	linesOf(body)
		.map((lines) => `<p>${lines.map((line) => htmlOfLine(line, look)).join("<br>")}</p>`)
		.join("\n");

function htmlOfLine(line: Line, { own, color }: Look): string {
	if (typeof line === "object" && "link" in line)
		return `<a href="${escapeHtml(line.link)}" style="${button(color)}">${escapeHtml(line.label)}</a>`;
	const html = escapeHtml(textOfLine(line)).replaceAll("\n", "<br>");
	return typeof line === "string" || own === undefined ? html : `<span lang="${own}">${html}</span>`;
}

const button = (color: string): string =>
	`display:inline-block;margin-top:8px;padding:10px 18px;border-radius:8px;background:${color};color:#ffffff;font-weight:600;text-decoration:none`;
