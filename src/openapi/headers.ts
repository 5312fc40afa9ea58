import type { oas31 } from "zod-openapi";

const header = (description: string, schema: oas31.SchemaObject, required = false): oas31.HeaderObject => ({
	description,
	required,
	schema,
});
const count: oas31.SchemaObject = { type: "integer", minimum: 0 };
const string: oas31.SchemaObject = { type: "string" };

/** A 403 for a missing scope carries this (contract: Scopes 4). */
export const scopeChallenge = header("The missing scope (RFC 6750 3.1).", string);

/** Every header that an answer can carry. */
export const headers: Record<string, oas31.HeaderObject> = {
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
	"Retry-After": header("Seconds to wait before trying again.", { type: "integer", minimum: 1 }),
	"X-RateLimit-Scope": header(
		"The limit that is exceeded.",
		{ type: "string", enum: ["key", "tenant", "endpoint"] },
		true,
	),
	"WWW-Authenticate": header("How to authenticate (RFC 6750).", string, true),
	Location: header("The address of the record.", string, true),
	Link: header('The address of the next page: `<…>; rel="next"`. The last page has none.', string),
	"Idempotent-Replayed": header("`true` when this is the stored answer to the first request with this key.", {
		type: "string",
		const: "true",
	}),
	"Service-Ignored-Fields": header(
		"The unknown properties and parameters that the service dropped, separated by commas.",
		string,
	),
};

/** Parameters that many endpoints share. */
export const parameters: Record<string, oas31.ParameterObject> = {
	"Idempotency-Key": {
		name: "Idempotency-Key",
		in: "header",
		required: false,
		description:
			'Any unique string of 1 to 255 printable ASCII characters. Spaces inside it count, spaces around it do not. `"abc"` and `abc` are the same key. For 24 hours a repetition of the request gets the answer of the first one.',
		schema: { type: "string", minLength: 1, maxLength: 255 },
	},
	"X-Request-ID": {
		name: "X-Request-ID",
		in: "header",
		required: false,
		description: "The id of the request, when it matches `[A-Za-z0-9._-]{1,128}`.",
		schema: { type: "string" },
	},
};

export const ref = (kind: "headers" | "parameters" | "schemas", name: string) =>
	({ $ref: `#/components/${kind}/${name}` }) as const;
