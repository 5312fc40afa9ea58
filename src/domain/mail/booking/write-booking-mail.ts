import type { Ctx } from "../../../platform/context.ts";
import { type Mail, type MailAddress, oneLine } from "../../../platform/lib/text/email.ts";
import { withoutLinks } from "../../../platform/lib/text/without-links.ts";
import type { Times } from "../../languages/local-times.ts";
import { calendarFile, inCalendar, organizerOf, paymentNotes } from "../calendar.ts";
import type { BookingDetails } from "./booking-details.ts";
import { type BookingMail, bookingMailText } from "./booking-text.ts";
import { clientMailHtml } from "./client-mail-html.ts";
import { depositSentences } from "./deposit-text.ts";
import { textOf } from "./mail-body.ts";
import { rescheduleNotice } from "./reschedule-notice.ts";

/** The state that a mail about a move names as the old one. */
export interface OldState extends Times {
	/** Absent if the artist stays. */
	artistName?: string;
}

interface Extras {
	/** The manage link. */
	link: string | undefined;
	old: OldState | undefined;
}

export function writeBookingMail(ctx: Ctx, kind: BookingMail, found: BookingDetails, { link, old }: Extras): Mail {
	const { client, artist, studio, appointment, title, words } = found;
	const to = { name: plain([client.firstName, client.lastName].filter(Boolean).join(" ")), email: client.email };
	const calendar = calendarOf(ctx, found, to, kind === "booking_cancelled");
	if (old) {
		const { body, ...notice } = rescheduleNotice({
			to,
			firstName: client.firstName,
			studio,
			at: found.at,
			artistName: artist.name,
			formerArtistName: old.artistName,
			title,
			before: old,
			after: appointment,
			timezone: appointment.timezone,
			deposit: depositSentences(appointment, ctx.now, words),
			calendar,
			words,
		});
		return { ...notice, text: textOf(body), html: clientMailHtml(ctx, found, body) };
	}
	const { subject, body } = bookingMailText(kind, found, { link, now: ctx.now });
	return {
		to,
		replyTo: { name: plain(studio.name) || plain(artist.name), email: studio.email },
		subject,
		text: textOf(body),
		html: clientMailHtml(ctx, found, body, link),
		...(kind === "booking_reminder" || kind === "deposit_reminder"
			? {}
			: { attachments: [attached(calendar, kind === "booking_cancelled")] }),
	};
}

function calendarOf({ settings, now }: Ctx, found: BookingDetails, attendee: MailAddress, cancelled: boolean): string {
	const { appointment, studio, title, words, payment } = found;
	return calendarFile({
		appointment: inCalendar(appointment, title),
		notes: payment && paymentNotes(depositSentences(appointment, now, words), payment),
		organizer: organizerOf(studio, settings.sender),
		attendee,
		now,
		words,
		cancelled,
	});
}

const attached = (content: string, cancelled: boolean) => ({
	filename: cancelled ? "cancel.ics" : "invite.ics",
	type: `text/calendar; charset=utf-8; method=${cancelled ? "CANCEL" : "REQUEST"}`,
	content,
});

/** Anybody can enter a stranger's address as a client's, so no typed text may become a link. */
const plain = (typed: string): string => oneLine(withoutLinks(typed));
