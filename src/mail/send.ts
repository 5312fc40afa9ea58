import type { Env } from "../env.ts";

export interface Address {
	name: string;
	email: string;
}

interface Attachment {
	filename: string;
	/** With its parameters: `text/calendar; charset=utf-8`. */
	type: string;
	content: string;
}

export interface Mail {
	to: string | Address;
	/** Where answers go; without it, to the sender. */
	replyTo?: Address;
	subject: string;
	text: string;
	html: string;
	attachments?: Attachment[];
}

const localSender = "no-reply@tattoo-studio.example";

/** Hands one mail to the platform's mail service. */
export async function sendMail(env: Env, { to, replyTo, subject, text, html, attachments }: Mail): Promise<void> {
	await env.EMAIL.send({
		from: env.MAIL_FROM ?? localSender,
		to: typeof to === "string" ? to : named(to),
		...(replyTo && { replyTo: named(replyTo) }),
		subject: oneLine(subject),
		text,
		html,
		...(attachments && { attachments: attachments.map(attached) }),
	});
}

/** As bytes: of a string, production takes it for base64 and local development does not. */
const attached = ({ filename, type, content }: Attachment) => ({
	disposition: "attachment" as const,
	filename,
	type,
	content: Uint8Array.from(new TextEncoder().encode(content)).buffer,
});

/** Fit for a header; whoever has no name goes by the address. */
export const named = ({ name, email }: Address): Address => ({
	name: oneLine(name) || oneLine(email),
	email: oneLine(email),
});

/** What people typed, made fit for a header or a line of its own: it cannot begin another. */
export const oneLine = (text: string): string =>
	text
		.toWellFormed()
		.replaceAll(/[\s\p{Cc}]+/gu, " ")
		.trim();

/** Text as HTML: one paragraph for each. */
export const paragraphs = (text: string): string =>
	text
		.split("\n\n")
		.map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll("\n", "<br>")}</p>`)
		.join("\n");

const escapeHtml = (text: string): string =>
	text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Whoever waits for the answer has waited long enough then. */
const longestWaitMs = 5000;

const within = <T>(ms: number, work: Promise<T>): Promise<T> =>
	Promise.race([
		work,
		new Promise<T>((_, reject) => setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)),
	]);

/** The same where a mail that fails must not fail anything else; whether the mail service took it. */
export async function trySending(env: Env, build: () => Mail): Promise<boolean> {
	try {
		await within(longestWaitMs, sendMail(env, build()));
		return true;
	} catch (error) {
		console.error(JSON.stringify({ level: "warning", mail: String(error) }));
		return false;
	}
}
