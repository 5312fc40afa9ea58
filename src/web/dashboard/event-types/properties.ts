import type { EventType } from "../../../domain/studio/event-types/schema.ts";

type Name = keyof EventType;

/** A property of an event type, with its form field. */
export type Property = {
	name: Name;
	label: string;
	hint?: string;
	required?: boolean;
} & (
	| { kind: "text" | "long" | "number" | "check" | "color" | "url" | "lines" | "numbers" | "form" | "money" }
	/** An amount of money or a percentage. The property `type` says which. */
	| { kind: "share"; type: "deposit_type" | "cancellation_fee_type" }
	| { kind: "choice"; options: readonly (readonly [value: string, text: string])[] }
);

interface Group {
	title: string;
	lead?: string;
	properties: readonly Property[];
}

const shareTypes = [
	["FIXED", "An amount of money"],
	["PERCENTAGE", "A percentage of the price"],
] as const;

/** The properties that nearly every studio fills in. */
export const basics: readonly Property[] = [
	{ name: "name", label: "Name", kind: "text", required: true },
	{
		name: "kind",
		label: "Kind",
		kind: "choice",
		options: [
			["CONSULTATION", "Consultation"],
			["TATTOO", "Tattoo"],
			["TOUCH_UP", "Touch-up"],
			["PIERCING", "Piercing"],
			["OTHER", "Other"],
		],
	},
	{ name: "duration_minutes", label: "Length in minutes", kind: "number", required: true },
	{
		name: "visibility",
		label: "Visible to",
		kind: "choice",
		options: [
			["PUBLIC", "Everybody"],
			["UNLISTED", "People with the address"],
			["PRIVATE", "Only the studio"],
		],
	},
	{ name: "is_active", label: "Active", kind: "check", hint: "Only an active event type can be booked." },
	{ name: "description", label: "Description", kind: "long" },
];

/** The other properties, by topic. */
export const groups: readonly Group[] = [
	{
		title: "Time rules",
		lead: "Limits on the time of a booking, in addition to the working hours of the artist.",
		properties: [
			{ name: "buffer_before_minutes", label: "Minutes kept free before", kind: "number" },
			{ name: "buffer_after_minutes", label: "Minutes kept free after", kind: "number" },
			{
				name: "minimum_notice_minutes",
				label: "Notice in minutes",
				kind: "number",
				hint: "The shortest time between the booking and the appointment. Empty: no limit.",
			},
			{
				name: "booking_window_days",
				label: "Days ahead, at most",
				kind: "number",
				hint: "Clients can book at most this far ahead. Empty: no limit.",
			},
			{ name: "min_duration_minutes", label: "Shortest length in minutes", kind: "number" },
			{ name: "max_duration_minutes", label: "Longest length in minutes", kind: "number" },
		],
	},
	{
		title: "Price and deposit",
		properties: [
			{
				name: "price_type",
				label: "Price",
				kind: "choice",
				options: [
					["QUOTE", "By quote"],
					["FIXED", "Fixed"],
					["HOURLY", "By the hour"],
					["FROM", "From an amount"],
					["FREE", "Free"],
				],
			},
			{ name: "price_amount", label: "Amount", kind: "money", hint: "Such as 120.00." },
			{ name: "price_from", label: "From", kind: "money" },
			{ name: "price_to", label: "To", kind: "money" },
			{ name: "currency", label: "Currency", kind: "text", hint: "Such as EUR." },
			{ name: "deposit_required", label: "A deposit is required", kind: "check" },
			{ name: "deposit_type", label: "Deposit is", kind: "choice", options: shareTypes },
			{ name: "deposit_amount", label: "Deposit", kind: "share", type: "deposit_type" },
			{
				name: "deposit_due_hours",
				label: "Deposit due after, in hours",
				kind: "number",
				hint: "Counted from the booking.",
			},
		],
	},
	{
		title: "Cancelling and moving",
		properties: [
			{
				name: "cancellation_window_hours",
				label: "Free cancellation until, hours before",
				kind: "number",
				hint: "Empty: until the start.",
			},
			{ name: "cancellation_fee_type", label: "Fee is", kind: "choice", options: shareTypes },
			{ name: "cancellation_fee_amount", label: "Fee", kind: "share", type: "cancellation_fee_type" },
			{ name: "reschedule_window_hours", label: "Free moving until, hours before", kind: "number" },
			{ name: "max_reschedules", label: "Moves, at most", kind: "number" },
			{ name: "cancellation_policy", label: "Cancellation policy", kind: "long" },
		],
	},
	{
		title: "Place",
		properties: [
			{
				name: "location_type",
				label: "Kind of place",
				kind: "choice",
				options: [
					["SHOP", "In the shop"],
					["ONLINE", "Online"],
					["CUSTOM", "Elsewhere"],
				],
			},
			{ name: "location", label: "Place or link", kind: "text" },
		],
	},
	{
		title: "Forms and conditions",
		properties: [
			{ name: "intake_form_id", label: "Form at the booking", kind: "form" },
			{ name: "consent_form_id", label: "Consent form", kind: "form" },
			{ name: "requires_consent", label: "Consent is required", kind: "check" },
			{ name: "requires_approval", label: "The artist confirms each booking", kind: "check" },
			{ name: "min_age", label: "Age, at least", kind: "number" },
			{ name: "max_participants", label: "Participants, at most", kind: "number" },
			{
				name: "allowed_placements",
				label: "Places on the body",
				kind: "lines",
				hint: "One a line. Empty: any place.",
			},
		],
	},
	{
		title: "Booking page and messages",
		properties: [
			{ name: "color", label: "Color", kind: "color", hint: "Such as #1a2b3c." },
			{ name: "image_url", label: "Address of a picture", kind: "url" },
			{ name: "position", label: "Position", kind: "number", hint: "The lowest comes first." },
			{
				name: "reminder_hours",
				label: "Reminders, hours before",
				kind: "numbers",
				hint: "Such as 48, 2. Empty: none.",
			},
			{ name: "tags", label: "Tags", kind: "lines", hint: "One a line." },
			{ name: "confirmation_message", label: "Message after the booking", kind: "long" },
			{ name: "instructions", label: "How the client should prepare", kind: "long" },
		],
	},
];

export const allProperties: readonly Property[] = [...basics, ...groups.flatMap(({ properties }) => properties)];
