import type { Env } from "../env.ts";

export interface Mail {
	to: string;
	subject: string;
	text: string;
	html: string;
}

const localSender = "no-reply@tattoo-studio.example";

/** Hands one mail to the platform's mail service. */
export async function sendMail(env: Env, { to, subject, text, html }: Mail): Promise<void> {
	await env.EMAIL.send({ from: env.MAIL_FROM ?? localSender, to, subject, text, html });
}

/** Text as HTML: one paragraph for each. */
export const paragraphs = (text: string): string =>
	text
		.split("\n\n")
		.map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll("\n", "<br>")}</p>`)
		.join("\n");

const escapeHtml = (text: string): string =>
	text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
