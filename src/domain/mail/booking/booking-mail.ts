import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../../platform/context.ts";
import { appointments } from "../../../platform/db/tables/data/appointments.ts";
import { artists } from "../../../platform/db/tables/data/artists.ts";
import { bookingLinks } from "../../../platform/db/tables/data/bookings.ts";
import { clients } from "../../../platform/db/tables/data/clients.ts";
import { together } from "../../../platform/db/together.ts";
import { hourMs } from "../../../platform/lib/time.ts";
import { hashOfLink } from "../link-hash.ts";
import { type MailOfRow, needless } from "../prepared-mail.ts";
import { type BookingDetails, readBookingDetails } from "./booking-details.ts";
import type { BookingMail } from "./booking-text.ts";
import {
	aboutAppointment,
	type BookingMailData,
	type KnownState,
	knownStates,
	staleState,
	stateOf,
	toldStates,
	waitingMailsAbout,
} from "./known-states.ts";
import { type OldState, writeBookingMail } from "./write-booking-mail.ts";

interface ClaimedBookingMail {
	id: string;
	kind: BookingMail;
	/** With the manage link in clear. */
	data: BookingMailData & { link?: string };
}

/**
 * The mail tells the present state of the appointment, so that a mail that waited names no old time. There is none if
 * the client must not be written to, or if the appointment has changed so that the mail is no longer true.
 */
export async function bookingMail(ctx: Ctx, { id, kind, data }: ClaimedBookingMail): Promise<MailOfRow> {
	const found = await readBookingDetails(ctx, data.appointment_id);
	if (!found || found.client.isBlocked || found.client.doNotContact) return needless;
	const prepare = (old?: OldState) => ({
		to: found.client.email,
		write: () => writeBookingMail(ctx, kind, found, { link: data.link, old }),
	});
	if (kind === "booking_reminder") return isNear(ctx, found) ? { mail: prepare() } : needless;
	if (kind === "deposit_reminder") return isDepositAwaited(ctx, found) ? { mail: prepare() } : needless;
	const { appointment, client } = found;
	const [waiting, isLinkLive] = await together(
		ctx,
		(ctx) => waitingMailsAbout(ctx, appointment.id, client.id),
		(ctx) => data.link === undefined || isManageLink(ctx, appointment.id, data.link),
	);
	const own = waiting.find((mail) => mail.id === id);
	// The appointment has another client by now, or another mail has replaced this one.
	if (!own) return needless;
	const beside = { replaces: replacedBy(kind, found), isUnchanged: isAsRead(ctx, found) };
	if (kind === "booking_cancelled") return { mail: appointment.status === "CANCELLED" ? prepare() : null, ...beside };
	const present = stateOf(appointment);
	const moves = waiting.filter((mail) => mail.kind === "booking_moved");
	const movedAt = moves.at(-1)?.data.moved_at ?? 0;
	// A studio may also enter a move late. The mail then names a time that was past already.
	const isAhead = present.startAt > ctx.now || (kind === "booking_moved" && present.startAt <= movedAt);
	const stale = kind === "booking_moved" ? staleState(knownStates(waiting), present) : undefined;
	const isNews = kind === "booking_moved" ? stale !== undefined : isLinkLive;
	if (appointment.status !== "SCHEDULED" || !isAhead || !isNews) return { mail: null, ...beside };
	const known = {
		...own.data,
		...(kind === "booking_moved" ? { before: moves[0]?.data.before, moved_at: movedAt } : {}),
	};
	return {
		mail: prepare(stale && (await withArtistName(ctx, stale, present))),
		...beside,
		data: {
			handedOver: { ...known, told: toldStates(waiting, present) },
			toldIfRefused: toldStates(waiting),
		},
	};
}

/** Whether the time of one of the event type's reminders has come, and the start has not. */
const isNear = ({ now }: Ctx, { appointment: { status, startAt }, reminderHours }: BookingDetails): boolean =>
	status === "SCHEDULED" && startAt > now && reminderHours.some((hours) => startAt - hours * hourMs <= now);

/** The reminder waits in the outbox, and the deposit may have been paid or the appointment cancelled meanwhile. */
const isDepositAwaited = ({ now }: Ctx, { appointment: { status, deposit } }: BookingDetails): boolean =>
	status === "SCHEDULED" && deposit?.status === "REQUESTED" && deposit.due_at > now;

/** A confirmation tells the moves that wait, too. */
const replaced: Record<Exclude<BookingMail, "booking_reminder" | "deposit_reminder">, BookingMail> = {
	booking_confirmed: "booking_moved",
	booking_moved: "booking_moved",
	booking_cancelled: "booking_cancelled",
};

const replacedBy = (kind: keyof typeof replaced, { appointment, client }: BookingDetails): SQL =>
	sql`kind = ${replaced[kind]} AND ${aboutAppointment(appointment.id, client.id)}`;

const isAsRead = ({ tenantId }: Ctx, { appointment, client }: BookingDetails): SQL =>
	sql`EXISTS (SELECT 1 FROM ${appointments} WHERE tenant_id = ${tenantId} AND id = ${appointment.id} AND revision = ${appointment.revision})
		AND EXISTS (SELECT 1 FROM ${clients} WHERE tenant_id = ${tenantId} AND id = ${client.id} AND revision = ${client.revision})`;

async function isManageLink({ db, tenantId }: Ctx, appointmentId: string, link: string): Promise<boolean> {
	const ofAppointment = and(eq(bookingLinks.tenantId, tenantId), eq(bookingLinks.appointmentId, appointmentId));
	const [found] = await db.select({ hash: bookingLinks.hash }).from(bookingLinks).where(ofAppointment);
	return found?.hash === hashOfLink(link);
}

async function withArtistName({ db, tenantId }: Ctx, old: KnownState, present: KnownState): Promise<OldState> {
	if (old.artistId === present.artistId) return old;
	const ofArtist = and(eq(artists.tenantId, tenantId), eq(artists.id, old.artistId));
	const [found] = await db.select({ name: artists.name }).from(artists).where(ofArtist);
	return { ...old, artistName: found?.name ?? "" };
}
