import { needsFreeTime } from "../../../platform/booking-rules/transitions.ts";
import { localDay } from "../../../platform/booking-rules/working-time.ts";
import type { Ctx } from "../../../platform/context.ts";
import { nextRevision } from "../../../platform/db/record.ts";
import { mergedMetadata } from "../../../platform/http/fields/metadata.ts";
import { patched } from "../../../platform/lib/changes.ts";
import { detailsOf } from "../../studio/event-types/schema.ts";
import { depositAfter } from "../deposits/follow-appointment.ts";
import { type BookingContext, bookingRulesOf, currencyOf } from "../slots/booking-context.ts";
import type { AppointmentPatch, AppointmentRow } from "./schema.ts";

export const differencesOf = (row: AppointmentRow, next: AppointmentRow) => {
	const hasNewTimes = next.startAt !== row.startAt || next.endAt !== row.endAt;
	const hasNewArtist = next.artistId !== row.artistId;
	const typeChanges = next.eventTypeId !== row.eventTypeId;
	return {
		hasNewTimes,
		hasNewArtist,
		hasNewClient: next.clientId !== row.clientId,
		hasNewShop: next.shopId !== row.shopId,
		typeChanges,
		transition: {
			from: row.status,
			to: next.status,
			moved: hasNewTimes || hasNewArtist,
			retyped: typeChanges && next.eventTypeId !== null,
		},
	};
};

/** `artist` and `eventType` are those that the appointment has afterwards. */
export function nextRow(
	ctx: Ctx,
	row: AppointmentRow,
	patch: AppointmentPatch,
	{ artist, eventType }: Pick<BookingContext, "artist" | "eventType">,
): AppointmentRow {
	const status = patched(patch.status, row.status);
	const startAt = patched(patch.start_at, row.startAt);
	const cancelled = status === row.status ? row.cancelledAt : status === "CANCELLED" ? ctx.now : null;
	const reason = status === "SCHEDULED" && row.status !== "SCHEDULED" ? null : row.cancellationReason;
	const artistId = patched(patch.artist_id, row.artistId);
	const next: AppointmentRow = {
		...row,
		status,
		startAt,
		// A start alone moves the appointment and keeps its length.
		endAt: patched(patch.end_at, startAt + row.endAt - row.startAt),
		artistId,
		clientId: patched(patch.client_id, row.clientId),
		shopId: patched(patch.shop_id, artistId !== row.artistId && artist ? artist.shopId : row.shopId),
		eventTypeId: patched(patch.event_type_id, row.eventTypeId),
		title: patched(patch.title, row.title),
		notes: patched(patch.notes, row.notes),
		location: patched(patch.location, row.location),
		priceAmount: patched(patch.price_amount, row.priceAmount),
		currency: patched(patch.currency, row.currency ?? (patch.price_amount == null ? null : currencyOf(eventType))),
		crmAppointmentId: patched(patch.crm_appointment_id, row.crmAppointmentId),
		cancelledAt: cancelled,
		cancellationReason: patched(patch.cancellation_reason, reason),
		placement: patched(patch.placement, row.placement),
		metadata: mergedMetadata(row.metadata, patch.metadata),
		...nextRevision(row, ctx.now),
	};
	const deposit = depositAfter(row, next, {
		now: ctx.now,
		details: eventType && detailsOf(eventType),
		keeps: patch.deposit_status === "FORFEITED",
	});
	return { ...next, ...calendarPlaceOf(row, next, { artist, eventType }), deposit };
}

/** The columns that follow from the place of the appointment in the calendar. */
function calendarPlaceOf(
	row: AppointmentRow,
	next: AppointmentRow,
	{ artist, eventType }: Pick<BookingContext, "artist" | "eventType">,
): Partial<AppointmentRow> {
	const { transition, typeChanges } = differencesOf(row, next);
	const takesTime = needsFreeTime(transition);
	const { timezone } = transition.moved && artist ? artist : row;
	// The daily cap counts in the zone that the artist has when the appointment takes its time.
	const day = localDay(next.startAt, takesTime && artist ? artist.timezone : timezone);
	const rules = bookingRulesOf(eventType);
	// A new status changes the calendar entry, too, with or without a mail.
	const changesEntry = transition.moved || next.status !== row.status;
	return {
		timezone,
		dayStartAt: day.start,
		dayEndAt: day.end,
		calendarSequence: row.calendarSequence + (changesEntry ? 1 : 0),
		// The buffers stay as they were booked until the appointment takes a new time or gets another event type.
		...(takesTime || typeChanges
			? { bufferBeforeMs: rules?.bufferBeforeMs ?? 0, bufferAfterMs: rules?.bufferAfterMs ?? 0 }
			: {}),
	};
}
