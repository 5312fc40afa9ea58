import { sql } from "drizzle-orm";
import type { z } from "zod";
import { isReschedule, needsFreeTime, refusedTransition } from "../../../platform/booking-rules/transitions.ts";
import { localDay } from "../../../platform/booking-rules/working-time.ts";
import { type Change, noChange } from "../../../platform/commit/change.ts";
import { updateIfUnchanged, type Write } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { nextRevision } from "../../../platform/db/record.ts";
import { appointments } from "../../../platform/db/tables/data/appointments.ts";
import { clients } from "../../../platform/db/tables/data/clients.ts";
import { mergedMetadata } from "../../../platform/http/fields/metadata.ts";
import { patched } from "../../../platform/lib/changes.ts";
import { notFound, problem } from "../../../platform/problems/problem.ts";
import { type BookingContext, bookingRulesOf, longestAppointmentMs, readBookingContext } from "./booking-context.ts";
import { appointmentChanges, changeEvent } from "./events.ts";
import { rescheduleMail } from "./reschedule-mail.ts";
import { type AppointmentPatch, type AppointmentRow, type patchedAppointment, toAppointment } from "./schema.ts";
import {
	checkAvailability,
	checkIsOffered,
	checkReferences,
	refusedSlot,
	timeErrors,
	type WantedSlot,
} from "./slot-checks.ts";

type Patched = z.output<typeof patchedAppointment>;

interface UpdateOptions {
	/** The client moves the appointment at the booking page: only to a time that the page offers. */
	atBookingPage?: boolean;
	/** The outbox mails the client about a move, and the request does not wait for it. */
	notifyLater?: boolean;
}

export async function updateAppointment(
	ctx: Ctx,
	id: string,
	patch: AppointmentPatch,
	{ atBookingPage = false, notifyLater = false }: UpdateOptions = {},
): Promise<Change<Patched>> {
	const context = await readContext(ctx, id, patch);
	const { appointment: row, artist } = context;
	if (!row || !artist) throw notFound("appointment");
	const before = toAppointment(row);
	const next = nextRow(ctx, row, patch, context);
	const span = { start: next.startAt, end: next.endAt };
	const moved = next.startAt !== row.startAt || next.endAt !== row.endAt;
	const typeChanges = next.eventTypeId !== row.eventTypeId;
	const retyped = typeChanges && next.eventTypeId !== null;
	const transition = { from: row.status, to: next.status, moved, retyped };
	const timeFaults = moved ? timeErrors(span, { end: patch.end_at !== undefined }) : [];
	const reopened = needsFreeTime(transition) && row.status !== "SCHEDULED";
	const references = {
		artist: reopened,
		client: false,
		eventTypeId: typeChanges || reopened ? next.eventTypeId : null,
	};
	checkReferences(context, references, timeFaults);
	const refusal = refusedTransition({ ...transition, feeCharged: row.cancellationFee?.status === "CHARGED" });
	if (refusal) throw problem("conflict", refusal);
	// A future appointment needs a client who can come. A past one may still be corrected.
	const needsClient = needsFreeTime(transition) && span.start > ctx.now;
	if (needsClient && !context.client) throw problem("conflict", "The client of the appointment was deleted.");
	const slot: WantedSlot = {
		artist,
		eventType: context.eventType,
		rules: bookingRulesOf(context.eventType),
		span,
		appointmentId: id,
	};
	if (needsFreeTime(transition)) await checkAvailability(ctx, slot, context);
	if (atBookingPage && moved) checkIsOffered(ctx, slot, context);
	const after = toAppointment(next);
	const changes = appointmentChanges(before, after);
	if (!changes) return noChange({ object: "appointment", data: before, client_notified: false });
	const notice = isReschedule(transition) ? rescheduleMail(ctx, context, row, next, !notifyLater) : undefined;
	const answer = (client_notified: boolean): Patched => ({ object: "appointment", data: after, client_notified });
	return {
		result: answer(false),
		writes: [
			needsClient
				? whileClientExists(row, updateIfUnchanged(appointments, row, next))
				: updateIfUnchanged(appointments, row, next),
			...(notice ? [notice.write] : []),
		],
		events: [changeEvent(before, after, changes)],
		audit: { action: "appointment.updated", resourceId: id },
		onRefused: refusedSlot(ctx, slot),
		...(notice && !notifyLater
			? { afterCommit: async () => answer(await notice.send()), dryResult: answer(true) }
			: {}),
	};
}

