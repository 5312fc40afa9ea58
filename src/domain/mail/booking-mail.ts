import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../platform/context.ts";
import { mails } from "../../platform/db/tables/both/mails.ts";
import { type Mail, type MailAddress, oneLine, paragraphs, withoutLinks } from "../../platform/lib/email.ts";
import { type BookingDetails, readBookingDetails } from "./booking-details.ts";
import { type BookingMail, bookingMailText } from "./booking-text.ts";
import { calendarFile, organizerOf, type Times } from "./calendar.ts";
import { rescheduleNotice } from "./reschedule-notice.ts";

interface BookingMailData {
	appointment_id: string;
	/** The manage link. */
	link?: string;
	/** Of a move: the times before it, the SEQUENCE of the calendar file since, and when it was made. */
	before?: Times;
	sequence?: number;
	moved_at?: number;
}

/** What becomes of a mail that is due. */
export interface BuiltMail {
	/** Null: it has become pointless, such as a reminder of an appointment that was cancelled. */
	mail: Mail | null;
	/** Which other mails of the tenant it makes pointless. */
	obsoletes?: SQL;
}

/**
 * The mail as the appointment is when it leaves, so that one that waited tells no old time. There is none when the
 * client is not to be written to, or the appointment is not what the mail is about any more.
 */
export async function bookingMail(ctx: Ctx, kind: BookingMail, told: BookingMailData): Promise<BuiltMail> {
	const found = await readBookingDetails(ctx, told.appointment_id);
	if (!found) return { mail: null };
	if (kind !== "booking_moved") return { mail: mailOf(ctx, kind, found, told) };
	// Moves whose mails wait are told as one, from the times that the client knows.
	const { id, calendarSequence: sequence } = found.appointment;
	const before = (await timesBefore(ctx, id, sequence)) ?? told.before;
	return {
		mail: mailOf(ctx, kind, found, { ...told, ...(before ? { before } : {}) }),
		obsoletes: movesUpTo(id, sequence),
	};
}

/** The waiting mails about moves of an appointment, as far as a mail with this SEQUENCE tells them. */
const movesUpTo = (appointmentId: string, sequence: number): SQL =>
	sql`kind = 'booking_moved' AND json_extract(data, '$.appointment_id') = ${appointmentId}
		AND json_extract(data, '$.sequence') <= ${sequence}`;

/** The times before the first move of which no mail has told yet. */
async function timesBefore({ db, tenantId }: Ctx, appointmentId: string, sequence: number): Promise<Times | undefined> {
	const [first] = await db
		.select({ data: mails.data })
		.from(mails)
		.where(and(eq(mails.tenantId, tenantId), movesUpTo(appointmentId, sequence)))
		.orderBy(sql`json_extract(data, '$.sequence')`)
		.limit(1);
	return (first?.data as Partial<BookingMailData> | undefined)?.before;
}

function mailOf(ctx: Ctx, kind: BookingMail, found: BookingDetails, told: BookingMailData): Mail | null {
	if (!isStillTrue(ctx, kind, found, told)) return null;
	const { client, artist, studio } = found;
	const to = { name: plain([client.firstName, client.lastName].filter(Boolean).join(" ")), email: client.email };
	const calendar = calendarOf(ctx, found, to, kind === "booking_cancelled");
	if (kind === "booking_moved" && told.before) {
		const { appointment: after, title } = found;
		const { timezone } = after;
		const { before } = told;
		return rescheduleNotice({
			to,
			studio,
			at: found.at,
			artistName: artist.name,
			title,
			before,
			after,
			timezone,
			calendar,
		});
	}
	const { subject, text } = bookingMailText(kind, found, told.link);
	return {
		to,
		replyTo: { name: plain(studio.name) || plain(artist.name), email: studio.email },
		subject,
		text,
		html: told.link ? withLink(paragraphs(text), told.link) : paragraphs(text),
		...(kind === "booking_reminder" ? {} : { attachments: [attached(calendar, kind === "booking_cancelled")] }),
	};
}

function isStillTrue(
	{ now }: Ctx,
	kind: BookingMail,
	{ appointment, client }: BookingDetails,
	told: BookingMailData,
): boolean {
	const { before, moved_at: movedAt = now } = told;
	const { status, startAt, endAt } = appointment;
	if (client.isBlocked || client.doNotContact) return false;
	if (kind === "booking_cancelled") return status === "CANCELLED";
	if (kind === "booking_moved" && before?.startAt === startAt && before.endAt === endAt) return false;
	// A studio also notes late what was moved: that mail is about a time that was past already.
	return status === "SCHEDULED" && (startAt > now || (kind === "booking_moved" && startAt <= movedAt));
}

function calendarOf({ settings, now }: Ctx, found: BookingDetails, attendee: MailAddress, cancelled: boolean): string {
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
