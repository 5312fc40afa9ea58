import { type Mail, type MailAddress, oneLine, paragraphs } from "../../platform/lib/email.ts";
import { withoutLinks } from "../../platform/lib/without-links.ts";
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
export function rescheduleNotice(data: Rescheduled): Mail {
	// Anybody can enter a stranger's address as a client's, so no typed text may become a link.
	const plain = (typed: string) => oneLine(withoutLinks(typed));
	const name = plain(data.to.name);
	const studio = plain(data.studio.name) || "the studio";
	const title = plain(data.title ?? "");
	const text = `${name ? `Hello ${name}` : "Hello"},

your appointment with ${plain(data.artistName) || "your artist"} at ${plain(data.at) || studio} has a new time.

${title && `${title}\n`}Old time: ${localTimes(data.before, data.timezone)}
New time: ${localTimes(data.after, data.timezone)}

The attached calendar file replaces the earlier entry in your calendar.

If the new time does not suit you, please answer this mail.

${studio}`;
	return {
		to: { name, email: data.to.email },
		replyTo: { name: studio, email: data.studio.email },
		subject: `Your appointment at ${studio} has a new time`,
		text,
		html: paragraphs(text),
		attachments: [
			{ filename: "invite.ics", type: "text/calendar; charset=utf-8; method=REQUEST", content: data.calendar },
		],
	};
}
