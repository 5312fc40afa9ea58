import type { FieldTable } from "../../../platform/http/fields/field-table.ts";
import type { Submission } from "./schema.ts";

export const submissionFields = {
	form_id: { label: "Form", words: "The form that was answered.", by: "studio" },
	client_id: {
		label: "Client",
		words: "The client who answered; null if the service could tie the answers to none.",
		by: "service",
	},
	lead_id: {
		label: "Lead",
		words: "The lead that was created from the answers; null if the form creates none.",
		by: "service",
	},
	idea_id: {
		label: "Idea",
		words: "The idea that was created from the answers; null if the form creates none.",
		by: "service",
	},
	submission_data: {
		label: "Answers",
		words: "The answers, each under the `key` of its field in the form.",
		example: { email: "noor@example.com", placement: "Left forearm" },
		by: "others",
	},
	signature: {
		label: "Signature",
		words: "A typed name or a drawn image, as it was given. Null if nobody signed.",
		example: null,
		by: "others",
	},
	signer_name: {
		label: "Signed by",
		words: "The name of the person who signed, such as a parent's; null if none was given.",
		example: null,
		by: "others",
	},
	signed_at: {
		label: "Signed at",
		words: "When it was signed; null without a signature.",
		example: null,
		by: "service",
	},
	ip_address: {
		label: "Address",
		words: "The address from which it was signed, as evidence; null without a signature.",
		example: null,
		by: "service",
	},
	picture_count: { label: "Pictures", example: 0, by: "service" },
} as const satisfies FieldTable<Submission>;
