import type { oas31 } from "zod-openapi";

const header = (description: string, schema: oas31.SchemaObject, required = false): oas31.HeaderObject => ({
	description,
	required,
	schema,
});
const count: oas31.SchemaObject = { type: "integer", minimum: 0 };
const string: oas31.SchemaObject = { type: "string" };

/** On a 403, where it is the scope that is lacking. */
export const scopeChallenge = header("The scope to ask for (RFC 6750 3.1).", string);

/** Every header an answer can carry, under its own name. */
export const headers: Record<string, oas31.HeaderObject> = {
	"X-Request-ID": header("The request's id: the one that was sent, if it was usable, or a new one.", string, true),
	"RateLimit-Limit": header("Requests a minute of the most restrictive limit.", count, true),
	"RateLimit-Remaining": header("Requests left under that limit.", count, true),
	"RateLimit-Reset": header(
		"Seconds until that limit is whole again; on a 429, until a request is let through.",
		count,
		true,
	),
	"RateLimit-Policy": header("The limit and its window, `<limit>;w=60`.", string, true),
	"Retry-After": header("Seconds to wait before trying again.", { type: "integer", minimum: 1 }),
	"X-RateLimit-Scope": header(
		"Whose limit is exceeded.",
		{ type: "string", enum: ["key", "tenant", "endpoint"] },
		true,
	),
	"WWW-Authenticate": header("How to authenticate (RFC 6750).", string, true),
	Location: header("Where the record can be read.", string, true),
	Link: header('The next page: `<…>; rel="next"`. Absent on the last one.', string),
	"Idempotent-Replayed": header("`true`: this is the stored answer of the first request with this key.", {
		type: "string",
		const: "true",
	}),
	"Service-Ignored-Fields": header(
		"Properties and parameters that were dropped because they are unknown, comma-separated.",
		string,
	),
};

/** Parameters that are not an endpoint's own. */
export const parameters: Record<string, oas31.ParameterObject> = {
	"Idempotency-Key": {
		name: "Idempotency-Key",
		in: "header",
		required: false,
		description:
			'Any unique string of 1 to 255 printable ASCII characters. Spaces inside it count, spaces around it do not; `"abc"` and `abc` are the same key. For 24 hours a repetition answers what the first request was answered.',
		schema: { type: "string", minLength: 1, maxLength: 255 },
	},
	"X-Request-ID": {
		name: "X-Request-ID",
		in: "header",
		required: false,
		description: "Becomes the request's id if it matches `[A-Za-z0-9._-]{1,128}`.",
		schema: { type: "string" },
	},
};

export const ref = (kind: "headers" | "parameters" | "schemas", name: string) =>
	({ $ref: `#/components/${kind}/${name}` }) as const;
