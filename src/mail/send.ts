import type { Env } from "../env.ts";
import { type Mail, mailFault, sendMail } from "../lib/email.ts";
import { log } from "../log.ts";

const localSender = "no-reply@tattoo-studio.example";

/** Sends one mail. Its sender is the service. */
export const send = (env: Env, mail: Mail): Promise<void> => sendMail(env.EMAIL, env.MAIL_FROM ?? localSender, mail);

/** A caller waits for the answer to a request meanwhile, so the mail service gets no longer than this. */
const longestWaitMs = 5000;

const within = <T>(ms: number, work: Promise<T>): Promise<T> =>
	Promise.race([
		work,
		new Promise<T>((_, reject) => setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)),
	]);

/** Sends a mail whose failure must fail nothing else. Returns whether the mail service took it. */
export async function trySending(env: Env, build: () => Mail): Promise<boolean> {
	try {
		await within(longestWaitMs, send(env, build()));
		return true;
	} catch (error) {
		log.warning("fault", { message: `The mail service did not take a mail: ${mailFault(error)}.` });
		return false;
	}
}
