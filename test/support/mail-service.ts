import { env } from "cloudflare:workers";
import { afterAll } from "vitest";

/**
 * Stands in for the platform's mail service until the tests of the file end. It keeps the mails that it gets, or
 * refuses them. It replaces the binding, because compiled code passes by a spy on the binding itself.
 */
export class MailService {
	/** Mails as the platform takes them. */
	// biome-ignore lint/suspicious/noExplicitAny: see above
	sent: any[] = [];
	refusals = 0;
	/** The error with which it refuses mails. Null: it takes them. */
	fault: string | null = null;
	/** The time until each answer. */
	answersAfterMs = 5;
	/** Whether the next mail gets no answer. */
	hangs = false;
	private paused: { begin(): void; until: Promise<void> } | undefined;

	constructor() {
		const platform = env.EMAIL;
		const send = async (mail: unknown) => {
			await new Promise((resolve) => setTimeout(resolve, this.answersAfterMs));
			if (this.paused) {
				const { begin, until } = this.paused;
				this.paused = undefined;
				begin();
				await until;
			}
			if (this.hangs) {
				this.hangs = false;
				await new Promise((resolve) => setTimeout(resolve, 15_000));
				throw new Error("E_TIMEOUT");
			}
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

	/** The next mail waits for its answer. */
	pause(): { begun: Promise<void>; goOn(): void } {
		const begun = Promise.withResolvers<void>();
		const { promise, resolve } = Promise.withResolvers<void>();
		this.paused = { begin: begun.resolve, until: promise };
		return { begun: begun.promise, goOn: resolve };
	}

	/** Returns to the state before the first mail. */
	reset(): void {
		Object.assign(this, { sent: [], refusals: 0, fault: null, answersAfterMs: 5, hangs: false });
	}
}
