import type { Ctx } from "../context.ts";
import { type Address, type Mail, oneLine, paragraphs, withoutLinks } from "../lib/email.ts";
import { type Found, readBooking } from "./booking-read.ts";
import { type BookingMail, wordsOf } from "./booking-words.ts";
import { calendarFile, organizerOf, type Times } from "./calendar.ts";
import { rescheduleNotice } from "./reschedule-notice.ts";

interface Told {
	appointment_id: string;
	/** The manage link. */
	link?: string;
	/** Of a move: the times before it. */
	before?: Times;
}

/**
 * The mail as the appointment is when it leaves, so that one that waited tells no old time. Null: the client is not to
 * be written to, or the appointment is not what the mail is about any more.
 */
export async function bookingMail(ctx: Ctx, kind: BookingMail, told: Told): Promise<Mail | null> {
	const found = await readBooking(ctx, told.appointment_id);
	if (!found || !isStillTrue(ctx, kind, found, told)) return null;
	const { client, artist, studio } = found;
	const to = { name: plain([client.firstName, client.lastName].filter(Boolean).join(" ")), email: client.email };
	const calendar = calendarOf(ctx, found, to, kind === "booking_cancelled");
	if (kind === "booking_moved" && told.before) {
		const { appointment: after, title } = found;
		const { timezone } = after;
		const { before } = told;
		return rescheduleNotice({ to, studio, artistName: artist.name, title, before, after, timezone, calendar });
	}
	const { subject, text } = wordsOf(kind, found, told.link);
	return {
		to,
		replyTo: { name: plain(studio.name) || plain(artist.name), email: studio.email },
		subject,
		text,
		html: told.link ? withLink(paragraphs(text), told.link) : paragraphs(text),
		...(kind === "booking_reminder" ? {} : { attachments: [attached(calendar, kind === "booking_cancelled")] }),
	};
}

function isStillTrue({ now }: Ctx, kind: BookingMail, { appointment, client }: Found, { before }: Told): boolean {
	const { status, startAt, endAt } = appointment;
	if (client.isBlocked || client.doNotContact) return false;
	if (kind === "booking_cancelled") return status === "CANCELLED";
	if (kind === "booking_moved" && before?.startAt === startAt && before.endAt === endAt) return false;
	return status === "SCHEDULED" && startAt > now;
}

function calendarOf({ settings, now }: Ctx, found: Found, attendee: Address, cancelled: boolean): string {
	const { appointment, studio, title } = found;
	const { id, startAt, endAt, timezone, location, calendarSequence: sequence } = appointment;
	return calendarFile({
		appointment: { id, startAt, endAt, timezone, location, title, sequence },
		organizer: organizerOf(studio, settings.sender),
		attendee,
		now,
		cancelled,
	});
}

const attached = (content: string, cancelled: boolean) => ({
	filename: cancelled ? "cancel.ics" : "invite.ics",
	type: `text/calendar; charset=utf-8; method=${cancelled ? "CANCEL" : "REQUEST"}`,
	content,
});

/** Strangers can be written to as clients: nothing of what anybody typed may become a link. */
const plain = (typed: string): string => oneLine(withoutLinks(typed));

/** The service makes the link itself, so it holds nothing that must be escaped. */
const withLink = (html: string, link: string): string => html.replaceAll(link, `<a href="${link}">${link}</a>`);
