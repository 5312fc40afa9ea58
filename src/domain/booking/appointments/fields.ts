import type { FieldTable } from "../../../platform/http/fields/field-table.ts";
import type { Appointment } from "./schema.ts";

const minor = "in minor units: 4500 is 45.00 EUR";

export const appointmentFields = {
	artist_id: {
		label: "Artist",
		words: "The artist who has the time. No two appointments of an artist overlap. …",
		by: "studio",
	},
	client_id: { label: "Client", words: "The client who comes.", by: "studio" },
	shop_id: { label: "Shop", words: "The shop where it takes place; null if it takes place elsewhere. …", by: "studio" },
	event_type_id: {
		label: "Event type",
		words: "The service that was booked, whose rules applied; null for a time that was booked freely.",
		by: "studio",
	},
	status: {
		label: "Status",
		words:
			"Only a SCHEDULED appointment holds its time. CANCELLED and NO_SHOW may become SCHEDULED again, COMPLETED is final.",
		example: "SCHEDULED",
		by: "studio",
	},
	start_at: {
		label: "Start",
		words: "The start. Any offset is taken, and answers are in UTC. …",
		example: "2026-03-20T13:00:00.000Z",
		by: "studio",
	},
	end_at: {
		label: "End",
		words: "The end. Another appointment may begin then. …",
		example: "2026-03-20T16:00:00.000Z",
		by: "studio",
	},
	timezone: {
		label: "Time zone",
		words: "The IANA time zone of the artist, in which people should read the times.",
		example: "Europe/Berlin",
		by: "service",
	},
	title: {
		label: "Title",
		words: "A line for calendars and lists; null for none.",
		example: "Botanical forearm piece",
		by: "others",
	},
	notes: { label: "Notes", example: "First session: outline.", by: "others" },
	location: {
		label: "Place",
		words: "The place if it is not the shop, such as a link to a call.",
		example: "Studio, second chair",
		by: "others",
	},
	price_amount: {
		label: "Price",
		words: `The agreed price, ${minor}. Null if none is agreed. The service charges nothing.`,
		example: 45_000,
		by: "studio",
	},
	currency: {
		label: "Currency",
		words: "The currency of `price_amount`, ISO 4217. Needed with a price.",
		example: "EUR",
		by: "studio",
	},
	crm_appointment_id: {
		label: "Id in the CRM",
		words: "The id of this appointment in your system. Lists filter by it.",
		example: "crm-4711",
		by: "studio",
	},
	cancelled_at: {
		label: "Cancelled at",
		words: "When it was cancelled; null if it was not.",
		example: null,
		by: "service",
	},
	cancellation_reason: { label: "Reason of the cancellation", example: null, by: "others" },
	cancellation_fee: {
		label: "Cancellation fee",
		words: "The fee that was charged for the cancellation; null if there is none.",
		example: null,
		by: "studio",
	},
	placement: {
		label: "Place on the body",
		words: "The place on the body, one of the event type's `allowed_placements` if it has some.",
		example: "Forearm",
		by: "others",
	},
	deposit: {
		label: "Deposit",
		words: "The deposit that the event type asked for at the booking; null if it asked for none.",
		example: null,
		by: "studio",
	},
} as const satisfies FieldTable<Appointment>;
