import type { FieldTable } from "../../../platform/http/fields/field-table.ts";
import { contactFields } from "../contact-fields.ts";
import type { Lead } from "./schema.ts";

export const leadFields = {
	...contactFields,
	email: {
		label: "Email",
		words: "Several leads may share one. A conversion finds or creates the client by it.",
		example: "noor@example.com",
		by: "others",
	},
	message: {
		label: "Message",
		words: "The request in this person's words.",
		example: "I would like a fern along my forearm, about 15 cm.",
		by: "others",
	},
	source: { label: "Came from", example: "instagram", by: "others" },
	stage: {
		label: "Stage",
		words:
			"The state of the conversation. Any stage may follow any other, but only `confirm` and `decline` decide an open booking request.",
		example: "NEW",
		by: "studio",
	},
	assigned_artist_id: { label: "Artist", example: null, by: "studio" },
	preferred_communication: { label: "Preferred contact", example: "EMAIL", by: "studio" },
	budget_range_min: {
		label: "Budget from",
		words: "The least that this person wants to spend: a plain number, without a currency.",
		example: 300,
		by: "studio",
	},
	budget_range_max: {
		label: "Budget to",
		words: "The most that this person wants to spend, at least `budget_range_min`.",
		example: 600,
		by: "studio",
	},
	archived: { label: "Archived", example: false, by: "studio" },
	archived_at: { label: "Archived at", example: null, by: "service" },
	client_id: { label: "Client", example: null, by: "service" },
	converted_at: {
		label: "Became a client at",
		words: "When the lead became a client; null until then.",
		example: null,
		by: "service",
	},
	form_submission_id: { label: "Submission", example: null, by: "service" },
	picture_count: { label: "Pictures", example: 0, by: "service" },
} as const satisfies FieldTable<Lead>;
