import { and, eq, type SQL, sql } from "drizzle-orm";
import type * as z from "zod";
import type { Refusal } from "../../../platform/booking-rules/refused-slot.ts";
import {
	feePrevents,
	isReschedule,
	needsFreeTime,
	refusedTransition,
} from "../../../platform/booking-rules/transitions.ts";
import { type Change, noChange } from "../../../platform/commit/change.ts";
import { remove, updateToNext, type Write } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { appointments } from "../../../platform/db/tables/data/appointments.ts";
import { artists } from "../../../platform/db/tables/data/artists.ts";
import { bookingLinks } from "../../../platform/db/tables/data/bookings.ts";
import { clients } from "../../../platform/db/tables/data/clients.ts";
import { shops } from "../../../platform/db/tables/data/shops.ts";
import { together } from "../../../platform/db/together.ts";
import { fieldProblem, notFound, problem } from "../../../platform/problems/problem.ts";
import { longestAppointmentMs } from "../busy-times/busy-times.ts";
import { depositEvents } from "../deposits/events.ts";
import { type BookingContext, bookingRulesOf, readBookingContext } from "../slots/booking-context.ts";
import { checkConsent, placementErrors, refusalsOfAge } from "../slots/conditions.ts";
import {
	bodyError,
	checkAvailability,
	checkIsOffered,
	checkKeepsType,
	checkReferences,
	feeCharged,
	refusedSlot,
	refusedWith,
	timeErrors,
	timeFailures,
} from "../slots/slot-checks.ts";
import type { WantedSlot } from "../slots/suggested-times.ts";
import { appointmentChanges, changeEvent } from "./events.ts";
import { differencesOf, nextRow } from "./next-row.ts";
import { planRemindersAnew } from "./planned-reminders.ts";
import { rescheduleMail } from "./reschedule-mail.ts";
import { type AppointmentPatch, type AppointmentRow, type patchedAppointment, toAppointment } from "./schema.ts";

type Patched = z.output<typeof patchedAppointment>;

interface UpdateOptions {
	/** The client moves the appointment at the booking page: only to a time that the page offers. */
	atBookingPage?: boolean;
	/** The outbox mails the client about a move, and the request does not wait for it. */
	notifyLater?: boolean;
}

export const updateAppointment = async (
	ctx: Ctx,
	id: string,
	patch: AppointmentPatch,
	options: UpdateOptions = {},
): Promise<Change<Patched>> => (await decideUpdate(ctx, id, patch, options)).change;

/** The change, and the row as it is afterwards. */
export async function decideUpdate(
	ctx: Ctx,
	id: string,
	patch: AppointmentPatch,
	{ atBookingPage = false, notifyLater = false }: UpdateOptions = {},
): Promise<{ change: Change<Patched>; next: AppointmentRow }> {
	const [context, namesShop] = await together(
		ctx,
		(ctx) => readContext(ctx, id, patch),
		(ctx) => shopExists(ctx, patch.shop_id),
	);
	const { appointment: row, artist } = context;
	if (!row) throw notFound("appointment");
	const before = toAppointment(row);
	const next = nextRow(ctx, row, patch, context);
	const differences = differencesOf(row, next);
	const { transition, hasNewTimes, hasNewArtist, hasNewClient } = differences;
	const takesTime = needsFreeTime(transition);
	const span = { start: next.startAt, end: next.endAt };
	const reopened = takesTime && row.status !== "SCHEDULED";
	const references = {
		artist: reopened || hasNewArtist,
		client: hasNewClient,
		eventTypeId: differences.typeChanges || reopened || hasNewArtist ? next.eventTypeId : null,
	};
	checkReferences(context, references, [
		...(hasNewTimes ? timeErrors(span, { end: patch.end_at !== undefined }) : []),
		...(namesShop ? [] : bodyError("shop_id", "names no shop")),
		...(patch.placement || differences.typeChanges ? placementErrors(context.eventType, next.placement) : []),
	]);
	if (!artist) throw notFound("appointment");
	checkKeepsType(artist, row, next);
	const refusal = refusedTransition({ ...transition, hasNewTimes, hasBegun: next.startAt <= ctx.now });
	if (refusal) throw problem("conflict", refusal);
	if (patch.deposit_status !== undefined) checkKeepsDeposit(row, next);
	// A future appointment needs a client who can come. A past one may still be corrected.
	const needsClient = takesTime && span.start > ctx.now;
	if (needsClient && !context.client) throw problem("conflict", "The client of the appointment was deleted.");
	const slot: WantedSlot = {
		artist,
		eventType: context.eventType,
		rules: bookingRulesOf(context.eventType),
		span,
		appointmentId: id,
	};
	if (row.cancellationFee?.status === "CHARGED" && feePrevents(transition))
		throw feeCharged(takesTime ? timeFailures(ctx, slot, context) : []);
	const ofAge = next.status === "SCHEDULED" ? refusalsOfAgeAfter(next, differences, context) : [];
	if (takesTime) await checkAvailability(ctx, slot, context, ofAge);
	else if (ofAge.length > 0) throw refusedWith(ofAge, []);
	if (atBookingPage && hasNewTimes) checkIsOffered(ctx, slot, context);
	const completes = next.status === "COMPLETED" && row.status !== "COMPLETED";
	const consent = completes ? await checkConsent(ctx, next, context.eventType) : [];
	const after = toAppointment(next);
	const changes = appointmentChanges(before, after);
	if (!changes) return { change: noChange({ object: "appointment", data: before, client_notified: false }), next: row };
	// A new client gets no mail, as for a new booking, because they know of no earlier time.
	const notice =
		isReschedule(transition) && !hasNewClient ? rescheduleMail(ctx, context, row, next, !notifyLater) : undefined;
	const answer = (client_notified: boolean): Patched => ({ object: "appointment", data: after, client_notified });
	const change: Change<Patched> = {
		result: answer(false),
		writes: [
			whileReferencesExist(row, next, { ...differences, needsClient, consent }),
			...planRemindersAnew(row, next),
			...(hasNewClient ? [endManageLink(row)] : []),
			...(notice ? [notice.write] : []),
		],
		events: [changeEvent(before, after, changes), ...depositEvents(row, next)],
		audit: { action: "appointment.updated", resourceId: id },
		onRefused: refusedSlot(ctx, slot),
		...(notice && !notifyLater
			? {
					afterCommit: async () => answer(await notice.send()),
					dryResult: async () => answer(await notice.wouldSend()),
				}
			: {}),
	};
	return { change, next };
}

