import type { FieldTable } from "../../../platform/http/fields/field-table.ts";
import { languageOptions } from "../../../platform/lib/languages.ts";
import type { Shop } from "./schema.ts";

export const shopFields = {
	name: {
		label: "Name",
		words: "As clients read it.",
		example: "Kreuzberg",
		by: "studio",
		input: { as: "text", max: 200 },
		required: true,
	},
	timezone: {
		label: "Time zone",
		example: "Europe/Berlin",
		by: "studio",
		input: { as: "timezone" },
		keepsWhenEmpty: true,
	},
	language: {
		label: "Language",
		words: "The language of the studio's texts for clients, and of pages and mails where theirs is not known.",
		example: "de",
		by: "studio",
		input: {
			as: "choice",
			options: languageOptions,
			hint: "Of your texts for clients, and of booking pages and mails if a client's own is not known.",
		},
		keepsWhenEmpty: true,
	},
	address: {
		label: "Address",
		words: "The place where clients find the shop. Mails and calendar files show it. …",
		example: {
			line1: "Oranienstraße 1",
			line2: null,
			city: "Berlin",
			state: null,
			postal_code: "10999",
			country: "DE",
		},
		by: "studio",
		input: { as: "address" },
	},
	email: {
		label: "Email",
		words: "For clients who want to write; null for none.",
		example: "kreuzberg@example.com",
		by: "studio",
		input: { as: "text", type: "email", max: 254 },
	},
	phone: {
		label: "Phone",
		words: "For clients who want to call, as it was typed.",
		example: null,
		by: "studio",
		input: { as: "text", type: "tel", max: 50 },
	},
	website_url: { label: "Website", example: null, by: "studio", input: { as: "text", type: "url", max: 2000 } },
	description: {
		label: "Description",
		words: "For clients, in a few sentences.",
		example: null,
		by: "studio",
		input: { as: "long", rows: 3 },
	},
	slug: {
		label: "Slug",
		words: "A short name for addresses. …",
		example: "kreuzberg",
		by: "studio",
		input: { as: "slug" },
		keepsWhenEmpty: true,
	},
} as const satisfies FieldTable<Shop>;
