import { type Env, isDevelopment, senderOf } from "../../../platform/env.ts";
import { type Mail, sendMail } from "../../../platform/lib/text/email.ts";
import { keepSentMail } from "./sent-mails.ts";

/** Sends one mail. Its sender is the service. */
export async function send(env: Env, mail: Mail): Promise<void> {
	await sendMail(env.EMAIL, senderOf(env), mail);
	if (isDevelopment(env)) keepSentMail(senderOf(env), mail);
}