/** A move refuses a client who would be too young on the new day. A new client or event type needs the date of birth. */
function refusalsOfAgeAfter(
	next: AppointmentRow,
	{ hasNewClient, hasNewTimes, typeChanges }: ReturnType<typeof differencesOf>,
	{ client, eventType, artist }: BookingContext,
): Refusal[] {
	if (!client || !artist || !(hasNewClient || hasNewTimes || typeChanges)) return [];
	const aged = { eventType, dateOfBirth: client.dateOfBirth, start: next.startAt, timezone: artist.timezone };
	return refusalsOfAge(aged).filter(({ code }) => code === "too_young" || hasNewClient || typeChanges);
}

/** A repetition of the request changes nothing. */
function checkKeepsDeposit({ deposit, status }: AppointmentRow, next: AppointmentRow): void {
	if (next.status !== "CANCELLED") throw fieldProblem("deposit_status", "goes with the status CANCELLED only");
	if (next.deposit?.status === "FORFEITED" && (deposit?.status === "HELD" || status === "CANCELLED")) return;
	throw problem("conflict", "No deposit of the appointment is HELD, so the studio cannot keep one.");
}

/** The new client knows nothing of the link, and the former one is to lose it. */
const endManageLink = ({ tenantId, id }: AppointmentRow): Write =>
	remove(bookingLinks).where(and(eq(bookingLinks.tenantId, tenantId), eq(bookingLinks.appointmentId, id)));

/**
 * Updates the appointment only while the records exist that it now refers to. A deletion of a client cancels only its
 * future appointments, so no later change may move another one into the future.
 */
function whileReferencesExist(
	row: AppointmentRow,
	next: AppointmentRow,
	given: { needsClient: boolean; consent: SQL[]; hasNewClient: boolean; hasNewArtist: boolean; hasNewShop: boolean },
): Write {
	const { tenantId, clientId, artistId, shopId } = next;
	const exists = (table: typeof clients | typeof artists | typeof shops, id: string, andAlso = sql``) =>
		sql`EXISTS (SELECT 1 FROM ${table} WHERE tenant_id = ${tenantId} AND id = ${id}${andAlso})`;
	const conditions: SQL[] = [
		...given.consent,
		...(given.needsClient || given.hasNewClient ? [exists(clients, clientId)] : []),
		...(given.hasNewArtist ? [exists(artists, artistId, sql` AND status = 'ACTIVE'`)] : []),
		...(given.hasNewShop && shopId !== null ? [exists(shops, shopId)] : []),
	];
	const write = updateToNext(appointments, row, next);
	if (conditions.length === 0) return write;
	return { write, condition: sql.join(conditions, sql` AND `), reason: "stale_write" };
}

async function shopExists({ db, tenantId }: Ctx, id: string | null | undefined): Promise<boolean> {
	if (id === null || id === undefined) return true;
	const ofShop = and(eq(shops.tenantId, tenantId), eq(shops.id, id));
	return (await db.select({ id: shops.id }).from(shops).where(ofShop)).length > 0;
}

/** Subqueries read the values that depend on the appointment, so that everything takes one round trip. */
function readContext(ctx: Ctx, id: string, patch: AppointmentPatch): Promise<BookingContext> {
	const stored = (column: string) =>
		sql`(SELECT ${sql.raw(column)} FROM ${appointments} WHERE tenant_id = ${ctx.tenantId} AND id = ${id})`;
	const given = (value: string | null | undefined, column: string) =>
		value === undefined ? stored(column) : (value ?? sql`NULL`);
	const start = patch.start_at === undefined ? stored("start_at") : sql`${patch.start_at}`;
	const keptLength = sql`${start} + ${stored("end_at")} - ${stored("start_at")}`;
	return readBookingContext(ctx, {
		appointmentId: id,
		artistId: given(patch.artist_id, "artist_id"),
		clientId: given(patch.client_id, "client_id"),
		eventTypeId: given(patch.event_type_id, "event_type_id"),
		from: start,
		// The range never reaches further than the longest appointment, even if the sent end is later.
		to: sql`min(${patch.end_at === undefined ? keptLength : patch.end_at}, ${start} + ${longestAppointmentMs})`,
	});
}
