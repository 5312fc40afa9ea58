import type { Env } from "../env.ts";
import { type Mail, sendMail } from "../lib/email.ts";
import { log } from "../log.ts";

const localSender = "no-reply@tattoo-studio.example";

/** Sends one mail of the service's. */
export const send = (env: Env, mail: Mail): Promise<void> => sendMail(env.EMAIL, env.MAIL_FROM ?? localSender, mail);

/** Someone waits for the answer: after this they have waited long enough. */
const longestWaitMs = 5000;

/** The work, or an error where it takes longer. */
export function within<T>(ms: number, work: Promise<T>): Promise<T> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
	});
	return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** The same where a mail that fails must not fail anything else. Tells whether the mail service took it. */
export async function trySending(env: Env, build: () => Mail): Promise<boolean> {
	try {
		await within(longestWaitMs, send(env, build()));
		return true;
	} catch (error) {
		log.warning("fault", { message: `The mail service did not take a mail: ${error}` });
		return false;
	}
}
