import type { SQL } from "drizzle-orm";
import type { Ctx } from "../../platform/context.ts";
import { and, eq, sql } from "../../platform/db/statements/expression.ts";
import { mails } from "../../platform/db/tables/both/mails.ts";
import { artists } from "../../platform/db/tables/data/artists.ts";
import { type Mail, type MailAddress, oneLine } from "../../platform/lib/email.ts";
import { withoutLinks } from "../../platform/lib/without-links.ts";
import { type BookingDetails, readBookingDetails } from "./booking-details.ts";
import { type BookingMail, bookingMailText } from "./booking-text.ts";
import { calendarFile, organizerOf, type Times } from "./calendar.ts";
import { clientMailHtml } from "./client-mail-html.ts";
import { rescheduleNotice } from "./reschedule-notice.ts";

interface BookingMailData {
	appointment_id: string;
	/** The manage link. */
	link?: string;
	/** For a move: the state before it, the SEQUENCE of the calendar file since then, and the time of the move. */
	before?: StateBefore;
	sequence?: number;
	moved_at?: number;
}

interface StateBefore extends Times {
	artistId?: string;
	/** Read when the mail is written. Absent if the artist stays. */
	artistName?: string;
}

/** A mail of which the recipient is known. Its text is written only when it may leave. */
export interface PreparedMail {
	to: string;
	write(): Mail;
}

/** The mail to send for a due row of the outbox. */
export interface MailOfRow {
	/** Null: the mail is no longer needed, such as a reminder of an appointment that was cancelled. */
	mail: PreparedMail | null;
	/** The condition for other mails of the tenant that this one makes needless. */
	obsoletes?: SQL;
}

/**
 * Prepares the mail from the present state of the appointment, so that a mail that waited names no old time. Prepares
 * none if the client must not be written to, or if the appointment has changed so that the mail is no longer true.
 */
export async function bookingMail(ctx: Ctx, kind: BookingMail, data: BookingMailData): Promise<MailOfRow> {
	const found = await readBookingDetails(ctx, data.appointment_id);
	if (!found) return { mail: null };
	if (kind !== "booking_moved") return { mail: prepare(ctx, kind, found, data) };
	// One mail replaces all waiting mails about moves. Its old state is the one that the client knows.
	const { id, artistId, calendarSequence: sequence } = found.appointment;
	const before = (await stateBefore(ctx, id, sequence)) ?? data.before;
	const hasNewArtist = before?.artistId !== undefined && before.artistId !== artistId;
	const artistName = hasNewArtist ? await artistNameOf(ctx, before.artistId) : undefined;
	const known = before && { ...before, ...(artistName === undefined ? {} : { artistName }) };
	return {
		mail: prepare(ctx, kind, found, { ...data, ...(known ? { before: known } : {}) }),
		obsoletes: movesUpTo(id, sequence),
	};
}

/** The waiting mails about moves of an appointment up to this SEQUENCE. The index has the first condition. */
const movesUpTo = (appointmentId: string, sequence: number): SQL =>
	sql`kind <> 'booking_reminder' AND kind = 'booking_moved' AND json_extract(data, '$.appointment_id') = ${appointmentId}
		AND json_extract(data, '$.sequence') <= ${sequence}`;

async function artistNameOf({ db, tenantId }: Ctx, artistId = ""): Promise<string> {
	const ofArtist = and(eq(artists.tenantId, tenantId), eq(artists.id, artistId));
	const [found] = await db.select({ name: artists.name }).from(artists).where(ofArtist);
	return found?.name ?? "";
}

/** The state before the first move whose mail still waits: the client knows of none after it. */
export async function stateBefore(
	{ db, tenantId }: Ctx,
	appointmentId: string,
	sequence: number,
): Promise<StateBefore | undefined> {
	const [first] = await db
		.select({ data: mails.data })
		.from(mails)
		.where(and(eq(mails.tenantId, tenantId), movesUpTo(appointmentId, sequence)))
		.orderBy(sql`json_extract(data, '$.sequence')`)
		.limit(1);
	return (first?.data as Partial<BookingMailData> | undefined)?.before;
}

const prepare = (ctx: Ctx, kind: BookingMail, found: BookingDetails, data: BookingMailData): PreparedMail | null =>
	isStillTrue(ctx, kind, found, data) ? { to: found.client.email, write: () => mailOf(ctx, kind, found, data) } : null;

function mailOf(ctx: Ctx, kind: BookingMail, found: BookingDetails, data: BookingMailData): Mail {
	const { client, artist, studio } = found;
	const to = { name: plain([client.firstName, client.lastName].filter(Boolean).join(" ")), email: client.email };
	const calendar = calendarOf(ctx, found, to, kind === "booking_cancelled");
	if (kind === "booking_moved" && data.before) {
		const { appointment: after, title } = found;
		const { timezone } = after;
		const { before } = data;
		const notice = rescheduleNotice({
			to,
			studio,
			at: found.at,
			artistName: artist.name,
			formerArtistName: before.artistName,
			title,
			before,
			after,
			timezone,
			calendar,
		});
		return { ...notice, html: clientMailHtml(ctx, studio, notice.text) };
	}
	const { subject, text } = bookingMailText(kind, found, data.link);
	return {
		to,
		replyTo: { name: plain(studio.name) || plain(artist.name), email: studio.email },
		subject,
		text,
		html: clientMailHtml(ctx, studio, text, data.link ? { link: data.link, words: "Move or cancel" } : undefined),
		...(kind === "booking_reminder" ? {} : { attachments: [attached(calendar, kind === "booking_cancelled")] }),
	};
}

function isStillTrue(
	{ now }: Ctx,
	kind: BookingMail,
	{ appointment, client }: BookingDetails,
	data: BookingMailData,
): boolean {
	const { before, moved_at: movedAt = now } = data;
	const { status, startAt, endAt } = appointment;
	if (client.isBlocked || client.doNotContact) return false;
	if (kind === "booking_cancelled") return status === "CANCELLED";
	const isBack = before?.startAt === startAt && before.endAt === endAt && before.artistName === undefined;
	if (kind === "booking_moved" && isBack) return false;
	// A studio may also enter a move late. The mail then names a time that was past already.
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

/** Anybody can enter a stranger's address as a client's, so no typed text may become a link. */
const plain = (typed: string): string => oneLine(withoutLinks(typed));
