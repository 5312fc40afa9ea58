import type { SchemaWords } from "./types.ts";

const actor = {
	actor: "The cause: the credential, the person or the part of the service.",
	"actor.type":
		"`user` is a person at the dashboard, `booking_page` a visitor, `operator` this service's staff, `system` a schedule.",
	"actor.id": "The id of the key, the app or the person; null for visitors, operators and the system.",
};

export const access: SchemaWords = {
	List: {
		object: "Always `list`. The records are in `data`.",
		data: "The records of this page, in the order of the list.",
		has_more: "Whether another page follows.",
	},
	Me: {
		"api_key.id": "The id of the key. It is not its value.",
		"api_key.name": "The name that the studio gave the key.",
		"api_key.test_mode": "True for `svc_test_sk_…`: the same data, half the limit, and a mark in the audit log.",
		"oauth.client_id": "The app to which the studio granted access.",
		"oauth.app_name": "The app's name, as the studio saw it when it agreed.",
		"oauth.grant_id": "The studio's consent. It stays the same when tokens are refreshed.",
	},
	AuditEntry: {
		...actor,
		action: "The record and the verb, such as `client.updated`.",
		resource_id: "The record that was changed.",
		ip_address: "The address from which the request came; null for the service's own work.",
		request_id: "The `X-Request-ID` of the request that made the change.",
	},
	ApiRequest: {
		method: "The HTTP method.",
		operation_id: "The operation of this document that answered.",
		status: "The HTTP status of the answer.",
		credential: "The key or the app that sent it.",
		"credential.type": "The kind of credential.",
		"credential.id": "The id of the key or the app.",
		created_at: "When the request arrived.",
	},
	Problem: {
		title: "A few words about the code, the same every time.",
		status: "The HTTP status, repeated for programs that see only the body.",
		code: "The name of the error. It never changes: decide by it, not by the words.",
	},
	ProblemRevokedGrant: { reason: "Why the studio's consent ended. All tokens of it are void." },
	ProblemInsufficientScope: {
		required_scopes: "The scopes that the operation needs.",
		granted_scopes: "The scopes that the credential has.",
	},
	ProblemDuplicateEmail: { existing_id: "The client who has the email. Change that one, or merge." },
	ProblemConflict: {
		referenced_by: "Records that keep this one from being deleted, one of each kind.",
		"referenced_by.object": "The kind of record.",
		"referenced_by.id": "Its id.",
	},
	ProblemSlotUnavailable: {
		failures: "Every reason against the time, not only the first.",
		"failures.code": "The reason, for programs.",
		"failures.message": "The reason, for people.",
		suggested_slots: "The nearest free times, to offer in its place.",
		"suggested_slots.start_at": "The start of a free time.",
		"suggested_slots.end_at": "Its end.",
	},
	ProblemEventsExpired: { oldest_sequence: "The oldest event that is still kept. Go on from one before it." },
	ProblemRateLimitExceeded: {
		extra: "The limit that was exceeded.",
		"extra.scope": "The limit: of the key or grant, of the whole studio, or of this operation.",
		"extra.limit": "Requests a minute under that limit.",
		"extra.retry_after_seconds": "How long to wait. `Retry-After` says the same.",
	},
	...Object.fromEntries(
		["ValidationFailed", "ValidationError", "InvalidId"].map((code) => [
			`Problem${code}`,
			{
				errors: "The fields that failed: up to 100, fewer where they are long.",
				"errors.location": "The part of the request.",
				"errors.path": "The field, with dots and indexes, such as `fields.0.key`.",
				"errors.message": "The rule that the value breaks, to read after the name of the field.",
			},
		]),
	),
	OAuthTokens: {
		access_token: "Send it as `Authorization: Bearer`. It begins with `svcoat_`.",
		token_type: "Always `Bearer`.",
		expires_in: "The seconds for which the access token works.",
		refresh_token: "Store it in place of the one before: each works once.",
		scope: "The scopes that were granted, which may be fewer than were asked for.",
	},
	OAuthError: { error_description: "For developers. Do not decide by it." },
	OAuthIntrospection: {
		client_id: "The app that holds the token.",
		scope: "Its scopes, separated by spaces.",
		token_type: "`Bearer` for an access token.",
		exp: "When it ends, in unix seconds.",
		iat: "When it was made, in unix seconds.",
	},
	OAuthMetadata: {
		issuer: "The origin of this service. `iss` in the redirect must equal it.",
		authorization_endpoint: "The address to which an app sends the person's browser.",
		token_endpoint: "The address that gives tokens for codes and refresh tokens.",
		revocation_endpoint: "The address that revokes tokens.",
		introspection_endpoint: "The address at which first-party apps look tokens up.",
		scopes_supported: "Every scope.",
		response_types_supported: "Only the code flow.",
		response_modes_supported: "The answer comes in the query of the redirect.",
		grant_types_supported: "Codes and refresh tokens.",
		token_endpoint_auth_methods_supported: "How apps authenticate. `none` is for public ones.",
		revocation_endpoint_auth_methods_supported: "The same for revocation.",
		introspection_endpoint_auth_methods_supported: "Only confidential apps may look tokens up.",
		code_challenge_methods_supported: "PKCE takes S256 alone.",
		authorization_response_iss_parameter_supported: "The redirect carries `iss` (RFC 9207).",
		client_id_metadata_document_supported: "A `client_id` may be the address of a document about the app.",
	},
};
