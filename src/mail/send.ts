import type { Databases } from "../db/databases.ts";
import { type Env, senderOf } from "../env.ts";
import { type Mail, mailFault, sendMail } from "../lib/email.ts";
import { within } from "../lib/within.ts";
import { log } from "../log.ts";
import { mayBeSent } from "./cap.ts";

/** Sends one mail. Its sender is the service. */
export const send = (env: Env, mail: Mail): Promise<void> => sendMail(env.EMAIL, senderOf(env), mail);

/** A caller waits for the answer to a request meanwhile, so the mail service gets no longer than this. */
const longestWaitMs = 5000;

/**
 * Sends a mail that a tenant caused and whose failure must fail nothing else. Returns whether the mail service took it.
 * The result is also false when the tenant or the recipient has had enough mails.
 */
export async function trySending(
	env: Env,
	databases: Databases,
	tenantId: string,
	build: () => Mail,
): Promise<boolean> {
	const attempt = async (): Promise<boolean> => {
		const mail = build();
		if (!(await mayBeSent(env, databases, tenantId, typeof mail.to === "string" ? mail.to : mail.to.email)))
			return false;
		await send(env, mail);
		return true;
	};
	try {
		return await within(longestWaitMs, attempt());
	} catch (error) {
		log.warning("fault", { message: `The mail service did not take a mail: ${mailFault(error)}.` });
		return false;
	}
}
