import type { Language } from "../languages.ts";

export interface MailAddress {
	name: string;
	email: string;
}

interface Attachment {
	filename: string;
	/** The content type with its parameters, such as `text/calendar; charset=utf-8`. */
	type: string;
	content: string;
}

export interface Mail {
	to: string | MailAddress;
	replyTo?: MailAddress;
	subject: string;
	text: string;
	html: string;
	attachments?: Attachment[];
}

export async function sendMail(
	service: SendEmail,
	from: string,
	{ to, replyTo, subject, text, html, attachments }: Mail,
): Promise<void> {
	await service.send({
		from,
		to: typeof to === "string" ? to : headerSafe(to),
		...(replyTo && { replyTo: headerSafe(replyTo) }),
		subject: oneLine(subject),
		text,
		html,
		...(attachments && { attachments: attachments.map(toAttachment) }),
	});
}

/** The code or the name of the mail service's error. Its message may contain addresses, so it is left out. */
export const mailErrorCode = (error: unknown): string =>
	error instanceof Error && "code" in error && typeof error.code === "string"
		? error.code
		: error instanceof Error
			? error.name
			: typeof error;

/** The content is sent as bytes, because production reads a string as base64, but local development does not. */
const toAttachment = ({ filename, type, content }: Attachment) => ({
	disposition: "attachment" as const,
	filename,
	type,
	content: Uint8Array.from(new TextEncoder().encode(content)).buffer,
});

export const headerSafe = ({ name, email }: MailAddress): MailAddress => ({
	name: oneLine(name) || oneLine(email),
	email: oneLine(email),
});

/** Text on one line, so that typed text cannot begin another header or another line. */
export const oneLine = (text: string): string =>
	text
		.toWellFormed()
		.replaceAll(/[\s\p{Cc}]+/gu, " ")
		.trim();

const paragraphs = (text: string): string =>
	text
		.split("\n\n")
		.map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll("\n", "<br>")}</p>`)
		.join("\n");

const look =
	"max-width:36rem;font-family:system-ui,-apple-system,'Segoe UI',sans-serif;font-size:16px;line-height:1.5;overflow-wrap:break-word";

/** The look of all mails. Long addresses break, so that a mail fits a phone. */
export const inLook = (html: string, language: Language = "en"): string =>
	`<div lang="${language}" style="${look}">\n${html}\n</div>`;

/** The text of a mail as HTML. The service makes the link itself, so it contains nothing that must be escaped. */
export const mailHtml = (text: string, link = ""): string =>
	inLook(link ? paragraphs(text).replace(link, `<a href="${link}">${link}</a>`) : paragraphs(text));

export const escapeHtml = (text: string): string =>
	text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
