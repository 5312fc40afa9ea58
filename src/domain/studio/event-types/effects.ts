import type { eventTypeFields } from "./fields.ts";

type Effect =
	/** The service decides by it. */
	| { acts: string }
	/** The service shows it to people and does nothing else with it. */
	| { shown: string }
	/** Neither. Programs may read it. */
	| { kept: string };

const bookingPage = "on the booking page";

/**
 * The use that the service makes of each property of an event type. The documentation shows this
 * table, and a property without an entry does not compile.
 */
export const effectsOfProperties: { readonly [name in keyof typeof eventTypeFields]: Effect } = {
	artist_id: { acts: "The artist whose calendar the appointments are in." },
	artist_slug: { acts: "A part of the booking address." },
	shop_id: { kept: "The shop of the artist, for programs. A new appointment takes it from the artist." },
	shop_slug: { kept: "The slug of that shop, for programs." },
	booking_url: { acts: "The booking page answers at this address." },
	slug: { acts: "A part of the booking address." },
	name: { shown: `Shown ${bookingPage}, in mails and in calendars.` },
	kind: { acts: "A consultation desk takes CONSULTATION alone." },
	duration_minutes: { acts: "The length of free times, and of an appointment that gives no end." },
	visibility: {
		acts: "PUBLIC is listed on the artist's page, UNLISTED opens by its address, PRIVATE is not found there.",
	},
	is_active: { acts: "Only an active event type is offered and booked." },
	description: { shown: `Shown ${bookingPage}.` },
	buffer_before_minutes: { acts: "Keeps other appointments and busy times away before each appointment." },
	buffer_after_minutes: { acts: "Keeps other appointments and busy times away after each appointment." },
	minimum_notice_minutes: { acts: "Refuses a start that is nearer: `minimum_notice`." },
	booking_window_days: { acts: "Refuses a start that is farther ahead: `beyond_booking_window`." },
	min_duration_minutes: { kept: "Kept for programs. Bookings may be shorter." },
	max_duration_minutes: { kept: "Kept for programs. Bookings may be longer." },
	price_type: { acts: "Says how the price is told, and whether a percentage is of the price of an hour." },
	price_amount: {
		acts: `Shown ${bookingPage} and in mails. Deposits and fees in percent are of it if the appointment has no price.`,
	},
	price_from: { shown: `Shown ${bookingPage} and in mails.` },
	price_to: { shown: `Shown ${bookingPage} and in mails.` },
	currency: { acts: "The currency of its amounts, and of an appointment's price that comes without one." },
	deposit_required: { acts: "A booking asks for a deposit." },
	deposit_type: { acts: "Says whether `deposit_amount` is money or a percentage of the price." },
	deposit_amount: { acts: "The amount of the deposit, fixed at the booking." },
	deposit_due_hours: { acts: "The time at which the deposit is due." },
	deposit_unpaid: { acts: "CANCEL reminds the client half-way and cancels the appointment when the deposit is due." },
	deposit_instructions: {
		shown: `Shown ${bookingPage}, at the manage link and in mails while the deposit can be paid.`,
	},
	deposit_url: {
		shown:
			"A link and a QR code after the booking and at the manage link, and a link in mails, while the deposit can be paid.",
	},
	cancellation_window_hours: {
		acts: "The manage link cancels until then. A later cancellation by the studio proposes the fee.",
	},
	cancellation_fee_type: { acts: "Says whether `cancellation_fee_amount` is money or a percentage of the price." },
	cancellation_fee_amount: { acts: "The fee that a late cancellation proposes. The studio charges it or not." },
	reschedule_window_hours: { acts: "The manage link moves the appointment until then." },
	max_reschedules: { acts: "The manage link moves the appointment so often." },
	cancellation_policy: { shown: `Shown ${bookingPage} and in mails.` },
	location_type: { acts: "SHOP gives bookings of the booking page the address of the shop." },
	location: { acts: "The place of bookings of the booking page." },
	intake_form_id: { acts: "The booking page asks to fill it in." },
	consent_form_id: { acts: "The booking page asks to sign it. `requires_consent` is about this form." },
	requires_consent: { acts: "An appointment is completed only with a signed consent: `consent_missing`." },
	requires_approval: { acts: "A booking of the booking page is a request until the studio confirms it." },
	min_age: {
		acts: "Refuses clients who are younger on the day, or of unknown age: `too_young`, `age_unknown`. The booking page asks for the date of birth.",
	},
	max_participants: { kept: "Kept for programs. An appointment has one client." },
	allowed_placements: { acts: "The booking page offers these. Another `placement` of an appointment is refused." },
	color: { kept: "Kept for calendars of programs." },
	image_url: { shown: `Shown ${bookingPage} if it is of the same origin.` },
	position: { acts: "The order on the artist's page." },
	reminder_hours: { acts: "The times of the reminders." },
	tags: { kept: "Kept for programs." },
	confirmation_message: { shown: "Shown after the booking and in the confirmation." },
	instructions: { shown: "Shown after the booking and in mails." },
};
