import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiResponseObject } from "zod-openapi";
import { codesOf } from "../http/codes.ts";
import { type Endpoint, isList } from "../http/endpoint.ts";
import { id } from "../http/fields.ts";
import { listQuery } from "../http/page.ts";
import { type Code, problems } from "../problem-table/table.ts";
import { headers, ref, scopeChallenge } from "./headers.ts";
import { problemName } from "./problem-schemas.ts";

/** One endpoint as an operation of the document. */
export function operationOf(endpoint: Endpoint): ZodOpenApiOperationObject {
	const path = z.object(Object.fromEntries(Object.entries(endpoint.params).map(([name, kind]) => [name, id(kind)])));
	const query = isList(endpoint) ? listQuery.extend(endpoint.query?.shape ?? {}) : endpoint.query;
	return {
		operationId: endpoint.id,
		tags: [endpoint.tag],
		summary: endpoint.summary,
		...(endpoint.description ? { description: endpoint.description } : {}),
		security: ["apiKey", "oauth2"].map((scheme) => ({ [scheme]: endpoint.scope ? [endpoint.scope] : [] })),
		...({
			"x-required-scopes": endpoint.scope ? [endpoint.scope] : [],
			"x-minimum-plan": "solo",
			...(endpoint.capPerMinute ? { "x-requests-per-minute": endpoint.capPerMinute } : {}),
		} as object),
		requestParams: {
			...(Object.keys(endpoint.params).length > 0 ? { path } : {}),
			...(query ? { query } : {}),
		},
		parameters: [
			...(endpoint.kind === "change" ? [ref("parameters", "Idempotency-Key")] : []),
			...(endpoint.kind === "change" && endpoint.changes ? [ref("parameters", "If-Match")] : []),
			...(endpoint.kind === "read" && endpoint.tagged ? [ref("parameters", "If-None-Match")] : []),
			...(endpoint.kind === "change" ? [ref("parameters", "Service-Dry-Run")] : []),
			ref("parameters", "X-Request-ID"),
		] as never,
		...(endpoint.body
			? {
					requestBody: { required: !endpoint.bodyOptional, content: { "application/json": { schema: endpoint.body } } },
				}
			: {}),
		responses: {
			...(endpoint.kind === "change" && endpoint.orFound ? { "200": success(endpoint, "Found") } : {}),
			...(endpoint.kind === "change" && endpoint.status === 201
				? { "201": success(endpoint, "Created") }
				: { "200": success(endpoint, "Done") }),
			...(endpoint.kind === "read" && endpoint.tagged ? { "304": unmodified } : {}),
			...failures(endpoint),
		},
	};
}

const limitHeaderNames = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "RateLimit-Policy"] as const;

const headersOf = (...names: (keyof typeof headers)[]) =>
	Object.fromEntries(
		["X-Request-ID", ...limitHeaderNames, ...names].map((name) => [name, ref("headers", name)]),
	) as never;

const nextAfterSequence = z.int().optional().meta({
	description:
		"Where to go on: the next `after_sequence`. Only the answer to a request with `after_sequence` has it, and then `next_cursor` is null.",
});

function answerSchema(endpoint: Endpoint) {
	const { answer } = endpoint;
	if (endpoint.kind === "read" && endpoint.shape === "array") return z.array(answer);
	if (!isList(endpoint)) return answer;
	return z.object({
		object: z.literal("list"),
		data: z.array(answer),
		has_more: z.boolean(),
		next_cursor: z.string().nullable().meta({ description: "Null on the last page." }),
		...(endpoint.kind === "read" && endpoint.feed ? { next_after_sequence: nextAfterSequence } : {}),
	});
}

function success(endpoint: Endpoint, description: "Created" | "Found" | "Done"): ZodOpenApiResponseObject {
	return {
		description,
		headers: headersOf(
			...(endpoint.kind === "change" && endpoint.tellsLocation && description !== "Found" ? ["Location"] : []),
			...(endpoint.tagged ? ["ETag"] : []),
			...(isList(endpoint) ? ["Link"] : []),
			...(endpoint.kind === "change" ? ["Idempotent-Replayed", "Service-Dry-Run", "Service-Dry-Run-Events"] : []),
			"Service-Ignored-Fields",
		),
		content: { "application/json": { schema: answerSchema(endpoint) } },
	};
}

/** It has no body. */
const unmodified: ZodOpenApiResponseObject = {
	description: "Not modified: the caller has this version",
	headers: headersOf("ETag", "Service-Ignored-Fields"),
};

const statusHeaders: Record<number, string[]> = {
	401: ["WWW-Authenticate"],
	429: ["Retry-After", "X-RateLimit-Scope"],
	503: ["Retry-After"],
};

/** An answer with one of these can come after the service has found unknown names. */
const statusesAfterValidation = new Set([400, 403, 404, 409, 410, 412, 413, 422, 429, 500, 503]);

/** A 5xx has the RateLimit headers only when the gate answered before the failure (contract: Rate limits 11). */
const limitHeadersIfKnown = Object.fromEntries(
	limitHeaderNames.map((name) => [name, { ...headers[name], required: false }]),
);

/** These can come before the gate has decided. */
const statusesWithoutLimits = new Set([500, 503]);

function failures(endpoint: Endpoint): Record<string, ZodOpenApiResponseObject> {
	const byStatus = new Map<number, Code[]>();
	for (const code of codesOf(endpoint)) {
		const { status } = problems[code];
		byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
	}
	return Object.fromEntries(
		[...byStatus]
			.sort(([a], [b]) => a - b)
			.map(([status, codes]) => [String(status), failure(endpoint, status, codes)]),
	);
}

function failure(endpoint: Endpoint, status: number, codes: Code[]): ZodOpenApiResponseObject {
	const refs = codes.map((code) => ref("schemas", problemName(code)));
	const own = [
		...(statusHeaders[status] ?? []),
		...(codes.includes("idempotency_key_concurrent") ? ["Retry-After"] : []),
		...(endpoint.kind === "change" && [400, 403, 404, 409, 422].includes(status) ? ["Idempotent-Replayed"] : []),
		...(endpoint.kind === "change" ? ["Service-Dry-Run"] : []),
		...(statusesAfterValidation.has(status) ? ["Service-Ignored-Fields"] : []),
	];
	return {
		description: codes.map((code) => `\`${code}\``).join(", "),
		headers: statusesWithoutLimits.has(status)
			? ({
					...Object.fromEntries(["X-Request-ID", ...own].map((name) => [name, ref("headers", name)])),
					...limitHeadersIfKnown,
				} as never)
			: codes.includes("insufficient_scope")
				? ({ ...(headersOf(...own) as object), "WWW-Authenticate": scopeChallenge } as never)
				: headersOf(...own),
		content: { "application/problem+json": { schema: (refs.length === 1 ? refs[0] : { oneOf: refs }) as never } },
	};
}
