import { z } from "zod";
import { refusedSlot } from "./booking/refused-slot.ts";
import { revocationReasons } from "./db/tables/service/oauth.ts";

interface Definition {
	status: number;
	title: string;
	/** When the error happens and what the caller can do. The page about the error shows this text. */
	meaning: string;
	/** Members beside those that every problem has. */
	extra?: z.ZodObject;
}

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

const define = <T extends Record<string, Definition>>(table: T) => table;

/** Every error of the API. Callers switch on `code`. The status of a code is named here and nowhere else. */
export const problems = define({
	missing_api_key: {
		status: 401,
		title: "Credential missing",
		meaning: "The request carries no bearer credential. Send `Authorization: Bearer <API key or access token>`.",
	},
	invalid_api_key: {
		status: 401,
		title: "Unknown API key",
		meaning: "The value is not an API key of this service. Check that you copied all of it.",
	},
	revoked_api_key: {
		status: 401,
		title: "API key revoked",
		meaning: "The key was revoked, or this value of it was replaced by a rotation. Use the new value or another key.",
	},
	expired_api_key: {
		status: 401,
		title: "API key expired",
		meaning: "The key has expired. Use another key, or have the expiry of this one moved.",
	},
	inactive_api_key: {
		status: 401,
		title: "API key paused",
		meaning: "The key is paused. It works again when somebody activates it.",
	},
	ip_not_allowed: {
		status: 403,
		title: "Address not allowed",
		meaning: "The key has an allowlist and the connecting address is not on it.",
	},
	invalid_access_token: {
		status: 401,
		title: "Unknown access token",
		meaning: "The value is not an access token of this service. Check that you copied all of it.",
	},
	revoked_access_token: {
		status: 401,
		title: "Access token revoked",
		meaning: "The app revoked this token alone. The grant still works: use its refresh token for a new access token.",
	},
	expired_access_token: {
		status: 401,
		title: "Access token expired",
		meaning: "An access token lives for an hour. Use the refresh token for a new one.",
	},
	revoked_grant: {
		status: 401,
		title: "Grant revoked",
		meaning:
			"All tokens of the authorization are revoked, and `reason` says why. `code_replayed`: a code was used twice. `refresh_replayed`: a refresh token was used twice. `revoked_by_user`: the studio disconnected the app. `revoked_by_app`: the app revoked its refresh token. Ask for a new authorization.",
		extra: z.object({ reason: z.enum(revocationReasons) }),
	},
	app_suspended: {
		status: 403,
		title: "App suspended",
		meaning: "The OAuth app is suspended. Tokens that have not expired work again when the suspension ends.",
	},
	insufficient_scope: {
		status: 403,
		title: "Scope missing",
		meaning: "The credential works, but it does not have the scope that this endpoint needs.",
		extra: z.object({ required_scopes: z.array(z.string()), granted_scopes: z.array(z.string()) }),
	},
	feature_not_available: {
		status: 403,
		title: "Not part of the plan",
		meaning: "The tenant's plan does not include this feature. API access starts with the Solo plan.",
	},
	plan_limit_reached: {
		status: 403,
		title: "Plan limit reached",
		meaning:
			"The plan's cap on this kind of resource is reached, or the studio stores as much as its plan allows. Remove something or move to a higher plan.",
	},
	validation_failed: {
		status: 400,
		title: "Validation failed",
		meaning: "A field does not have the documented form. `errors` lists the fields that failed, up to 100 of them.",
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
			"The record's present state does not allow the change, or another request changed it first. Read it again.",
	},
	slot_unavailable: {
		status: 409,
		title: "Time not available",
		meaning:
			"The artist cannot take the time. `failures` lists every reason. `suggested_slots` lists the nearest free times of the same length.",
		extra: refusedSlot,
	},
	desk_consult_only: {
		status: 422,
		title: "Consultations only",
		meaning: "The artist is a shop's consultation desk, and the event type is not a consultation.",
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

export type Code = keyof typeof problems;
type Extra<C extends Code> = (typeof problems)[C] extends { extra: infer E extends z.ZodObject }
	? [extra: z.output<E>]
	: [];

export class Problem extends Error {
	readonly code: Code;
	readonly extra: Record<string, unknown>;
	readonly headers: Record<string, string>;

	constructor(code: Code, detail: string, extra: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
		super(detail);
		this.code = code;
		this.extra = extra;
		this.headers = headers;
	}

	get status(): number {
		return problems[this.code].status;
	}

	get title(): string {
		return problems[this.code].title;
	}

	/** The same problem with further response headers. */
	with(headers: Record<string, string>): Problem {
		return new Problem(this.code, this.message, this.extra, { ...this.headers, ...headers });
	}
}

export const problem = <C extends Code>(code: C, detail: string, ...extra: Extra<C>): Problem =>
	new Problem(code, detail, extra[0]);

/** A problem about fields of the body that break a rule across fields or records (contract: Errors 6). */
export const fieldProblems = (errors: FieldError[]): Problem =>
	problem("validation_error", errors.map(({ path, message }) => `${path}: ${message}`).join("; "), { errors });

export const fieldProblem = (path: string, message: string): Problem =>
	fieldProblems([{ location: "body", path, message }]);

export const notFound = (what: string): Problem => problem("resource_not_found", `No such ${what}.`);
