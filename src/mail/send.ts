import type { Env } from "../env.ts";
import { type Mail, sendMail } from "../lib/email.ts";
import { log } from "../log.ts";
import { mayBeSent } from "./cap.ts";

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

/**
 * The same for a mail that a tenant caused, where a mail that fails must not fail anything else. Tells whether the
 * mail service took it; false too when the tenant or the address has had its number of them.
 */
export async function trySending(env: Env, tenantId: string, build: () => Mail): Promise<boolean> {
	const attempt = async (): Promise<boolean> => {
		const mail = build();
		if (!(await mayBeSent(env, tenantId, typeof mail.to === "string" ? mail.to : mail.to.email))) return false;
		await send(env, mail);
		return true;
	};
	try {
		return await within(longestWaitMs, attempt());
	} catch (error) {
		log.warning("fault", { message: `The mail service did not take a mail: ${error}` });
		return false;
	}
}
