import type { FieldTable } from "../../../platform/http/fields/field-table.ts";
import type { Artist } from "./schema.ts";

export const artistFields = {
	name: {
		label: "Name",
		words: "As the booking page shows it.",
		example: "Mika Sørensen",
		by: "studio",
		input: { as: "text", max: 200 },
		required: true,
	},
	email: {
		label: "Email",
		words: "The studio reaches the artist here; null if unknown. It is no login.",
		example: "mika@example.com",
		by: "studio",
		input: { as: "text", type: "email", max: 254 },
	},
	shop_id: {
		label: "Shop",
		words: "The shop where the artist works; null for none. New appointments take it over.",
		by: "studio",
		input: { as: "shop", none: "None" },
	},
	timezone: {
		label: "Time zone",
		example: "Europe/Berlin",
		by: "studio",
		input: { as: "timezone" },
		keepsWhenEmpty: true,
	},
	max_appointments_per_day: {
		label: "Appointments a day, at most",
		words: "The service offers and takes no more on a day of the artist's time zone. Null: as many as fit.",
		example: 3,
		by: "studio",
		input: { as: "number", min: 1, placeholder: "No limit" },
	},
	is_consultation_desk: {
		label: "Consultation desk of the shop",
		words: "True: no person, but the shop's calendar for consultations. Other event types are refused.",
		example: false,
		by: "studio",
		input: { as: "check", hint: "It takes only consultations, for clients who have not chosen an artist yet." },
	},
	slug: {
		label: "Slug",
		words: "The artist's part of the booking address. …",
		example: "mika-sorensen",
		by: "studio",
		input: { as: "slug" },
		keepsWhenEmpty: true,
	},
	bio: {
		label: "About",
		words: "Shown on the booking page.",
		example: "Plants, in fine line.",
		by: "studio",
		input: { as: "long", rows: 3 },
	},
	instagram_handle: { label: "Instagram", example: "mika.ink", by: "studio", input: { as: "text", max: 100 } },
	website_url: {
		label: "Website",
		example: "https://mika.example",
		by: "studio",
		input: { as: "text", type: "url", max: 2000 },
	},
	avatar_url: {
		label: "Address of a picture",
		words:
			"The address of a picture. The booking page shows it only from its own origin, and only without `avatar_picture_id`.",
		example: null,
		by: "studio",
		input: { as: "text", type: "url", max: 2000 },
	},
	status: {
		label: "Status",
		words: "A DEACTIVATED artist cannot be booked and has no booking page. Appointments stay.",
		example: "ACTIVE",
		by: "studio",
	},
	avatar_picture_id: {
		label: "Avatar",
		words: "One of the artist's own pictures, shown as the avatar; null for none.",
		example: null,
		by: "studio",
	},
	picture_count: { label: "Pictures", example: 0, by: "service" },
	working_hours: {
		label: "Working hours",
		words: "When the artist can be booked. Empty: never.",
		example: [{ weekday: 2, start: "10:00", end: "18:00" }],
		by: "studio",
	},
} as const satisfies FieldTable<Artist>;
