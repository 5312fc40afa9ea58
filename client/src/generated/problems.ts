// Written by client/scripts/generate.ts from the API document. Change the declarations, not this file.

import { ApiErrorBase } from "../errors.ts";

/** The request carries no bearer credential. */
export class MissingApiKeyError extends ApiErrorBase<"missing_api_key"> {}

/** The value is not an API key of this service. */
export class InvalidApiKeyError extends ApiErrorBase<"invalid_api_key"> {}

/** The key was revoked, or this value of it was replaced by a rotation. */
export class RevokedApiKeyError extends ApiErrorBase<"revoked_api_key"> {}

/** The key has expired. */
export class ExpiredApiKeyError extends ApiErrorBase<"expired_api_key"> {}

/** The key is paused. */
export class InactiveApiKeyError extends ApiErrorBase<"inactive_api_key"> {}

/** The value is not an access token of this service, or its app asked for a token for another `resource`. */
export class InvalidAccessTokenError extends ApiErrorBase<"invalid_access_token"> {}

/** The app revoked this token alone. */
export class RevokedAccessTokenError extends ApiErrorBase<"revoked_access_token"> {}

/** An access token lives for an hour. */
export class ExpiredAccessTokenError extends ApiErrorBase<"expired_access_token"> {}

/** All tokens of the authorization are revoked, and `reason` says why. */
export class RevokedGrantError extends ApiErrorBase<"revoked_grant"> {
	/** Why the studio's consent ended. All tokens of it are void. */
	declare readonly reason: "code_replayed" | "refresh_replayed" | "revoked_by_user" | "revoked_by_app" | "app_deleted";
}

/** The OAuth app is suspended. */
export class AppSuspendedError extends ApiErrorBase<"app_suspended"> {}

/** The key has an allowlist and the connecting address is not on it. */
export class IpNotAllowedError extends ApiErrorBase<"ip_not_allowed"> {}

/** The tenant's plan does not include this feature. */
export class FeatureNotAvailableError extends ApiErrorBase<"feature_not_available"> {}

/** The key, the tenant or this endpoint has no requests left. */
export class RateLimitExceededError extends ApiErrorBase<"rate_limit_exceeded"> {
	/** The limit: of the key or grant, of the whole studio, or of this operation. */
	declare readonly scope: "key" | "tenant" | "endpoint";
	/** Requests a minute under that limit. */
	declare readonly limit: number;
	/** How long to wait. `Retry-After` says the same. */
	declare readonly retryAfterSeconds: number;
}

/** The service failed. */
export class InternalError extends ApiErrorBase<"internal_error"> {}

/** A part of the service did not answer. */
export class ServiceUnavailableError extends ApiErrorBase<"service_unavailable"> {}

/** The credential works, but it does not have the scope that this endpoint needs. */
export class InsufficientScopeError extends ApiErrorBase<"insufficient_scope"> {
	/** The scopes that the operation needs. */
	declare readonly requiredScopes: Array<string>;
	/** The scopes that the credential has. */
	declare readonly grantedScopes: Array<string>;
}

/** A field does not have the documented form. */
export class ValidationFailedError extends ApiErrorBase<"validation_failed"> {
	/** The fields that failed: up to 100, fewer where they are long. */
	declare readonly errors: Array<{
		/** The part of the request. */
		location:
			| "body"
			| "querystring"
			| "params"
			| "headers" /** The path of the field inside the location, with dots. It is absent when the whole object failed. */;
		path?: string | undefined /** The rule that the value breaks, to read after the name of the field. */;
		message: string;
	}>;
}

/** This list did not hand out the cursor for these filters. */
export class InvalidCursorError extends ApiErrorBase<"invalid_cursor"> {}

/** Each field has the right form, but the fields do not fit together, or one names a record that does not exist or an address that the service does not take. */
export class ValidationError extends ApiErrorBase<"validation_error"> {
	/** The fields that failed: up to 100, fewer where they are long. */
	declare readonly errors: Array<{
		/** The part of the request. */
		location:
			| "body"
			| "querystring"
			| "params"
			| "headers" /** The path of the field inside the location, with dots. It is absent when the whole object failed. */;
		path?: string | undefined /** The rule that the value breaks, to read after the name of the field. */;
		message: string;
	}>;
}

/** The request body did not arrive in time. */
export class RequestTimeoutError extends ApiErrorBase<"request_timeout"> {}

/** The request body is larger than 1 MiB, or a part of it is larger than that part may be. */
export class PayloadTooLargeError extends ApiErrorBase<"payload_too_large"> {}

/** Send the body as `Content-Type: application/json`. */
export class UnsupportedMediaTypeError extends ApiErrorBase<"unsupported_media_type"> {}

/** The body is empty, is not UTF-8 or is not JSON. */
export class MalformedJsonError extends ApiErrorBase<"malformed_json"> {}

/** The key was used within 24 hours for a request with another method, path, query or body. */
export class IdempotencyKeyMismatchError extends ApiErrorBase<"idempotency_key_mismatch"> {}

/** The first request with this key is still running. */
export class IdempotencyKeyConcurrentError extends ApiErrorBase<"idempotency_key_concurrent"> {}

/** Another client of the tenant has this email, compared without regard to case. */
export class DuplicateEmailError extends ApiErrorBase<"duplicate_email"> {
	/** The client who has the email. Change that one, or merge. */
	declare readonly existingId: string;
}

