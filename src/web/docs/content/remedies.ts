import type { Code } from "../../../platform/problems/table.ts";

/** One sentence for each error: the next step of the program or of its developer. */
export const remedies: Record<Code, string> = {
	missing_api_key: "Send `Authorization: Bearer <key or access token>`.",
	invalid_api_key: "Check that you copied the whole key, and that it is a key of this service.",
	revoked_api_key: "Use the value that replaced this one, or another key.",
	expired_api_key: "Use another key, or have an owner of the studio move the expiry.",
	inactive_api_key: "Have an owner of the studio activate the key.",
	ip_not_allowed: "Send from an address on the key's allowlist, or have an owner add yours.",
	invalid_access_token: "Get a new access token with the refresh token, for this resource.",
	revoked_access_token: "Get a new access token with the refresh token.",
	expired_access_token: "Get a new access token with the refresh token.",
	revoked_grant: "Ask the studio for access again: no token of this grant will work.",
	app_suspended: "Contact the service: tokens work again when the suspension ends.",
	insufficient_scope: "Use a credential with `required_scopes`.",
	feature_not_available: "The studio needs a plan with access to the API.",
	plan_limit_reached: "Remove what is no longer needed, or have the studio take a larger plan.",
	validation_failed: "Correct the fields in `errors` before you send the request again.",
	validation_error:
		"Correct the fields in `errors`: each value is well formed, but does not fit the others or the records.",
	invalid_cursor: "Begin the list again without `cursor`, and leave the other parameters as they were.",
	invalid_id: "Send the id as the service gave it, with its prefix.",
	malformed_json: "Send one JSON value in UTF-8.",
	unsupported_media_type: "Set `Content-Type` to a type that the operation takes.",
	payload_too_large: "Send a smaller body.",
	request_timeout: "Send the request again, a change with the same `Idempotency-Key`.",
	resource_not_found: "Check the id: the record may be deleted, or belong to another studio.",
	duplicate_email: "Change the client in `existing_id`, or merge the two.",
	conflict: "Read the record again, and send a request that fits it. `referenced_by` names what is in the way.",
	precondition_failed: "Read the record again, and repeat the change with its new `ETag` if it is still wanted.",
	slot_unavailable: "Offer the person one of `suggested_slots`.",
	consent_missing: "Have the client sign the consent form of the event type, then complete the appointment.",
	desk_consult_only: "Choose an event type of the kind CONSULTATION, or another artist.",
	events_expired: "Read the lists again, then follow the events from `oldest_sequence` minus one.",
	idempotency_key_mismatch: "Use a new `Idempotency-Key` for another request.",
	idempotency_key_concurrent:
		"Wait for `Retry-After`, then repeat the request with the same `Idempotency-Key`: you get the answer of the first one.",
	rate_limit_exceeded: "Wait as many seconds as `Retry-After` says, then repeat the request.",
	internal_error:
		"Repeat the request, a change with the same `Idempotency-Key`. If the error continues, tell us the `request_id`.",
	service_unavailable: "Repeat the request after `Retry-After`, a change with the same `Idempotency-Key`.",
};
