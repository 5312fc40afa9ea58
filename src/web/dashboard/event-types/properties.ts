import type { eventTypeFields } from "../../../domain/studio/event-types/fields.ts";

type Name = keyof typeof eventTypeFields;

export const basics: readonly Name[] = ["name", "kind", "duration_minutes", "visibility", "is_active", "description"];

interface Group {
	title: string;
	lead?: string;
	properties: readonly Name[];
}

export const groups: readonly Group[] = [
	{
		title: "Time rules",
		lead: "Limits on the time of a booking, in addition to the working hours of the artist.",
		properties: [
			"buffer_before_minutes",
			"buffer_after_minutes",
			"minimum_notice_minutes",
			"booking_window_days",
			"min_duration_minutes",
			"max_duration_minutes",
		],
	},
	{
		title: "Price and deposit",
		properties: [
			"price_type",
			"price_amount",
			"price_from",
			"price_to",
			"currency",
			"deposit_required",
			"deposit_type",
			"deposit_amount",
			"deposit_due_hours",
			"deposit_unpaid",
			"deposit_instructions",
			"deposit_url",
		],
	},
	{
		title: "Cancelling and moving",
		properties: [
			"cancellation_window_hours",
			"cancellation_fee_type",
			"cancellation_fee_amount",
			"reschedule_window_hours",
			"max_reschedules",
			"cancellation_policy",
		],
	},
	{ title: "Place", properties: ["location_type", "location"] },
	{
		title: "Forms and conditions",
		properties: [
			"intake_form_id",
			"consent_form_id",
			"requires_consent",
			"requires_approval",
			"min_age",
			"max_participants",
			"allowed_placements",
		],
	},
	{
		title: "Booking page and messages",
		properties: ["color", "image_url", "position", "reminder_hours", "tags", "confirmation_message", "instructions"],
	},
];
