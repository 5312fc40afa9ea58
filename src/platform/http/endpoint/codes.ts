import type { Caller } from "../../context.ts";
import type { Code } from "../../problems/problem.ts";
import { type Endpoint, isList } from "./endpoint.ts";

export const credentialCodes: Code[] = [
	"missing_api_key",
	"invalid_api_key",
	"revoked_api_key",
	"expired_api_key",
	"inactive_api_key",
	"invalid_access_token",
	"revoked_access_token",
	"expired_access_token",
	"revoked_grant",
	"app_suspended",
	"ip_not_allowed",
	"feature_not_available",
];

/** Every error code that an endpoint can answer, in the order of the checks. */
export function codesOf<C extends Caller>(endpoint: Endpoint<C>): Code[] {
	const isChange = endpoint.kind === "change";
	const takesFile = endpoint.kind === "change" && endpoint.takesFile !== null;
	const codes: (Code | false)[] = [
		...credentialCodes,
		endpoint.scope !== null && "insufficient_scope",
		"rate_limit_exceeded",
		...(endpoint.body
			? (["request_timeout", "payload_too_large", "unsupported_media_type", "malformed_json"] as const)
			: []),
		...(takesFile ? (["request_timeout", "payload_too_large", "unsupported_media_type"] as const) : []),
		...(isChange ? (["idempotency_key_mismatch", "idempotency_key_concurrent"] as const) : []),
		(isChange || endpoint.hasEtag || endpoint.query !== null || isList(endpoint)) && "validation_failed",
		Object.keys(endpoint.params).length > 0 && "invalid_id",
		isList(endpoint) && "invalid_cursor",
		Object.keys(endpoint.params).length > 0 && "resource_not_found",
		endpoint.kind === "change" && endpoint.changedRecord !== null && "precondition_failed",
		...endpoint.errors,
		// The tenant has no room left (contract: Plans 9).
		isChange && endpoint.scope !== null && endpoint.method !== "DELETE" && "plan_limit_reached",
		"internal_error",
		"service_unavailable",
	];
	return [...new Set(codes.filter((code) => code !== false))];
}
