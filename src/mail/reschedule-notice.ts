import { type Address, type Mail, oneLine, paragraphs } from "../lib/email.ts";
import { localTimes, type Times } from "./calendar.ts";

interface Rescheduled {
	to: Address;
	studio: Address;
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
	const studio = oneLine(told.studio.name);
	const title = oneLine(told.title ?? "");
	const text = `Hello ${oneLine(told.to.name)},

your appointment with ${oneLine(told.artistName)} at ${studio} has a new time.

${title && `${title}\n`}Old time: ${localTimes(told.before, told.timezone)}
New time: ${localTimes(told.after, told.timezone)}

The attached calendar file replaces the earlier entry in your calendar.

If the new time does not suit you, please answer this mail.

${studio}`;
	return {
		to: told.to,
		replyTo: told.studio,
		subject: `Your appointment at ${studio} has a new time`,
		text,
		html: paragraphs(text),
		attachments: [
			{ filename: "invite.ics", type: "text/calendar; charset=utf-8; method=REQUEST", content: told.calendar },
		],
	};
}
