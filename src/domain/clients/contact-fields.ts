import type { Field } from "../../platform/http/fields/field-table.ts";

export const contactFields = {
	first_name: {
		label: "First name",
		words: "The given name, or the whole name of people who go by one.",
		example: "Noor",
		by: "others",
		input: { as: "text", max: 200 },
		required: true,
	},
	last_name: {
		label: "Last name",
		words: "The family name; null if it is unknown.",
		example: "Haddad",
		by: "others",
		input: { as: "text", max: 200 },
	},
	phone: {
		label: "Phone",
		words: "As it was typed. The service neither checks nor normalizes it.",
		example: "+49 30 5550142",
		by: "others",
		input: { as: "text", type: "tel", max: 50 },
	},
} as const satisfies Record<string, Field>;
