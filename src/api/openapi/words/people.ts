import { clientFields } from "../../../domain/clients/clients/fields.ts";
import { submissionFields } from "../../../domain/clients/form-submissions/fields.ts";
import { ideaFields } from "../../../domain/clients/ideas/fields.ts";
import { leadFields } from "../../../domain/clients/leads/fields.ts";
import { wordsOf } from "../../../platform/http/fields/field-table.ts";
import type { SchemaWords } from "./types.ts";

const address = {
	line1: "Street and number.",
	line2: "Anything else that the postman needs, such as a floor.",
	city: "The city or the town.",
	state: "The state, the province or the canton, where addresses have one.",
	postal_code: "As it is written in its country. A string, so leading zeros stay.",
	country: "As it was given. The service does not turn it into a code.",
};
/** Payloads of events have the address in its place. */
export const innerAddress = Object.fromEntries(
	Object.entries(address).map(([name, words]) => [`address.${name}`, words]),
);

export const people: SchemaWords = {
	Idea: { idea_id: "The `id` of the idea.", ...wordsOf(ideaFields) },
	Client: { client_id: "The `id` of the client.", ...wordsOf(clientFields), ...innerAddress },
	ClientExport: {
		client_id: "The `id` of the client.",
		exported_at: "When it was read.",
		data: "The records about the person, the oldest first.",
		"data.client": "The client.",
		"data.appointments": "Past, coming and cancelled ones.",
		"data.leads": "Those with the client or the email.",
		"data.ideas": "The ideas of the client.",
		"data.form_submissions": "Those with the client or the email.",
		"data.pictures": "The pictures of these records.",
		"data.import_rows": "Those with the client or the email.",
		"data.events": "The events about these records.",
		"data.audit_entries": "The audit entries of these records.",
	},
	ImportRowOfClient: {
		import_id: "The import.",
		cells: "The cells of a row that failed, in the order of the columns.",
	},
	Erased: { erased: "The person was erased. Of the data the ids are left." },
	Erasure: {
		client_id: "The `id` that the client had.",
		erased_at: "From then on no answer shows the person.",
		kept: "The records that stay, without the person.",
		"kept.what": "The records and what is left of them.",
		"kept.why": "The reason.",
	},
	ClientMerged: {
		source_client_id: "The client that was merged into this one and exists no more. Replace it in your copies.",
		source_client: "The merged client as it was last.",
	},
	Address: address,
	Lead: { lead_id: "The `id` of the lead.", ...wordsOf(leadFields) },
	FormSubmission: {
		form_submission_id: "The `id` of the submission.",
		form_name: "The form's name when it was answered.",
		form_kind: "INTAKE and CUSTOM collect answers, CONSENT a signature as well.",
		...wordsOf(submissionFields),
	},
	ConsentSubmissionSigned: { signer_name: submissionFields.signer_name.words, signed_at: "When it was signed." },
	Form: {
		name: "For the studio and as the heading of the form.",
		kind: "INTAKE is filled in before a booking, CUSTOM at any time. …",
		description: "Shown above the questions; null for none.",
		fields: "The questions in their order. …",
		is_active: "Only an active form takes submissions. Earlier ones stay.",
		creates: "The record that the service creates from each submission; null for none. An idea needs a client.",
		links_client: "True: the first email in the answers names the client, who is created if there is none.",
	},
	FormField: {
		label: "The question as people read it.",
		type: "The kind of answer. It decides which values a submission may have.",
	},
	Picture: {
		owner: "The record to which the picture belongs.",
		"owner.type": "The `object` of that record.",
		"owner.id": "The id of that record.",
		content_type: "The type of the bytes at `url`, found from the bytes and not from what was claimed.",
		height: "In pixels, as the picture is shown.",
		size_bytes: "The size of the bytes at `url`. It counts towards the plan's storage.",
		caption: "A sentence for people, also the alternative text. Null for none.",
		position: "The place among the pictures of its record, from 1.",
	},
};
