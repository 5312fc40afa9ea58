import { env } from "cloudflare:workers";
import { afterAll } from "vitest";
import { until } from "./receiver.ts";

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
	private paused: { hasBegun: boolean; goesOn: boolean } | undefined;

	constructor() {
		const platform = env.EMAIL;
		const send = async (mail: unknown) => {
			await new Promise((resolve) => setTimeout(resolve, this.answersAfterMs));
			if (this.paused) {
				const { paused } = this;
				this.paused = undefined;
				paused.hasBegun = true;
				await until(() => paused.goesOn, 30_000);
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

	/** The next mail waits for its answer. The runtime lets no request wait for a promise of another one. */
	pause(): { begun: Promise<void>; goOn(): void } {
		const paused = { hasBegun: false, goesOn: false };
		this.paused = paused;
		return {
			begun: until(() => paused.hasBegun, 30_000),
			goOn: () => {
				paused.goesOn = true;
			},
		};
	}

	reset(): void {
		Object.assign(this, { sent: [], refusals: 0, fault: null, answersAfterMs: 5, hangs: false });
	}
}
