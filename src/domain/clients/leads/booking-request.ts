import { leadStages } from "../../../platform/db/tables/data/leads.ts";
import { timestamp } from "../../../platform/lib/time.ts";
import type { LeadRow } from "./schema.ts";

/** The keys in a lead's metadata for the requested time, and for the appointment after the studio has confirmed. */
export const requestedKeys = {
	artistId: "booking_artist_id",
	eventTypeId: "booking_event_type_id",
	start: "booking_start_at",
	placement: "booking_placement",
	appointmentId: "booking_appointment_id",
} as const;

/** The source of the leads that are requests. */
export const bookingRequestSource = "BOOKING_PAGE";

/** The stages in which the studio has not decided yet. */
export const openStages: readonly LeadRow["stage"][] = leadStages.filter(
	(stage) => stage !== "BOOKED" && stage !== "LOST",
);

export interface BookingRequest {
	artistId: string;
	eventTypeId: string;
	start: number;
	/** The place on the body. */
	placement?: string | undefined;
}

export const requestedMetadata = ({
	artistId,
	eventTypeId,
	start,
	placement,
}: BookingRequest): Record<string, string> => ({
	[requestedKeys.artistId]: artistId,
	[requestedKeys.eventTypeId]: eventTypeId,
	[requestedKeys.start]: timestamp(start),
	...(placement === undefined ? {} : { [requestedKeys.placement]: placement }),
});

/** The request in words, for people and callers of the API. */
export const requestMessage = ({ start, placement }: BookingRequest): string =>
	`Asks for an appointment at ${timestamp(start)}.${placement === undefined ? "" : ` Placement: ${placement}.`}`;

/** Finds open and decided requests; undefined if the lead is no request. */
export function bookingRequestIn({ metadata }: Pick<LeadRow, "metadata">): BookingRequest | undefined {
	const { [requestedKeys.artistId]: artistId, [requestedKeys.eventTypeId]: eventTypeId } = metadata;
	const start = Date.parse(metadata[requestedKeys.start] ?? "");
	const placement = metadata[requestedKeys.placement];
	return artistId && eventTypeId && !Number.isNaN(start) ? { artistId, eventTypeId, start, placement } : undefined;
}

/** The request in a lead, if the studio has not decided it yet. */
export function openBookingRequest(lead: Pick<LeadRow, "metadata" | "stage">): BookingRequest | undefined {
	const isOpen = openStages.includes(lead.stage) && lead.metadata[requestedKeys.appointmentId] === undefined;
	return isOpen ? bookingRequestIn(lead) : undefined;
}
