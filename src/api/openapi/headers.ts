import type { oas31 } from "zod-openapi";
import { ref } from "./ref.ts";

const header = (description: string, schema: oas31.SchemaObject, required = false): oas31.HeaderObject => ({
	description,
	...(required ? { required } : {}),
	schema,
});
const count: oas31.SchemaObject = { type: "integer", minimum: 0 };
const string: oas31.SchemaObject = { type: "string" };

export const headers: Record<string, oas31.HeaderObject> = {
	"Retry-After": header("Seconds to wait before trying again. A 429 and a 503 have it.", {
		type: "integer",
		minimum: 1,
	}),
	"X-RateLimit-Scope": header("The limit that is exceeded. A 429 has it.", {
		type: "string",
		enum: ["key", "tenant", "endpoint"],
	}),
	"WWW-Authenticate": header("How to authenticate (RFC 6750).", string, true),
	Location: header("The address of the record.", string, true),
	Link: header('The address of the next page: `<…>; rel="next"`. The last page has none.', string),
	ETag: header(
		'The version of the record in the answer, such as `"3"`. Send it back in `If-Match` to change this version alone, or in `If-None-Match` to read another one alone.',
		string,
		true,
	),
};

/**
 * The headers that requests and answers of every kind carry. The document describes them once, because in each answer
 * they would be a sixth of it. After a 5xx the RateLimit headers may be missing (contract: Rate limits 11).
 */
export const commonHeaders = {
	"x-headers-of-every-request": {
		"X-Request-ID": header("The id of the request, when it matches `[A-Za-z0-9._-]{1,128}`.", string),
	},
	"x-headers-of-every-answer": {
		"X-Request-ID": header(
			"The id of the request: the one that the caller sent, when its form is right, or a new one.",
			string,
			true,
		),
		"RateLimit-Limit": header("Requests a minute of the limit that has the fewest requests left.", count, true),
		"RateLimit-Remaining": header("Requests left under that limit.", count, true),
		"RateLimit-Reset": header(
			"Seconds until the limit is full again; on a 429, seconds until a request gets through.",
			count,
			true,
		),
		"RateLimit-Policy": header("The limit and its window, `<limit>;w=60`.", string, true),
		"Service-Ignored-Fields": header(
			"The unknown properties and parameters that the service dropped, separated by commas.",
			string,
		),
		Deprecation: header("Since when callers should leave the operation, `@<unix seconds>` (RFC 9745).", string),
		Sunset: header("From when on a deprecated operation may stop (RFC 8594).", string),
	},
	"x-headers-of-every-change": {
		"Idempotent-Replayed": header("`true` when this is the stored answer to the first request with this key.", {
			type: "string",
			const: "true",
		}),
		"Service-Dry-Run": header("`true` when the request was a dry run: nothing of the answer was kept.", {
			type: "string",
			const: "true",
		}),
		"Service-Dry-Run-Events": header(
			"The types of the events that the change would have emitted, each once, separated by commas. Only a dry run has it, and only when there are any.",
			string,
		),
	},
};

/** The request headers that many endpoints share. Their names in the components are short, as they stand everywhere. */
export const headerParameters: Record<string, oas31.ParameterObject> = {
	Key: {
		name: "Idempotency-Key",
		in: "header",
		description:
			'Any unique string of 1 to 255 printable ASCII characters. Spaces inside it count, spaces around it do not. `"abc"` and `abc` are the same key. For 24 hours a repetition of the request gets the answer of the first one.',
		schema: { type: "string", minLength: 1, maxLength: 255 },
	},
	IfMatch: {
		name: "If-Match",
		in: "header",
		description:
			"The `ETag` of the record as it was read, or several, separated by commas. When the record is at another version, nothing is done: 412 `precondition_failed`. `*` means that the record exists. A weak tag never matches.",
		schema: { type: "string" },
	},
	IfNoneMatch: {
		name: "If-None-Match",
		in: "header",
		description:
			"An `ETag` that the caller has, or several, separated by commas. When one of them is the present one, the answer is a 304 without a body.",
		schema: { type: "string" },
	},
	DryRun: {
		name: "Service-Dry-Run",
		in: "header",
		description:
			"With `true` the service does everything but keep the change, and answers what the change would have been answered. `false` is like no header.",
		schema: { type: "string", enum: ["true", "false"] },
	},
};

export const headersWith = (...names: string[]): { headers?: never } =>
	names.length > 0 ? { headers: Object.fromEntries(names.map((name) => [name, ref("headers", name)])) as never } : {};

/** A 403 carries this when a scope is missing (contract: Scopes 4). */
export const scopeChallenge = header("The missing scope (RFC 6750 3.1).", string);
