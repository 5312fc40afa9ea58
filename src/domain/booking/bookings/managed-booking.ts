import { and, eq, sql } from "drizzle-orm";
import { type Change, decideAgain } from "../../../platform/commit/change.ts";
import { isStale } from "../../../platform/commit/transaction/refusals.ts";
import { mustChangeRows, update } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { appointments } from "../../../platform/db/tables/data/appointments.ts";
import { artists } from "../../../platform/db/tables/data/artists.ts";
import { bookingLinks } from "../../../platform/db/tables/data/bookings.ts";
import { clients } from "../../../platform/db/tables/data/clients.ts";
import { eventTypes } from "../../../platform/db/tables/data/event-types.ts";
import { shops } from "../../../platform/db/tables/data/shops.ts";
import { studios } from "../../../platform/db/tables/data/studios.ts";
import { emailKey } from "../../../platform/http/fields/fields.ts";
import { hourMs } from "../../../platform/lib/time.ts";
import { fieldProblem, Problem, problem } from "../../../platform/problems/problem.ts";
import { brandColumns } from "../../studio/brand/brand.ts";
import { detailsOf } from "../../studio/event-types/schema.ts";
import { updateAppointment } from "../appointments/update.ts";
import { checkIsFuture } from "../holds/free-time.ts";
import { withCancellationMail } from "./booking-mails.ts";

export type ManagedBooking = NonNullable<Awaited<ReturnType<typeof findManagedBooking>>>;

/** Undefined if there is no such link, or if its client was deleted. */
export async function findManagedBooking({ db, tenantId }: Ctx, hash: string) {
	const [row] = await db
		.select({
			link: bookingLinks,
			appointment: appointments,
			artist: artists,
			shop: { name: shops.name, language: shops.language, email: shops.email, phone: shops.phone },
			studio: brandColumns,
			type: eventTypes,
			email: clients.email,
			isClientBlocked: clients.isBlocked,
		})
		.from(bookingLinks)
		.innerJoin(appointments, and(eq(appointments.tenantId, tenantId), eq(appointments.id, bookingLinks.appointmentId)))
		.innerJoin(artists, and(eq(artists.tenantId, tenantId), eq(artists.id, appointments.artistId)))
		.innerJoin(studios, eq(studios.tenantId, tenantId))
		.innerJoin(clients, and(eq(clients.tenantId, tenantId), eq(clients.id, appointments.clientId)))
		.leftJoin(shops, and(eq(shops.tenantId, tenantId), eq(shops.id, artists.shopId)))
		.leftJoin(eventTypes, and(eq(eventTypes.tenantId, tenantId), eq(eventTypes.id, appointments.eventTypeId)))
		.where(and(eq(bookingLinks.tenantId, tenantId), eq(bookingLinks.hash, hash)));
	if (!row) return undefined;
	const { type, ...rest } = row;
	return { ...rest, type, details: type && detailsOf(type) };
}

/** The link works until the appointment has passed or is cancelled. */
export const isLinkExpired = ({ appointment: { status, endAt } }: ManagedBooking, now: number): boolean =>
	status !== "SCHEDULED" || endAt <= now;

const hoursBefore = (start: number, hours: number | null | undefined): number => start - (hours ?? 0) * hourMs;

/** Why the client cannot change the appointment. */
export type ReasonNotChanged = "not_movable" | "moved_often" | "too_late_to_move" | "too_late_to_cancel";

/** A change that the client may not make. The page says the reason in the client's language. */
export class NotChanged extends Problem {
	readonly reason: ReasonNotChanged;

	constructor(reason: ReasonNotChanged) {
		super("conflict", `The client cannot change this appointment: ${reason}.`);
		this.reason = reason;
	}
}

/**
 * The reason why the client cannot move the appointment; undefined if they can. It does not bind the studio. A client who
 * is blocked is not told so (contract: Booking page 28).
 */
export function whyNotMoved(
	{ appointment, artist, details, link, isClientBlocked }: ManagedBooking,
	now: number,
): ReasonNotChanged | undefined {
	if (!details || artist.status !== "ACTIVE" || isClientBlocked) return "not_movable";
	const { max_reschedules: maxMoves } = details;
	if (maxMoves !== null && link.moves >= maxMoves) return maxMoves === 0 ? "not_movable" : "moved_often";
	if (now >= hoursBefore(appointment.startAt, details.reschedule_window_hours)) return "too_late_to_move";
	return undefined;
}

/** As `whyNotMoved`. */
export function whyNotCancelled({ appointment, details }: ManagedBooking, now: number): ReasonNotChanged | undefined {
	const isLate = now >= hoursBefore(appointment.startAt, details?.cancellation_window_hours);
	return isLate ? "too_late_to_cancel" : undefined;
}

/** The person with the link must also know the client's current email address, which the studio may have changed. */
async function findChangeableBooking(
	ctx: Ctx,
	hash: string,
	email: string,
	whyNot: typeof whyNotMoved,
): Promise<ManagedBooking> {
	const managed = await findManagedBooking(ctx, hash);
	if (!managed || isLinkExpired(managed, ctx.now)) throw noSuchAppointment();
	if (emailKey(email.trim()) !== emailKey(managed.email))
		throw fieldProblem("email", "is not the address that the studio has for the client");
	const reason = whyNot(managed, ctx.now);
	if (reason) throw new NotChanged(reason);
	return managed;
}

const noSuchAppointment = () => problem("resource_not_found", "No such appointment.");

export async function moveManagedBooking(
	ctx: Ctx,
	{ hash, email, start }: { hash: string; email: string; start: number },
): Promise<Change<unknown>> {
	const { appointment, link } = await findChangeableBooking(ctx, hash, email, whyNotMoved);
	checkIsFuture(ctx, start);
	const change = await updateAppointment(
		ctx,
		appointment.id,
		{ start_at: start },
		{ atBookingPage: true, notifyLater: true },
	);
	if (change.writes.length === 0) return change;
	const counted = mustChangeRows(
		update(bookingLinks)
			.set({ moves: sql`moves + 1` })
			.where(
				and(
					eq(bookingLinks.tenantId, ctx.tenantId),
					eq(bookingLinks.appointmentId, appointment.id),
					eq(bookingLinks.moves, link.moves),
				),
			),
	);
	return {
		...change,
		writes: [...change.writes, counted],
		onRefused: async (refusal) => (isStale(refusal) ? decideAgain : await change.onRefused?.(refusal)),
	};
}

export async function cancelManagedBooking(
	ctx: Ctx,
	{ hash, email }: { hash: string; email: string },
): Promise<Change<unknown>> {
	const { appointment } = await findChangeableBooking(ctx, hash, email, whyNotCancelled);
	const patch = { status: "CANCELLED", cancellation_reason: "Cancelled by the client." } as const;
	const change = await withCancellationMail(ctx, await updateAppointment(ctx, appointment.id, patch));
	return {
		...change,
		onRefused: async (refusal) => (isStale(refusal) ? decideAgain : await change.onRefused?.(refusal)),
	};
}
