import { type Mail, type MailAddress, oneLine } from "../../../platform/lib/text/email.ts";
import { withoutLinks } from "../../../platform/lib/text/without-links.ts";
import { localTimes, type Times } from "../../languages/local-times.ts";
import type { News } from "../../languages/mails/en.ts";
import type { Words } from "../../languages/words.ts";
import type { MailBody } from "./mail-body.ts";

interface Rescheduled {
	to: MailAddress;
	firstName: string;
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
	/** How it stands with the deposit. */
	deposit?: string[];
	/** The calendar file with the new times. */
	calendar: string;
	words: Words;
}

type RescheduleNotice = Omit<Mail, "text" | "html"> & { body: MailBody };

/** The time is new, or the artist, or both. */
export function rescheduleNotice(data: Rescheduled): RescheduleNotice {
	// Anybody can enter a stranger's address as a client's, so no typed text may become a link.
	const plain = (typed: string) => oneLine(withoutLinks(typed));
	const { before, after, timezone, words } = data;
	const { mails, language } = words;
	const studio = plain(data.studio.name) || mails.aStudio;
	const at = plain(data.at) || studio;
	const artist = plain(data.artistName) || mails.anArtist;
	const hasNewArtist = data.formerArtistName !== undefined;
	const hasNewTime = !hasNewArtist || before.startAt !== after.startAt || before.endAt !== after.endAt;
	const news: News = hasNewArtist ? (hasNewTime ? "both" : "artist") : "time";
	const former = plain(data.formerArtistName ?? "");
	const present = localTimes(after, timezone, language);
	const body: MailBody = [
		[mails.hello(plain(data.firstName))],
		[mails.moved(hasNewArtist ? undefined : artist, at, news)],
		[
			{ own: plain(data.title ?? "") },
			former && mails.formerArtist(former),
			hasNewArtist ? mails.newArtist(artist) : "",
			hasNewTime ? mails.oldTime(localTimes(before, timezone, language)) : "",
			hasNewTime ? mails.newTime(present) : mails.sameTime(present),
		],
		data.deposit ?? [],
		[mails.fileReplaces],
		[hasNewArtist ? mails.doesNotSuit : mails.newTimeDoesNotSuit],
		[studio],
	];
	return {
		to: { name: plain(data.to.name), email: data.to.email },
		replyTo: { name: studio, email: data.studio.email },
		subject: mails.movedSubject(studio, news),
		body,
		attachments: [
			{ filename: "invite.ics", type: "text/calendar; charset=utf-8; method=REQUEST", content: data.calendar },
		],
	};
}
