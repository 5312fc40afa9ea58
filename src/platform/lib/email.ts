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
	/** The address for answers. If absent, answers go to the sender. */
	replyTo?: MailAddress;
	subject: string;
	text: string;
	html: string;
	attachments?: Attachment[];
}

/** Gives one mail to the platform's mail service. */
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

/** The name and the address, both safe in a header. An empty name becomes the address. */
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

const dot = "[.\u3002\uff0e\uff61]";
const label = "[\\p{L}\\p{M}\\p{N}_-]{1,63}";
/** Every repetition that can fail is bounded, so that the time grows with the length of the text alone. */
const address = new RegExp(
	[
		// With a scheme, or with something that follows a host.
		"\\p{L}[\\p{L}\\p{N}+.-]{0,30}:\\/\\/\\S*",
		"(?:mailto|tel|javascript|data):\\S*",
		`(?:\\S{0,64}@)?${label}(?:${dot}${label}){1,10}[/:?#]\\S*`,
		`\\S{0,64}@${label}(?:${dot}${label}){1,10}`,
		`www${dot}\\S*`,
		`\\d{1,3}(?:${dot}\\d{1,3}){3}`,
	].join("|"),
	"giu",
);
/** Words and the dots between them: hosts, or such as "St.Pauli". */
const dottedRun = /[\p{L}\p{M}\p{N}_.\u3002\uff0e\uff61-]+/gu;
/** The end of a host. */
const lastLabel = /^\p{L}[\p{L}\p{M}\p{N}-]+/u;

/** The text that people typed without addresses of the web, which mail programs would show as links. */
export const withoutLinks = (text: string): string =>
	text
		.replaceAll(address, "")
		.replaceAll(dottedRun, (run) => (/^[^.\u3002\uff0e\uff61]*$/.test(run) ? run : withoutHosts(run)))
		.replaceAll(/[ \t]{2,}/g, " ")
		.trim();

/** Takes out each host of a run, and puts a space after each dot between words that are no host. */
function withoutHosts(run: string): string {
	const parts = run.split(/([.\u3002\uff0e\uff61])/);
	const kept: string[] = [];
	for (let begin = 0; begin < parts.length; ) {
		let end = begin;
		while (parts[end] !== "" && parts[end + 2]) end += 2;
		const host = hostIn(parts, begin, end);
		kept.push(host.text, parts.slice(host.next, end + 2).join(""));
		begin = end + 2;
	}
	return kept.join("");
}

/** The longest beginning of the words from `begin` to `end` that ends like a host, and where the rest begins. */
function hostIn(parts: readonly string[], begin: number, end: number): { text: string; next: number } {
	for (let at = end; at > begin; at -= 2) {
		const [last] = lastLabel.exec(parts[at] ?? "") ?? [];
		if (last === undefined) continue;
		const rest = (parts[at] ?? "").slice(last.length);
		const isHost = last === last.toLowerCase() || last === last.toUpperCase();
		const words = [...parts.slice(begin, at), last]
			.join("")
			.replaceAll(/[.\u3002\uff0e\uff61]/g, (found) => `${found} `);
		return { text: `${isHost ? "" : words}${rest}`, next: at + 1 };
	}
	return { text: "", next: begin };
}

/** Text as HTML, with one `<p>` for each paragraph. */
export const paragraphs = (text: string): string =>
	text
		.split("\n\n")
		.map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll("\n", "<br>")}</p>`)
		.join("\n");

const escapeHtml = (text: string): string =>
	text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
