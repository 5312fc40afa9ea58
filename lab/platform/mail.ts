interface Mail {
	from: string | { email: string };
}

/** The platform's mail service. It takes every mail. */
export class MailInMemory {
	async send({ from }: Mail): Promise<{ messageId: string }> {
		const [, domain] = (typeof from === "string" ? from : from.email).split("@");
		return { messageId: `<${crypto.randomUUID()}@${domain}>` };
	}
}
