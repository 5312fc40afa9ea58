import { preferredCommunications } from "../../../platform/db/tables/data/clients.ts";
import type { FieldTable } from "../../../platform/http/fields/field-table.ts";
import { languageOptions } from "../../../platform/lib/languages.ts";
import { contactFields } from "../contact-fields.ts";
import type { Client } from "./schema.ts";

export const clientFields = {
	...contactFields,
	email: {
		label: "Email",
		words: "Unique in the studio, without regard to case. A second client with it gets `duplicate_email`.",
		example: "noor@example.com",
		by: "others",
		input: { as: "text", type: "email", max: 254 },
		required: true,
	},
	pronouns: {
		label: "Pronouns",
		words: "As the client gave them, such as `they/them`.",
		example: "she/her",
		by: "others",
		input: { as: "text", max: 50 },
	},
	date_of_birth: {
		label: "Date of birth",
		words: "A calendar day, without a time zone.",
		example: "1994-06-03",
		by: "studio",
		input: { as: "text", type: "date", max: 10 },
	},
	instagram_handle: {
		label: "Instagram",
		example: "noor.draws",
		by: "others",
		input: { as: "text", max: 100 },
	},
	preferred_communication: {
		label: "Preferred contact",
		example: "EMAIL",
		by: "studio",
		input: { as: "choice", options: preferredCommunications, none: "Not known" },
	},
	language: {
		label: "Language",
		words: "The language of mails to the client; null: the shop's. The first booking on a booking page fills it in.",
		example: "de",
		by: "studio",
		input: { as: "choice", options: languageOptions, none: "Not known" },
	},
	assigned_artist_id: { label: "Artist", by: "studio", input: { as: "artist", none: "Nobody" } },
	source: { label: "Came from", example: "instagram", by: "others", input: { as: "text", max: 100 } },
	address: {
		label: "Address",
		words: "The postal address. …",
		example: {
			line1: "Oranienstr. 12",
			line2: null,
			city: "Berlin",
			state: null,
			postal_code: "10999",
			country: "Germany",
		},
		by: "others",
		input: { as: "address" },
	},
	notes: {
		label: "Notes",
		example: "Allergic to latex.",
		by: "others",
		input: { as: "long", rows: 5, hint: "For the studio only." },
	},
	tags: { label: "Tags", example: ["fine line"], by: "others", input: { as: "lines", rows: 5, hint: "One a line." } },
	is_blocked: {
		label: "Blocked",
		words: "True: no event type can be booked for this client unless `allow_blocked` is sent, and no mail goes out.",
		example: false,
		by: "studio",
	},
	do_not_contact: {
		label: "Do not contact",
		words: "True: the service sends this client no mail, also none about an appointment.",
		example: false,
		by: "studio",
		input: { as: "check", hint: "The service sends no mails to this client." },
	},
	marketing_consent: {
		label: "Agreed to receive offers",
		words: "Whether the client agreed to advertising. The service records it and sends none.",
		example: true,
		by: "studio",
		input: { as: "check" },
	},
} as const satisfies FieldTable<Client>;
