interface Mail {
	from: string | { email: string };
	to: unknown;
}

/** The platform's mail service. It takes every mail. */
export class MailInMemory {
	async send({ from, to }: Mail): Promise<{ messageId: string }> {
		if (!to) throw new TypeError("The mail has no recipient.");
		const [, domain] = (typeof from === "string" ? from : from.email).split("@");
		return { messageId: `<${crypto.randomUUID()}@${domain}>` };
	}
}
