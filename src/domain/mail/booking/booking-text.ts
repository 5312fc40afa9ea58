import { oneLine } from "../../../platform/lib/text/email.ts";
import { withoutLinks } from "../../../platform/lib/text/without-links.ts";
import { localStart, localTimes } from "../../languages/local-times.ts";
import type { BookingDetails } from "./booking-details.ts";
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
		return mail(
			mails.cancelledSubject(studio),
			[mails.cancelled],
			facts,
			found.appointment.cancellationReason === "deposit_not_paid" ? [mails.depositNotPaid] : undefined,
			[mails.fileRemoves],
			[mails.mistake],
		);
	if (kind === "deposit_reminder")
		return mail(
			mails.depositSubject(studio),
			[mails.depositAwaited],
			facts,
			depositDue(found),
			section(mails.howToPay, found.depositInstructions),
			found.depositUrl ? [mails.toPay, found.depositUrl] : undefined,
			[mails.elseCancelled],
		);
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

function depositDue({ appointment: { deposit, timezone }, words }: BookingDetails): Line[] | undefined {
	if (!deposit) return undefined;
	const { mails, formats, language } = words;
	const { amount, currency, due_at } = deposit;
	return [
		amount === null ? "" : mails.depositAmount(formats.money(amount, currency)),
		mails.depositUntil(localStart(due_at, timezone, language)),
	];
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
