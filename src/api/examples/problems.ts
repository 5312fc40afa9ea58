import { ids } from "../../domain/events/catalogue/example-ids.ts";
import type { Code } from "../../platform/problems/table.ts";
import { problems } from "../../platform/problems/table.ts";

interface Sample {
	detail: string;
	/** The path of the request; by default that of a client. */
	instance?: string;
	extra?: object;
}

const client = `/v1/clients/${ids.client}`;

const samples: Record<Code, Sample> = {
	missing_api_key: { detail: "Send Authorization: Bearer <API key or access token>.", instance: "/v1/me" },
	invalid_api_key: { detail: "The API key is unknown.", instance: "/v1/me" },
	revoked_api_key: { detail: "The API key is revoked.", instance: "/v1/me" },
	expired_api_key: { detail: "The API key has expired.", instance: "/v1/me" },
	inactive_api_key: { detail: "The API key is paused.", instance: "/v1/me" },
	ip_not_allowed: { detail: "203.0.113.24 is not on the key's allowlist.", instance: "/v1/me" },
	invalid_access_token: { detail: "The access token is unknown.", instance: "/v1/me" },
	revoked_access_token: { detail: "The access token is revoked.", instance: "/v1/me" },
	expired_access_token: { detail: "The access token has expired.", instance: "/v1/me" },
	revoked_grant: { detail: "The authorization is revoked.", instance: "/v1/me", extra: { reason: "revoked_by_user" } },
	app_suspended: { detail: "The app is suspended.", instance: "/v1/me" },
	insufficient_scope: {
		detail: "The credential lacks the scope write:clients.",
		instance: "/v1/clients",
		extra: { required_scopes: ["write:clients"], granted_scopes: ["read:clients"] },
	},
	feature_not_available: { detail: "API access starts with the Solo plan.", instance: "/v1/me" },
	plan_limit_reached: {
		detail: "The plan has no room for another webhook endpoint.",
		instance: "/v1/webhook_endpoints",
	},
	validation_failed: {
		detail: "email: must be an email address",
		instance: "/v1/clients",
		extra: { errors: [{ location: "body", path: "email", message: "must be an email address" }] },
	},
	validation_error: {
		detail: "assigned_artist_id: no such artist",
		extra: { errors: [{ location: "body", path: "assigned_artist_id", message: "no such artist" }] },
	},
	invalid_cursor: { detail: "The cursor belongs to another list.", instance: "/v1/clients" },
	invalid_id: {
		detail: "client_id: must be cli_ and 32 hexadecimal digits in lower case",
		instance: "/v1/clients/4711",
		extra: {
			errors: [
				{ location: "params", path: "client_id", message: "must be cli_ and 32 hexadecimal digits in lower case" },
			],
		},
	},
	malformed_json: { detail: "The body is not JSON.", instance: "/v1/clients" },
	unsupported_media_type: { detail: "Send the body as application/json.", instance: "/v1/clients" },
	payload_too_large: { detail: "The body is larger than 1 MiB.", instance: "/v1/clients" },
	request_timeout: { detail: "The body did not arrive in time.", instance: "/v1/clients" },
	resource_not_found: { detail: "No such client." },
	duplicate_email: {
		detail: "Another client has this email.",
		instance: "/v1/clients",
		extra: { existing_id: ids.client },
	},
	conflict: { detail: "Another request changed the client first." },
	precondition_failed: { detail: "The client is at another version." },
	slot_unavailable: {
		detail: "The artist cannot take this time.",
		instance: "/v1/appointments",
		extra: {
			failures: [{ code: "outside_working_hours", message: "The artist does not work then." }],
			suggested_slots: [{ start_at: "2026-03-20T13:00:00.000Z", end_at: "2026-03-20T16:00:00.000Z" }],
		},
	},
	consent_missing: {
		detail: "The client has not signed the consent form.",
		instance: `/v1/appointments/${ids.appointment}`,
	},
	desk_consult_only: { detail: "A consultation desk takes consultations alone.", instance: "/v1/appointments" },
	events_expired: {
		detail: "Events up to 840 are not kept any more.",
		instance: "/v1/events",
		extra: { oldest_sequence: 841 },
	},
	idempotency_key_mismatch: { detail: "The key was used for another request.", instance: "/v1/clients" },
	idempotency_key_concurrent: { detail: "The first request with this key is still running.", instance: "/v1/clients" },
	rate_limit_exceeded: {
		detail: "The key has no requests left.",
		instance: "/v1/clients",
		extra: { extra: { scope: "key", limit: 100, retry_after_seconds: 2 } },
	},
	internal_error: { detail: "The service failed.", instance: "/v1/me" },
	service_unavailable: { detail: "A part of the service did not answer.", instance: "/v1/me" },
};

/** The problem document of an error (contract: Documentation 9). */
export function problemExample(docsUrl: string, code: Code): object {
	const { status, title } = problems[code];
	const { detail, instance = client, extra } = samples[code];
	return {
		type: `${docsUrl}/errors/${code}`,
		title,
		status,
		detail,
		code,
		instance,
		request_id: ids.request,
		...extra,
	};
}
