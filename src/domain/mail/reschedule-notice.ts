import { type Mail, type MailAddress, oneLine, paragraphs, withoutLinks } from "../../platform/lib/email.ts";
import { localTimes, type Times } from "./calendar.ts";

interface Rescheduled {
	to: MailAddress;
	studio: MailAddress;
	/** The place where the artist works. */
	at: string;
	artistName: string;
	title: string | null;
	before: Times;
	after: Times;
	/** The appointment's IANA zone. */
	timezone: string;
	/** The calendar file with the new times. */
	calendar: string;
}

/** Tells a client that their appointment has a new time. */
export function rescheduleNotice(told: Rescheduled): Mail {
	// Strangers can be written to as clients: nothing of what callers typed may become a link.
	const plain = (typed: string) => oneLine(withoutLinks(typed));
	const name = plain(told.to.name);
	const studio = plain(told.studio.name) || "the studio";
	const title = plain(told.title ?? "");
	const text = `${name ? `Hello ${name}` : "Hello"},

your appointment with ${plain(told.artistName) || "your artist"} at ${plain(told.at) || studio} has a new time.

${title && `${title}\n`}Old time: ${localTimes(told.before, told.timezone)}
New time: ${localTimes(told.after, told.timezone)}

The attached calendar file replaces the earlier entry in your calendar.

If the new time does not suit you, please answer this mail.

${studio}`;
	return {
		to: { name, email: told.to.email },
		replyTo: { name: studio, email: told.studio.email },
		subject: `Your appointment at ${studio} has a new time`,
		text,
		html: paragraphs(text),
		attachments: [
			{ filename: "invite.ics", type: "text/calendar; charset=utf-8; method=REQUEST", content: told.calendar },
		],
	};
}
