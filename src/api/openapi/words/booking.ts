import { appointmentFields } from "../../../domain/booking/appointments/fields.ts";
import { artistFields } from "../../../domain/studio/artists/fields.ts";
import { eventTypeFields } from "../../../domain/studio/event-types/fields.ts";
import { shopFields } from "../../../domain/studio/shops/fields.ts";
import { wordsOf } from "../../../platform/http/fields/field-table.ts";
import { innerAddress } from "./people.ts";
import type { SchemaWords } from "./types.ts";

const minor = "in minor units: 4500 is 45.00 EUR";

const fee = {
	status: "CHARGED until it is refunded in full.",
	amount: `The whole fee, ${minor}.`,
	currency: "The fee's currency, ISO 4217.",
	charged_at: "When the fee was charged.",
	refunded_at: "When it was refunded; null while it stands.",
};

export const deposit = {
	status:
		"REQUESTED until it is HELD, which means paid, or WAIVED. Money that was HELD is APPLIED to the price, REFUNDING and then REFUNDED, or FORFEITED.",
	amount: `${minor[0]?.toUpperCase()}${minor.slice(1)}. Null until the studio sets it, if there was no price at the booking.`,
	currency: "ISO 4217.",
	due_at: "When it is due, the start of the appointment at the latest.",
	method: "How it was paid. Required with HELD.",
	held_at: "When the studio received it.",
	released_at: "When it was no longer held.",
	note: "A remark of the studio, or why there is no amount.",
};

const hours = {
	start: "`HH:MM`, on the clock of the artist's time zone.",
	end: "`HH:MM`, after `start`. `24:00` is the end of the day.",
};

const under = (field: string, words: Record<string, string>) =>
	Object.fromEntries(Object.entries(words).map(([name, meaning]) => [`${field}.${name}`, meaning]));

export const booking: SchemaWords = {
	Appointment: {
		appointment_id: "The `id` of the appointment.",
		start_date_time: "The start, in UTC.",
		end_date_time: "The end, in UTC, exclusive.",
		...wordsOf(appointmentFields),
		...under("cancellation_fee", fee),
		...under("deposit", deposit),
	},
	AppointmentRescheduled: {
		previous_start_date_time: "The start before the move.",
		previous_end_date_time: "The end before the move.",
		previous_artist_id: "The artist before the move. It equals `artistId` if only the times moved.",
	},
	PatchedAppointment: { data: "The appointment as it is now." },
	CancellationFee: fee,
	DepositOfAppointment: { appointment_id: "The appointment for which it is." },
	CancellationFeeOfAppointment: { ...fee, appointment_id: "The cancelled appointment for which it was charged." },
	Availability: {
		data: "The free times, the earliest first. Nothing holds them: a booking may still come first.",
		"data.start_at": "The start of a free time.",
		"data.end_at": "Its end: the start plus the duration of the event type.",
		has_more: "Always false: the window is read whole.",
		next_cursor: "Always null.",
	},
	Artist: {
		artist_id: "The `id` of the artist.",
		...wordsOf(artistFields),
		"working_hours.start": hours.start,
		"working_hours.end": hours.end,
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
	CalendarFeed: {
		details:
			"How much the calendar tells. `full`: all. `initials`: the client's initials, title and event type alone. `busy`: the times alone.",
		last_read_at: "When a program last read it, within an hour; null until one has.",
		created_at: "When its address was made.",
	},
	CalendarFeedWithUrl: {
		url: "The secret address, for calendar programs. Only this answer shows it.",
		details: "How much the calendar tells.",
		last_read_at: "Null: the address is new.",
		created_at: "When the address was made.",
	},
	DeletedArtistCalendarFeed: { id: "The id of the artist." },
	DeletedShopCalendarFeed: { id: "The id of the shop." },
	ExternalCalendar: {
		artist_id: "The artist whose free times the calendar narrows.",
		"busy.start_at": "The start of a busy time.",
		"busy.end_at": "Its end, exclusive.",
	},
	Shop: { shop_id: "The `id` of the shop.", ...innerAddress, ...wordsOf(shopFields) },
	EventType: wordsOf(eventTypeFields),
};
