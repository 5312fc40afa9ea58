import type { oas31 } from "zod-openapi";
import { createDocument } from "zod-openapi";
import { endpoints } from "../endpoints.ts";
import { codesOf } from "../http/codes.ts";
import { scopeWords } from "../oauth/scope-words.ts";
import { headers, parameters } from "./headers.ts";
import { operationOf } from "./operation.ts";
import { problemSchemas } from "./problem-schemas.ts";
import { webhooks } from "./webhooks.ts";

const tags: Record<string, string> = {
	Identity: "The tenant and the credential behind a request.",
	Clients: "The people a studio works for.",
	Forms: "What a studio asks: intake, consent, and whatever else.",
	"Form submissions": "What was answered, and signed.",
	Leads: "Who showed interest and is not a client yet.",
	Ideas: "What clients want to be tattooed, from the first thought to the last session.",
	Artists: "Who tattoos, when and where.",
	Shops: "The places that artists work at.",
	"Event types": "What can be booked with an artist, and on what terms.",
	Events: "What happened, in the order in which it happened.",
	"Webhook endpoints": "Where events are sent, and how they are signed.",
	Deliveries: "Each event's way to each endpoint, attempt by attempt.",
	Automation: "What automation platforms expect: REST hooks, triggers to poll, actions and searches.",
	"Audit log": "Who changed what, from where.",
};

const description = `The public API of a booking and client-management service for tattoo studios.

Every request carries \`Authorization: Bearer <credential>\`. Errors are RFC 9457 problem documents whose \`code\` says what happened.
Changes take an \`Idempotency-Key\`: repeating a request with the same key repeats its answer, not its effect.
Unknown properties and parameters are dropped and named in \`Service-Ignored-Fields\`.`;

/** The API document, made from the declarations and the problem table alone. */
export function apiDocument(origin: string, docsUrl: string): oas31.OpenAPIObject {
	const paths: Record<string, Record<string, ReturnType<typeof operationOf>>> = {};
	for (const endpoint of endpoints) {
		const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
		paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
	}
	const used = [...new Set(endpoints.map(({ tag }) => tag))];
	return createDocument(
		{
			openapi: "3.1.0",
			info: {
				title: "Tattoo Studio API",
				version: "1.0.0",
				description,
				license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
			},
			externalDocs: { url: docsUrl, description: "Documentation" },
			servers: [{ url: origin }],
			tags: used.map((name) => ({ name, description: tags[name] ?? name })),
			security: [{ apiKey: [] }, { oauth2: [] }],
			paths,
			webhooks,
			components: {
				securitySchemes: {
					apiKey: {
						type: "http",
						scheme: "bearer",
						description:
							"A tenant's API key, `svc_live_sk_…` or `svc_test_sk_…`. The scopes an operation needs stand beside it.",
					},
					oauth2: {
						type: "oauth2",
						description: `An access token, \`svcoat_…\`, for products that any tenant can connect to. PKCE with S256 is required of every client; the rest is in \`${origin}/.well-known/oauth-authorization-server\`.`,
						flows: {
							authorizationCode: {
								authorizationUrl: `${origin}/oauth/authorize`,
								tokenUrl: `${origin}/oauth/token`,
								refreshUrl: `${origin}/oauth/token`,
								scopes: scopeWords,
							},
						},
					},
				},
				headers,
				parameters,
				schemas: problemSchemas(docsUrl, [...new Set(endpoints.flatMap((endpoint) => codesOf(endpoint)))]),
			},
		},
		{ override: ({ jsonSchema }) => dropDatePatterns(jsonSchema) },
	);
}

/** `format` says it; the pattern that goes with it is a page long. */
function dropDatePatterns(schema: { format?: string; pattern?: string }): void {
	if (schema.format === "date" || schema.format === "date-time") delete schema.pattern;
}
