import { oneLine } from "../../../platform/lib/text/email.ts";
import { withoutLinks } from "../../../platform/lib/text/without-links.ts";
import { localTimes } from "../../languages/local-times.ts";
import type { BookingDetails } from "./booking-details.ts";
import type { Line, MailBody } from "./mail-body.ts";

export const bookingMails = ["booking_confirmed", "booking_moved", "booking_cancelled", "booking_reminder"] as const;

export type BookingMail = (typeof bookingMails)[number];

export const isBookingMail = (kind: string): kind is BookingMail => (bookingMails as readonly string[]).includes(kind);

interface MailText {
	subject: string;
	body: MailBody;
}

const plain = (typed: string): string => oneLine(withoutLinks(typed));

/** A paragraph with a text of the studio below a title. Undefined if no text is left. */
function section(title: string | undefined, typed: string): Line[] | undefined {
	const own = withoutLinks(typed).trim();
	return own ? [...(title ? [title] : []), { own }] : undefined;
}

export function bookingMailText(kind: BookingMail, found: BookingDetails, link: string | undefined): MailText {
	const { mails } = found.words;
	const studio = plain(found.studio.name) || mails.aStudio;
	const mail = (subject: string, ...parts: (Line[] | undefined)[]): MailText => ({
		subject,
		body: [[mails.hello(plain(found.client.firstName))], ...parts.filter((part) => part !== undefined), [studio]],
	});
	const facts = factsOf(found, plain(found.at) || studio);
	const preparation = section(mails.howToPrepare, found.instructions);
	const policy = (title: string) => section(title, found.policy);
	if (kind === "booking_cancelled")
		return mail(mails.cancelledSubject(studio), [mails.cancelled], facts, [mails.fileRemoves], [mails.mistake]);
	if (kind === "booking_reminder")
		return mail(
			mails.reminderSubject(studio),
			[mails.reminder],
			facts,
			preparation,
			policy(mails.answerToCancel) ?? [mails.answerToCancel],
		);
	const { price, deposit } = found.costs;
	return mail(
		mails.bookedSubject(studio),
		[mails.booked],
		[...facts, price ? mails.cost(price) : "", deposit ?? ""],
		section(undefined, found.confirmation),
		preparation,
		policy(mails.cannotCome),
		link === undefined ? undefined : [mails.toManage, link],
		[mails.fileAdds],
	);
}

function factsOf({ appointment, artist, title, words }: BookingDetails, at: string): Line[] {
	const { mails } = words;
	const own = plain(title ?? "");
	const location = plain(appointment.location ?? "");
	return [
		own ? { own } : mails.yourAppointment,
		mails.withArtistAt(plain(artist.name) || mails.anArtist, at),
		localTimes(appointment, appointment.timezone, words.language),
		location && mails.where(location),
	];
}