/**
 * A deletion of the client cancels only its future appointments, so no later change may move another one into the
 * future.
 */
const whileClientExists = ({ tenantId, clientId }: AppointmentRow, write: Write): Write => ({
	write,
	condition: sql`EXISTS (SELECT 1 FROM ${clients} WHERE tenant_id = ${tenantId} AND id = ${clientId})`,
	reason: "stale_write",
});

/** Subqueries read the values that depend on the appointment, so that everything takes one round trip. */
function readContext(ctx: Ctx, id: string, patch: AppointmentPatch): Promise<BookingContext> {
	const stored = (column: string) =>
		sql`(SELECT ${sql.raw(column)} FROM ${appointments} WHERE tenant_id = ${ctx.tenantId} AND id = ${id})`;
	const start = patch.start_at === undefined ? stored("start_at") : sql`${patch.start_at}`;
	const keptLength = sql`${start} + ${stored("end_at")} - ${stored("start_at")}`;
	return readBookingContext(ctx, {
		appointmentId: id,
		artistId: stored("artist_id"),
		clientId: stored("client_id"),
		eventTypeId: patch.event_type_id === undefined ? stored("event_type_id") : sql`${patch.event_type_id}`,
		from: start,
		// The range never reaches further than the longest appointment, even if the sent end is later.
		to: sql`min(${patch.end_at === undefined ? keptLength : patch.end_at}, ${start} + ${longestAppointmentMs})`,
	});
}

function nextRow(
	ctx: Ctx,
	row: AppointmentRow,
	patch: AppointmentPatch,
	{ artist, eventType }: BookingContext,
): AppointmentRow {
	const status = patched(patch.status, row.status);
	const startAt = patched(patch.start_at, row.startAt);
	// A start alone moves the appointment and keeps its length.
	const endAt = patched(patch.end_at, startAt + row.endAt - row.startAt);
	const cancelled = status === row.status ? row.cancelledAt : status === "CANCELLED" ? ctx.now : null;
	const reason = status === "SCHEDULED" && row.status !== "SCHEDULED" ? null : row.cancellationReason;
	const eventTypeId = patched(patch.event_type_id, row.eventTypeId);
	const moves = startAt !== row.startAt || endAt !== row.endAt;
	const typeChanges = eventTypeId !== row.eventTypeId;
	const retyped = typeChanges && eventTypeId !== null;
	const takesTime = needsFreeTime({ from: row.status, to: status, moved: moves, retyped });
	const { timezone } = moves && artist ? artist : row;
	// The daily cap counts in the zone that the artist has when the appointment takes its time.
	const day = localDay(startAt, takesTime && artist ? artist.timezone : timezone);
	const rules = bookingRulesOf(eventType);
	// The buffers stay as they were booked until the appointment takes a new time or gets another event type.
	const buffers =
		takesTime || typeChanges
			? { bufferBeforeMs: rules?.bufferBeforeMs ?? 0, bufferAfterMs: rules?.bufferAfterMs ?? 0 }
			: {};
	return {
		...row,
		status,
		startAt,
		endAt,
		eventTypeId,
		timezone,
		...buffers,
		dayStartAt: day.start,
		dayEndAt: day.end,
		title: patched(patch.title, row.title),
		notes: patched(patch.notes, row.notes),
		location: patched(patch.location, row.location),
		priceAmount: patched(patch.price_amount, row.priceAmount),
		currency: patched(patch.currency, row.currency),
		crmAppointmentId: patched(patch.crm_appointment_id, row.crmAppointmentId),
		cancelledAt: cancelled,
		cancellationReason: patched(patch.cancellation_reason, reason),
		metadata: mergedMetadata(row.metadata, patch.metadata),
		// A cancellation changes the calendar entry, too, with or without a mail.
		calendarSequence: row.calendarSequence + (moves || (status === "CANCELLED" && status !== row.status) ? 1 : 0),
		...nextRevision(row, ctx.now),
	};
}
