import type * as z from "zod";
import type { Deletion } from "../../domain/access/deletions/schema.ts";
import type { apiRequest } from "../../domain/access/requests/schema.ts";
import { submissionFields } from "../../domain/clients/form-submissions/fields.ts";
import type { Submission } from "../../domain/clients/form-submissions/schema.ts";
import { earlier, ids, now } from "../../domain/events/catalogue/example-ids.ts";
import type { Delivery } from "../../domain/events/deliveries/schema.ts";
import type { WebhookEndpoint } from "../../domain/events/endpoints/schema.ts";
import type { Picture } from "../../domain/pictures/schema.ts";
import { eventTypeFields } from "../../domain/studio/event-types/fields.ts";
import type { EventType } from "../../domain/studio/event-types/schema.ts";
import type { Form } from "../../domain/studio/forms/schema.ts";
import type { TimeBlock } from "../../domain/studio/time-blocks/schema.ts";
import { examplesOf } from "../../platform/http/fields/field-table.ts";

// The examples of records that no event shows. The others are beside the event catalogue.

export const halfDay: EventType = {
	object: "event_type",
	id: ids.eventType,
	artist_id: ids.artist,
	shop_id: ids.shop,
	intake_form_id: ids.form,
	...examplesOf(eventTypeFields),
	metadata: {},
	created_at: earlier,
	updated_at: now,
};

export const intakeForm: Form = {
	object: "form",
	id: ids.form,
	name: "Tattoo request",
	kind: "INTAKE",
	description: null,
	fields: [
		{ key: "email", label: "Email", type: "email", required: true, options: [] },
		{ key: "placement", label: "Where?", type: "text", required: false, options: [] },
	],
	is_active: true,
	creates: "LEAD",
	links_client: true,
	metadata: {},
	created_at: earlier,
	updated_at: now,
};

export const submission: Submission = {
	object: "form_submission",
	id: ids.submission,
	form_id: ids.form,
	client_id: ids.client,
	lead_id: ids.lead,
	idea_id: null,
	...examplesOf(submissionFields),
	created_at: now,
	updated_at: now,
};

const pictureUrl = `https://api.example.com/pictures/${ids.tenant}/${ids.picture}/1yb4-9Xb4pZt0wM3hQeN7sKcLuA`;

export const picture: Picture = {
	object: "picture",
	id: ids.picture,
	owner: { type: "idea", id: ids.idea },
	content_type: "image/jpeg",
	width: 3024,
	height: 4032,
	size_bytes: 2_418_331,
	sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
	caption: "The fern on the forearm",
	position: 1,
	url: pictureUrl,
	thumbnail_url: `${pictureUrl}/thumbnail`,
	created_at: now,
	updated_at: now,
};

export const holiday: TimeBlock = {
	object: "time_block",
	id: ids.timeBlock,
	artist_id: ids.artist,
	start_at: "2026-04-06T08:00:00.000Z",
	end_at: "2026-04-10T18:00:00.000Z",
	reason: "Convention",
	created_at: now,
	updated_at: now,
};

export const webhookEndpoint: WebhookEndpoint = {
	object: "webhook_endpoint",
	id: ids.webhookEndpoint,
	url: "https://crm.example.com/webhooks",
	status: "ACTIVE",
	events: ["appointment.created", "appointment.rescheduled"],
	description: "Calendar of the CRM",
	exclude_own: true,
	filter: null,
	ordered: false,
	asymmetric: false,
	created_by: { type: "api_key", id: ids.apiKey },
	consecutive_failures: 0,
	disabled_at: null,
	disabled_reason: null,
	previous_secret_expires_at: null,
	metadata: {},
	created_at: earlier,
	updated_at: now,
};

export const delivery: Delivery = {
	object: "delivery",
	id: ids.delivery,
	endpoint_id: ids.webhookEndpoint,
	event_id: ids.event,
	event_type: "lead.created",
	status: "SUCCEEDED",
	attempt_count: 1,
	next_attempt_at: null,
	attempts: [
		{
			attempt: 1,
			request_body: `{"id":"${ids.event}","type":"lead.created"}`,
			response_status: 200,
			response_body: "ok",
			duration_ms: 84,
			error_message: null,
			attempted_at: now,
		},
	],
	created_at: now,
	updated_at: now,
};

export const deletion: Deletion = {
	object: "deletion",
	id: ids.auditEntry,
	type: "lead",
	resource_id: ids.lead,
	deleted_at: now,
};

export const loggedRequest: z.output<typeof apiRequest> = {
	object: "api_request",
	id: ids.request,
	request_id: ids.request,
	method: "POST",
	path: "/v1/clients",
	operation_id: "createClient",
	status: 409,
	code: "duplicate_email",
	duration_ms: 21,
	credential: { type: "api_key", id: ids.apiKey },
	ignored_fields: [],
	created_at: now,
};
