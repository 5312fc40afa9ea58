import type { SQL } from "drizzle-orm";
import type { Mail } from "../../platform/lib/text/email.ts";

/** The text is written only when the mail may leave. */
export interface PreparedMail {
	to: string;
	write(): Mail;
}

/** The outcome for a due row of the outbox. */
export interface MailOfRow {
	/** Null: the mail is not true any more, or nobody must get it. */
	mail: PreparedMail | null;
	/** The condition for other mails of the tenant that need not leave beside this one, whether this one leaves or not. */
	replaces?: SQL;
	/** The condition under which the records are still as the mail tells them. */
	isUnchanged?: SQL;
	/** The data of the row while the mail service has the mail, and what it was given if it refuses the mail. */
	data?: { handedOver: Record<string, unknown>; toldIfRefused: unknown[] };
}

export const needless: MailOfRow = { mail: null };
