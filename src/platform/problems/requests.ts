import * as z from "zod";
import { refusedSlot } from "../booking-rules/refused-slot.ts";
import { define } from "./definition.ts";

const location = z.enum(["body", "querystring", "params", "headers"]);

const fieldError = z.object({
	location,
	path: z.string().optional().meta({
		description: "The path of the field inside the location, with dots. It is absent when the whole object failed.",
	}),
	message: z.string(),
});
export type FieldError = z.output<typeof fieldError>;

const fieldErrors = z.object({ errors: z.array(fieldError) });

export const requests = define({
	validation_failed: {
		status: 400,
		title: "Validation failed",
		meaning:
			"A field does not have the documented form. `errors` lists the fields that failed, up to 100 of them, and fewer where they are long.",
		extra: fieldErrors,
	},
	validation_error: {
		status: 400,
		title: "Validation failed",
		meaning:
			"Each field has the right form, but the fields do not fit together, or one names a record that does not exist or an address that the service does not take.",
		extra: fieldErrors,
	},
	invalid_cursor: {
		status: 400,
		title: "Invalid cursor",
		meaning:
			"This list did not hand out the cursor for these filters. Start again without a cursor, and send the same filters with each page.",
	},
	invalid_id: {
		status: 400,
		title: "Invalid id",
		meaning: "An id in the path does not have the form of this resource's ids.",
		extra: fieldErrors,
	},
	malformed_json: {
		status: 400,
		title: "Malformed JSON",
		meaning: "The body is empty, is not UTF-8 or is not JSON.",
	},
	unsupported_media_type: {
		status: 415,
		title: "Unsupported content type",
		meaning: "Send the body as `Content-Type: application/json`.",
	},
	payload_too_large: {
		status: 413,
		title: "Body too large",
		meaning:
			"The request body is larger than 1 MiB, or a part of it is larger than that part may be. `detail` says which.",
	},
	request_timeout: {
		status: 408,
		title: "Body too slow",
		meaning: "The request body did not arrive in time. Nothing was changed. Send the request again.",
	},
	resource_not_found: {
		status: 404,
		title: "Not found",
		meaning: "There is no such route, or no such record in this tenant.",
	},
	duplicate_email: {
		status: 409,
		title: "Email already in use",
		meaning: "Another client of the tenant has this email, compared without regard to case. `existing_id` names it.",
		extra: z.object({ existing_id: z.string() }),
	},
	conflict: {
		status: 409,
		title: "Conflict",
		meaning:
			"The record's present state does not allow the change, or another request changed it first. Read it again. If other records name one that you delete, `referenced_by` has one record of each kind.",
		extra: z.object({ referenced_by: z.array(z.object({ object: z.string(), id: z.string() })) }).partial(),
	},
	precondition_failed: {
		status: 412,
		title: "Another version",
		meaning:
			"The record is not at the version that `If-Match` names: somebody changed it after you read it. Nothing was done. Read the record again, decide whether the change is still right, and send it with the new `ETag`.",
	},
	slot_unavailable: {
		status: 409,
		title: "Time not available",
		meaning:
			"The artist cannot take the time. `failures` lists every reason. `suggested_slots` lists the nearest free times of the same length.",
		extra: refusedSlot,
	},
	consent_missing: {
		status: 409,
		title: "Consent missing",
		meaning:
			"The event type requires consent, and the client has not signed its consent form since the booking or within the year before it.",
	},
	desk_consult_only: {
		status: 422,
		title: "Consultations only",
		meaning:
			"The artist is a shop's consultation desk, and the event type is not a consultation, or a PATCH takes it away.",
	},
	events_expired: {
		status: 410,
		title: "Events no longer kept",
		meaning:
			"Events after this `after_sequence` are not kept any more, or there is no event with this number. Then it is a mistake, or the studio's data was restored to an earlier time. `oldest_sequence` is the first that is kept. Read the records anew, and then follow the events from there, with `after_sequence` one less, or 0.",
		extra: z.object({ oldest_sequence: z.int() }),
	},
	idempotency_key_mismatch: {
		status: 422,
		title: "Idempotency key reused",
		meaning: "The key was used within 24 hours for a request with another method, path, query or body. Use a new key.",
	},
	idempotency_key_concurrent: {
		status: 409,
		title: "Request in progress",
		meaning: "The first request with this key is still running. Repeat the request after `Retry-After`.",
	},
	rate_limit_exceeded: {
		status: 429,
		title: "Rate limit exceeded",
		meaning: "The key, the tenant or this endpoint has no requests left. Wait for `Retry-After` seconds.",
		extra: z.object({
			extra: z.object({
				scope: z.enum(["key", "tenant", "endpoint"]),
				limit: z.int(),
				retry_after_seconds: z.int(),
			}),
		}),
	},
	internal_error: {
		status: 500,
		title: "Internal error",
		meaning:
			"The service failed. Repeat the request with the same Idempotency-Key, and wait longer after each failure.",
	},
	service_unavailable: {
		status: 503,
		title: "Service unavailable",
		meaning:
			"A part of the service did not answer. Repeat the request with the same Idempotency-Key, and wait longer after each failure.",
	},
});
