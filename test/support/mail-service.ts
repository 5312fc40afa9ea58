import { env } from "cloudflare:workers";
import { afterAll } from "vitest";

/**
 * Stands in for the platform's mail service until the file's tests end: keeps what it is handed, or refuses it. It takes
 * the binding's place: a spy on the binding itself is passed by once the code that calls it has been compiled.
 */
export class MailService {
	/** Mails as the platform takes them. */
	// biome-ignore lint/suspicious/noExplicitAny: see above
	sent: any[] = [];
	refusals = 0;
	/** What it refuses mails with; null: it takes them. */
	fault: string | null = null;

	constructor() {
		const platform = env.EMAIL;
		const send = async (mail: unknown) => {
			await new Promise((resolve) => setTimeout(resolve, 5));
			if (this.fault !== null) {
				this.refusals++;
				throw new Error(this.fault);
			}
			this.sent.push(mail);
			return { messageId: "1" };
		};
		env.EMAIL = { send } as unknown as SendEmail;
		afterAll(() => {
			env.EMAIL = platform;
		});
	}

	/** As before the first mail. */
	reset(): void {
		Object.assign(this, { sent: [], refusals: 0, fault: null });
	}
}
