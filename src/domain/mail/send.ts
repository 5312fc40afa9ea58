import { type Env, senderOf } from "../../platform/env.ts";
import { type Mail, sendMail } from "../../platform/lib/email.ts";

/** Sends one mail. Its sender is the service. */
export const send = (env: Env, mail: Mail): Promise<void> => sendMail(env.EMAIL, senderOf(env), mail);
