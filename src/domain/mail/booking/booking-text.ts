import { oneLine } from "../../../platform/lib/text/email.ts";
import { withoutLinks } from "../../../platform/lib/text/without-links.ts";
import { localTimes } from "../../languages/local-times.ts";
import type { BookingDetails } from "./booking-details.ts";
import { depositSentences } from "./deposit-text.ts";
import type { Line, MailBody } from "./mail-body.ts";

export const bookingMails = [
	"booking_confirmed",
	"booking_moved",
	"booking_cancelled",
	"booking_reminder",
	"deposit_reminder",
] as const;

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

export function bookingMailText(
	kind: BookingMail,
	found: BookingDetails,
	{ link, now }: { link: string | undefined; now: number },
): MailText {
	const { mails } = found.words;
	const studio = plain(found.studio.name) || mails.aStudio;
	const mail = (subject: string, ...parts: (Line[] | undefined)[]): MailText => ({
		subject,
		body: [[mails.hello(plain(found.client.firstName))], ...parts.filter((part) => part !== undefined), [studio]],
	});
	const facts = factsOf(found, plain(found.at) || studio);
	const deposit = depositSentences(found.appointment, now, found.words);
	const preparation = section(mails.howToPrepare, found.instructions);
	const terms = [...found.rules, ...(section(undefined, found.policy) ?? [])];
	if (kind === "booking_cancelled")
		return mail(
			mails.cancelledSubject(studio),
			[mails.cancelled],
			facts,
			deposit,
			[mails.fileRemoves],
			[mails.mistake],
		);
	if (kind === "deposit_reminder")
		return mail(mails.depositSubject(studio), [mails.depositAwaited], facts, deposit, ...payment(found));
	if (kind === "booking_reminder")
		return mail(mails.reminderSubject(studio), [mails.reminder], facts, deposit, ...payment(found), preparation, [
			mails.answerToCancel,
			...terms,
		]);
	return mail(
		mails.bookedSubject(studio),
		[mails.booked],
		[...facts, found.price ? mails.cost(found.price) : ""],
		deposit,
		...payment(found),
		section(undefined, found.confirmation),
		preparation,
		terms.length > 0 ? [mails.cannotCome, ...terms] : undefined,
		link === undefined ? undefined : [mails.toManage, { link, label: mails.manage }],
		[mails.fileAdds],
	);
}

/** How the client pays the deposit, while they can. Its address is the one link that a studio may set (contract: Booking page 18). */
function payment({ payment, words }: BookingDetails): (Line[] | undefined)[] {
	if (!payment) return [];
	const { mails, appointment } = words;
	return [
		section(mails.howToPay, payment.instructions),
		payment.url ? [mails.toPay, { link: payment.url, label: appointment.pay }] : undefined,
	];
}

function factsOf({ appointment, artist, title, words }: BookingDetails, at: string): Line[] {
	const { mails } = words;
	const own = plain(title ?? "");
	const location = plain(appointment.location ?? "");
	const placement = plain(appointment.placement ?? "");
	return [
		own ? { own } : mails.yourAppointment,
		mails.withArtistAt(plain(artist.name) || mails.anArtist, at),
		localTimes(appointment, appointment.timezone, words.language),
		location && mails.where(location),
		placement && mails.placement(placement),
	];
}
