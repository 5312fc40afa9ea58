import { oneLine } from "../../../platform/lib/text/email.ts";
import { withoutLinks } from "../../../platform/lib/text/without-links.ts";
import { localTimes } from "../calendar.ts";
import type { BookingDetails } from "./booking-details.ts";

export const bookingMails = ["booking_confirmed", "booking_moved", "booking_cancelled", "booking_reminder"] as const;

export type BookingMail = (typeof bookingMails)[number];

export const isBookingMail = (kind: string): kind is BookingMail => (bookingMails as readonly string[]).includes(kind);

const answer = "If you cannot come, please answer this mail.";

interface MailText {
	subject: string;
	text: string;
}

const plain = (typed: string): string => oneLine(withoutLinks(typed));

const section = (title: string, typed: string): string | undefined => {
	const text = withoutLinks(typed).trim();
	return text ? `${title}${text}` : undefined;
};

export function bookingMailText(kind: BookingMail, found: BookingDetails, link: string | undefined): MailText {
	const studio = plain(found.studio.name) || "the studio";
	const hello = `Hello ${plain(found.client.firstName) || "there"},`;
	const mail = (subject: string, ...parts: (string | undefined)[]): MailText => ({
		subject,
		text: [hello, ...parts, studio].filter(Boolean).join("\n\n"),
	});
	const facts = factsOf(found, plain(found.at) || studio);
	const preparation = section("How to prepare:\n", found.instructions);
	const policy = (title: string) => section(`${title}\n`, found.policy);
	if (kind === "booking_cancelled")
		return mail(
			`Your appointment at ${studio} is cancelled`,
			"your appointment is cancelled:",
			facts,
			"The attached calendar file removes it from your calendar.",
			"If this is a mistake, please answer this mail.",
		);
	if (kind === "booking_reminder")
		return mail(
			`Your appointment at ${studio} is near`,
			"this is a reminder of your appointment:",
			facts,
			preparation,
			policy(answer) ?? answer,
		);
	return mail(
		`Your appointment at ${studio} is booked`,
		"your appointment is booked:",
		[facts, found.costs.price && `Cost: ${found.costs.price}`, found.costs.deposit].filter(Boolean).join("\n"),
		section("", found.confirmation),
		preparation,
		policy("If you cannot come:"),
		link && `To move or cancel the appointment, open this page:\n${link}`,
		"The attached file puts the appointment into your calendar.",
	);
}

function factsOf({ appointment, artist, title }: BookingDetails, at: string): string {
	const location = plain(appointment.location ?? "");
	return [
		plain(title ?? "") || "Your appointment",
		`With ${plain(artist.name) || "your artist"} at ${at}`,
		localTimes(appointment, appointment.timezone),
		location && `Where: ${location}`,
	]
		.filter(Boolean)
		.join("\n");
}
