import { clock } from "../../../platform/lib/clock.ts";
import type { Mail } from "../../../platform/lib/text/email.ts";

/** A mail that the mail service has taken. */
export interface SentMail extends Mail {
	/** Counts the mails of this run of the service. */
	number: number;
	from: string;
	sentAt: number;
}

export const mostSentMails = 200;

/** The newest first. Only development keeps mails, in memory. */
const sent: SentMail[] = [];

export function keepSentMail(from: string, mail: Mail): void {
	sent.unshift({ ...mail, from, number: (sent[0]?.number ?? 0) + 1, sentAt: clock.now() });
	sent.splice(mostSentMails);
}

export const sentMails = (): readonly SentMail[] => sent;
