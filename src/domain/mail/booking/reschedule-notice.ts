import { type Mail, type MailAddress, oneLine, paragraphs } from "../../../platform/lib/text/email.ts";
import { withoutLinks } from "../../../platform/lib/text/without-links.ts";
import { localTimes, type Times } from "../calendar.ts";

interface Rescheduled {
	to: MailAddress;
	studio: MailAddress;
	/** The place where the artist works. */
	at: string;
	artistName: string;
	/** The artist before the move; absent if the artist stays. */
	formerArtistName?: string | undefined;
	title: string | null;
	before: Times;
	after: Times;
	/** The appointment's IANA zone. */
	timezone: string;
	/** The calendar file with the new times. */
	calendar: string;
}

/** The time is new, or the artist, or both. */
export function rescheduleNotice(data: Rescheduled): Mail {
	// Anybody can enter a stranger's address as a client's, so no typed text may become a link.
	const plain = (typed: string) => oneLine(withoutLinks(typed));
	const name = plain(data.to.name);
	const studio = plain(data.studio.name) || "the studio";
	const title = plain(data.title ?? "");
	const { before, after, timezone } = data;
	const at = plain(data.at) || studio;
	const artist = plain(data.artistName) || "your artist";
	const hasNewArtist = data.formerArtistName !== undefined;
	const hasNewTime = !hasNewArtist || before.startAt !== after.startAt || before.endAt !== after.endAt;
	const news = [hasNewTime && "a new time", hasNewArtist && "another artist"].filter(Boolean).join(" and ");
	const former = plain(data.formerArtistName ?? "");
	const facts = [
		title,
		hasNewArtist && former && `Until now with: ${former}`,
		hasNewArtist && `Now with: ${artist}`,
		hasNewTime && `Old time: ${localTimes(before, timezone)}`,
		`${hasNewTime ? "New time" : "Time"}: ${localTimes(after, timezone)}`,
	];
	const text = `${name ? `Hello ${name}` : "Hello"},

your appointment${hasNewArtist ? "" : ` with ${artist}`} at ${at} has ${news}.

${facts.filter(Boolean).join("\n")}

The attached calendar file replaces the earlier entry in your calendar.

If ${hasNewArtist ? "this" : "the new time"} does not suit you, please answer this mail.

${studio}`;
	return {
		to: { name, email: data.to.email },
		replyTo: { name: studio, email: data.studio.email },
		subject: `Your appointment at ${studio} has ${news}`,
		text,
		html: paragraphs(text),
		attachments: [
			{ filename: "invite.ics", type: "text/calendar; charset=utf-8; method=REQUEST", content: data.calendar },
		],
	};
}
