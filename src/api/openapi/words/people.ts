import type { SchemaWords } from "./types.ts";

const contact = {
	first_name: "The given name, or the whole name of people who go by one.",
	last_name: "The family name; null if it is unknown.",
	phone: "As it was typed. The service neither checks nor normalizes it.",
};

const signed = {
	signature: "A typed name or a drawn image, as it was given. Null if nobody signed.",
	signer_name: "The name of the person who signed, such as a parent's; null if none was given.",
	signed_at: "When it was signed; null without a signature.",
	ip_address: "The address from which it was signed, as evidence; null without a signature.",
};

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
	Client: {
		client_id: "The `id` of the client.",
		...contact,
		email: "Unique in the studio, without regard to case: a second client with it gets `duplicate_email`.",
		pronouns: "As the client gave them, such as `they/them`.",
		date_of_birth: "A calendar day, without a time zone.",
		address: "The postal address. …",
		...innerAddress,
		is_blocked:
			"True: no event type can be booked for this client unless `allow_blocked` is sent, and no mail goes out.",
		do_not_contact: "True: the service sends this client no mail, also none about an appointment.",
		marketing_consent: "Whether the client agreed to advertising. The service records it and sends none.",
	},
	ClientMerged: {
		source_client_id: "The client that was merged into this one and exists no more. Replace it in your copies.",
		source_client: "The merged client as it was last.",
	},
	Address: address,
	Lead: {
		lead_id: "The `id` of the lead.",
		...contact,
		email: "Several leads may share one. A conversion finds or creates the client by it.",
		message: "The request in this person's words.",
		stage:
			"The state of the conversation. Any stage may follow any other, but only `confirm` and `decline` decide an open booking request.",
		budget_range_min: "The least that this person wants to spend: a plain number, without a currency.",
		budget_range_max: "The most that this person wants to spend, at least `budget_range_min`.",
		converted_at: "When the lead became a client; null until then.",
	},
	FormSubmission: {
		form_submission_id: "The `id` of the submission.",
		form_id: "The form that was answered.",
		form_name: "The form's name when it was answered.",
		form_kind: "INTAKE and CUSTOM collect answers, CONSENT a signature as well.",
		client_id: "The client who answered; null if the service could tie the answers to none.",
		lead_id: "The lead that was created from the answers; null if the form creates none.",
		idea_id: "The idea that was created from the answers; null if the form creates none.",
		submission_data: "The answers, each under the `key` of its field in the form.",
		...signed,
	},
	ConsentSubmissionSigned: { signer_name: signed.signer_name, signed_at: "When it was signed." },
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
