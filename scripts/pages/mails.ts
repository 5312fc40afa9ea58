// Reads the mails of local development, which writes each one into a file.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(fileURLToPath(import.meta.url), "../../..");

interface LocalMail {
	subject: string;
	text: string;
}

/** The mails to an address, the oldest first. */
export async function mailsTo(origin: string, email: string): Promise<LocalMail[]> {
	const response = await fetch(`${origin}/cdn-cgi/local/explorer/api/local/email/sending?per_page=100`);
	const { result } = (await response.json()) as {
		result: { to: string[]; subject: string; messageId: string; sentAt: string }[];
	};
	return result
		.filter(({ to }) => to.some((one) => one.includes(email)))
		.sort((a, b) => (a.sentAt < b.sentAt ? -1 : 1))
		.map(({ subject, messageId }) => {
			const [file = ""] = globSync(`.wrangler/tmp/email/*/email-text/${messageId.slice(1, -1)}.txt`, { cwd: root });
			return { subject, text: file && readFileSync(join(root, file), "utf8") };
		});
}
