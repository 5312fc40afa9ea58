import type { Env } from "../env.ts";
import { type Mail, mailFault, sendMail } from "../lib/email.ts";
import { log } from "../log.ts";

const localSender = "no-reply@tattoo-studio.example";

/** Sends one mail of the service's. */
export const send = (env: Env, mail: Mail): Promise<void> => sendMail(env.EMAIL, env.MAIL_FROM ?? localSender, mail);

/** Someone waits for the answer: after this they have waited long enough. */
const longestWaitMs = 5000;

const within = <T>(ms: number, work: Promise<T>): Promise<T> =>
	Promise.race([
		work,
		new Promise<T>((_, reject) => setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)),
	]);

/** The same where a mail that fails must not fail anything else. Tells whether the mail service took it. */
export async function trySending(env: Env, build: () => Mail): Promise<boolean> {
	try {
		await within(longestWaitMs, send(env, build()));
		return true;
	} catch (error) {
		log.warning("fault", { message: `The mail service did not take a mail: ${mailFault(error)}.` });
		return false;
	}
}
