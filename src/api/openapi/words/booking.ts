import { innerAddress } from "./people.ts";
import type { SchemaWords } from "./types.ts";

const minor = "in minor units: 4500 is 45.00 EUR";
const notActedOn = "For your information: the service does not act on it.";

const fee = {
	status: "CHARGED until it is refunded in full.",
	amount: `The whole fee, ${minor}.`,
	currency: "The fee's currency, ISO 4217.",
	charged_at: "When the fee was charged.",
	refunded_at: "When it was refunded; null while it stands.",
};

const hours = {
	start: "`HH:MM`, on the clock of the artist's time zone.",
	end: "`HH:MM`, after `start`. `24:00` is the end of the day.",
};

export const booking: SchemaWords = {
	Appointment: {
		artist_id: "The artist who has the time. No two appointments of an artist overlap. …",
		client_id: "The client who comes.",
		shop_id: "The shop where it takes place; null if it takes place elsewhere. …",
		event_type_id: "The service that was booked, whose rules applied; null for a time that was booked freely.",
		status:
			"Only a SCHEDULED appointment holds its time. CANCELLED and NO_SHOW may become SCHEDULED again, COMPLETED is final.",
		start_at: "The start. Any offset is taken, and answers are in UTC. …",
		end_at: "The end, exclusive: another appointment may begin then. …",
		start_date_time: "The start, in UTC.",
		end_date_time: "The end, in UTC, exclusive.",
		timezone: "The IANA time zone of the artist, in which people should read the times.",
		title: "A line for calendars and lists; null for none.",
		location: "Where it takes place if not at the shop, such as a link to a call.",
		price_amount: `The agreed price, ${minor}. Null if none is agreed. The service charges nothing.`,
		currency: "The currency of `price_amount`, ISO 4217. Needed with a price.",
		crm_appointment_id: "The id of this appointment in your system. Lists filter by it.",
		cancelled_at: "When it was cancelled; null if it was not.",
		cancellation_fee: "The fee that was charged for the cancellation; null if there is none.",
		...Object.fromEntries(Object.entries(fee).map(([name, words]) => [`cancellation_fee.${name}`, words])),
	},
	AppointmentRescheduled: {
		previous_start_date_time: "The start before the move.",
		previous_end_date_time: "The end before the move.",
		previous_artist_id: "The artist before the move. It equals `artistId` if only the times moved.",
	},
	PatchedAppointment: { data: "The appointment as it is now." },
	CancellationFee: fee,
	CancellationFeeOfAppointment: { ...fee, appointment_id: "The cancelled appointment for which it was charged." },
	Availability: {
		data: "The free times, the earliest first. Nothing holds them: a booking may still come first.",
		"data.start_at": "The start of a free time.",
		"data.end_at": "Its end: the start plus the duration of the event type.",
		has_more: "Always false: the window is read whole.",
		next_cursor: "Always null.",
	},
	Artist: {
		name: "As the booking page shows it.",
		slug: "The artist's part of the booking address. …",
		email: "Where the studio reaches the artist; null if unknown. It is no login.",
		shop_id: "The shop where the artist works; null for none. New appointments take it over.",
		is_consultation_desk: "True: no person, but the shop's calendar for consultations. Other event types are refused.",
		max_appointments_per_day:
			"The service offers and takes no more on a day of the artist's time zone. Null: as many as fit.",
		status: "A DEACTIVATED artist cannot be booked and has no booking page. Appointments stay.",
		bio: "Shown on the booking page.",
		avatar_url:
			"The address of a picture. The booking page shows it only from its own origin, and only without `avatar_picture_id`.",
		working_hours: "When the artist can be booked. Empty: never.",
		"working_hours.start": hours.start,
		"working_hours.end": hours.end,
		avatar_picture_id: "One of the artist's own pictures, shown as the avatar; null for none.",
	},
	ArtistWorkingHours: {
		artist_id: "The artist whose hours they are.",
		hours: "The ranges of the week. Empty: the artist cannot be booked.",
	},
	WorkingHours: hours,
	TimeBlock: {
		artist_id: "The artist who is away. Nobody can book this artist meanwhile.",
		start_at: "From when on the artist is away.",
		end_at: "Until when, exclusive. …",
		reason: "For the studio, such as `Convention`. Clients do not see it.",
	},
	ExternalCalendar: {
		artist_id: "The artist whose free times the calendar narrows.",
		"busy.start_at": "The start of a busy time.",
		"busy.end_at": "Its end, exclusive.",
	},
	Shop: {
		name: "As clients read it.",
		slug: "A short name for addresses. …",
		email: "For clients who want to write; null for none.",
		phone: "For clients who want to call, as it was typed.",
		description: "For clients, in a few sentences.",
		...innerAddress,
		address: "Where clients find it. Mails and calendar files show it. …",
	},
	EventType: {
		artist_id: "The artist whose service it is.",
		artist_slug: "The artist's part of the booking address.",
		shop_slug: "The slug of the artist's shop; null without one.",
		name: "As the booking page shows it.",
		kind: "CONSULTATION is the one that a consultation desk takes. The others sort the list.",
		duration_minutes: "The length of an appointment that is booked with it.",
		description: "Shown on the booking page.",
		price_type:
			"How the price is told: `price_amount` for FIXED and HOURLY, `price_from` for FROM, none for QUOTE and FREE.",
		price_amount: `The price, or the price of an hour, ${minor}.`,
		price_from: `The lowest price, ${minor}.`,
		price_to: `The highest price, ${minor}.`,
		deposit_required: "Whether the studio asks for a deposit. The service tells clients and charges nothing.",
		deposit_type: "FIXED: an amount of money. PERCENTAGE: a part of the price.",
		cancellation_fee_type: "FIXED: an amount of money. PERCENTAGE: a part of the price.",
		cancellation_policy: "The terms in the studio's words. The booking page and mails show them.",
		max_reschedules: "How often the client may move a booking online. Null: as often as they like.",
		location_type:
			"SHOP: at the artist's shop, unless `location` names another place. ONLINE and CUSTOM: at `location`.",
		location: "The place or the link, for clients. New appointments take it over.",
		intake_form_id: "The form that the booking page asks to fill in; null for none.",
		consent_form_id: "The form that the booking page asks to sign; null for none.",
		requires_consent: notActedOn,
		color: "For calendars, such as `#1a6b4c`.",
		image_url: "The address of a picture. The booking page shows it only from its own origin.",
		confirmation_message: "Shown after a booking, and in its mail.",
		tags: notActedOn,
		max_participants: notActedOn,
		min_age: notActedOn,
	},
};