/** The record's present state does not allow the change, or another request changed it first. */
export class ConflictError extends ApiErrorBase<"conflict"> {
	/** Records that keep this one from being deleted, one of each kind. */
	declare readonly referencedBy: Array<{
		/** The kind of record. */ object: string /** Its id. */;
		id: string;
	}>;
}

/** The plan's cap on this kind of resource is reached, or the studio stores as much as its plan allows. */
export class PlanLimitReachedError extends ApiErrorBase<"plan_limit_reached"> {}

/** An id in the path does not have the form of this resource's ids. */
export class InvalidIdError extends ApiErrorBase<"invalid_id"> {
	/** The fields that failed: up to 100, fewer where they are long. */
	declare readonly errors: Array<{
		/** The part of the request. */
		location:
			| "body"
			| "querystring"
			| "params"
			| "headers" /** The path of the field inside the location, with dots. It is absent when the whole object failed. */;
		path?: string | undefined /** The rule that the value breaks, to read after the name of the field. */;
		message: string;
	}>;
}

/** There is no such route, or no such record in this tenant. */
export class ResourceNotFoundError extends ApiErrorBase<"resource_not_found"> {}

/** The record is not at the version that `If-Match` names: somebody changed it after you read it. */
export class PreconditionFailedError extends ApiErrorBase<"precondition_failed"> {}

/** The artist is a shop's consultation desk, and the event type is not a consultation, or a PATCH takes it away. */
export class DeskConsultOnlyError extends ApiErrorBase<"desk_consult_only"> {}

/** The artist cannot take the time. */
export class SlotUnavailableError extends ApiErrorBase<"slot_unavailable"> {
	/** Every reason against the time, not only the first. */
	declare readonly failures: Array<{
		/** The reason, for programs. */
		code:
			| "appointment_conflict"
			| "held"
			| "outside_working_hours"
			| "max_appointments_per_day"
			| "time_block"
			| "external_calendar_busy"
			| "minimum_notice"
			| "beyond_booking_window"
			| "client_blocked"
			| "too_young"
			| "age_unknown" /** The reason, for people. */;
		message: string;
	}>;
	/** Up to three free times of the same length, the nearest ones. None where the client is a reason. */
	declare readonly suggestedSlots: Array<{
		/** The start of a free time. */ startAt: Date /** Its end. */;
		endAt: Date;
	}>;
}

/** The event type requires consent, and the client has not signed its consent form since the booking or within the year before it. */
export class ConsentMissingError extends ApiErrorBase<"consent_missing"> {}

/** Events after this `after_sequence` are not kept any more, or there is no event with this number. */
export class EventsExpiredError extends ApiErrorBase<"events_expired"> {
	/** The oldest event that is still kept. Go on from one before it. */
	declare readonly oldestSequence: number;
}

/** An error of the service, by its `code`. */
export type AnyApiError =
	| MissingApiKeyError
	| InvalidApiKeyError
	| RevokedApiKeyError
	| ExpiredApiKeyError
	| InactiveApiKeyError
	| InvalidAccessTokenError
	| RevokedAccessTokenError
	| ExpiredAccessTokenError
	| RevokedGrantError
	| AppSuspendedError
	| IpNotAllowedError
	| FeatureNotAvailableError
	| RateLimitExceededError
	| InternalError
	| ServiceUnavailableError
	| InsufficientScopeError
	| ValidationFailedError
	| InvalidCursorError
	| ValidationError
	| RequestTimeoutError
	| PayloadTooLargeError
	| UnsupportedMediaTypeError
	| MalformedJsonError
	| IdempotencyKeyMismatchError
	| IdempotencyKeyConcurrentError
	| DuplicateEmailError
	| ConflictError
	| PlanLimitReachedError
	| InvalidIdError
	| ResourceNotFoundError
	| PreconditionFailedError
	| DeskConsultOnlyError
	| SlotUnavailableError
	| ConsentMissingError
	| EventsExpiredError;

export const errorClasses = {
	missing_api_key: MissingApiKeyError,
	invalid_api_key: InvalidApiKeyError,
	revoked_api_key: RevokedApiKeyError,
	expired_api_key: ExpiredApiKeyError,
	inactive_api_key: InactiveApiKeyError,
	invalid_access_token: InvalidAccessTokenError,
	revoked_access_token: RevokedAccessTokenError,
	expired_access_token: ExpiredAccessTokenError,
	revoked_grant: RevokedGrantError,
	app_suspended: AppSuspendedError,
	ip_not_allowed: IpNotAllowedError,
	feature_not_available: FeatureNotAvailableError,
	rate_limit_exceeded: RateLimitExceededError,
	internal_error: InternalError,
	service_unavailable: ServiceUnavailableError,
	insufficient_scope: InsufficientScopeError,
	validation_failed: ValidationFailedError,
	invalid_cursor: InvalidCursorError,
	validation_error: ValidationError,
	request_timeout: RequestTimeoutError,
	payload_too_large: PayloadTooLargeError,
	unsupported_media_type: UnsupportedMediaTypeError,
	malformed_json: MalformedJsonError,
	idempotency_key_mismatch: IdempotencyKeyMismatchError,
	idempotency_key_concurrent: IdempotencyKeyConcurrentError,
	duplicate_email: DuplicateEmailError,
	conflict: ConflictError,
	plan_limit_reached: PlanLimitReachedError,
	invalid_id: InvalidIdError,
	resource_not_found: ResourceNotFoundError,
	precondition_failed: PreconditionFailedError,
	desk_consult_only: DeskConsultOnlyError,
	slot_unavailable: SlotUnavailableError,
	consent_missing: ConsentMissingError,
	events_expired: EventsExpiredError,
};
