import type { oas31, ZodOpenApiPathsObject } from "zod-openapi";
import { createDocument } from "zod-openapi";
import { codesOf } from "../../platform/http/endpoint/codes.ts";
import { scopeWords } from "../oauth/scope-words.ts";
import { endpoints } from "../v1.ts";
import { addExamplesOfRecords, sharedAnswers } from "./answers.ts";
import { failureAnswers, sharedProblems } from "./failures.ts";
import { commonHeaders, headers } from "./headers.ts";
import { oauthAnswers, oauthPaths } from "./oauth.ts";
import { oauthSchemas } from "./oauth-schemas.ts";
import { operationOf } from "./operation.ts";
import { parametersOfPath, sharedParameters } from "./parameters.ts";
import { problemSchemas } from "./problem-schemas.ts";
import {
	removeBoundsOfAnswers,
	removeRepeatedDescriptions,
	removeTypesOfConstants,
	shortenAllOf,
	shortenTimes,
	simplify,
} from "./simplify.ts";
import { deliveryHeaders, webhookAnswers, webhooks } from "./webhooks.ts";
import { describeOperations } from "./words/operations.ts";
import { describeParameters } from "./words/parameters.ts";
import { describeFields } from "./words/words.ts";

const tags: Record<string, string> = {
	Identity: "The tenant and the credential behind a request.",
	Clients: "The people a studio works for.",
	Imports: "Files of clients that a studio brings along.",
	Exports: "All that a studio has, as one file.",
	Forms: "The questions of a studio: intake, consent and others.",
	"Form submissions": "The answers and signatures that people gave.",
	Pictures: "The pictures of ideas, leads, artists, forms and form submissions.",
	Leads: "People who are interested and are not clients yet.",
	Ideas: "The tattoos that clients want, from the first idea to the last session.",
	Appointments: "The times that clients have with artists, and the times that are free.",
	Artists: "The people who tattoo, with their working hours and places.",
	Shops: "The places where artists work.",
	"Event types": "The services that people can book with an artist, and their terms.",
	Events: "The log of what happened in a studio.",
	"Webhook endpoints": "The addresses that receive events, and the secrets that sign them.",
	Deliveries: "The attempts to send each event to each endpoint.",
	Automation: "REST hooks, triggers to poll, actions and searches for automation platforms.",
	"Audit log": "Every change, with its actor and address.",
	OAuth: "The authorization server, for products that any tenant can connect to.",
	Requests: "The requests with the tenant's credentials in the last three days, and how they were answered.",
};

const description = `The public API of a booking and client-management service for tattoo studios.

Every request carries \`Authorization: Bearer <credential>\`. Errors are RFC 9457 problem documents whose \`code\` says what happened.

Every answer of \`/v1\` carries \`X-Request-ID\` and the RateLimit headers. \`x-headers-of-every-request\`, \`x-headers-of-every-answer\` and \`x-headers-of-every-change\` name once for all what all have.

Changes take an \`Idempotency-Key\`. A repetition with the same key gets the same answer, and nothing happens twice.

Records carry an \`ETag\`. \`If-Match\` changes the version that was read alone, and \`If-None-Match\` reads another one alone. \`Service-Dry-Run: true\` tries a change without making it.

The service drops unknown properties and parameters and names them in \`Service-Ignored-Fields\`.

Webhooks carry the headers of \`x-headers-of-every-delivery\`, the signatures among them.`;

/** The API document. It is made from the declarations and the table of problems alone (contract: Documentation 2). */
export function apiDocument(origin: string, docsUrl: string): oas31.OpenAPIObject {
	const paths: ZodOpenApiPathsObject = {};
	for (const endpoint of endpoints) {
		const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
		paths[path] = {
			...parametersOfPath(endpoint),
			...paths[path],
			[endpoint.method.toLowerCase()]: operationOf(endpoint),
		};
	}
	const used = [...new Set(endpoints.map(({ tag }) => tag))];
	const document = createDocument(
		{
			openapi: "3.1.0",
			...({ "x-minimum-plan": "solo" } as object),
			...(commonHeaders as object),
			...(deliveryHeaders as object),
			info: {
				title: "Tattoo Studio API",
				version: "1.0.0",
				description,
				contact: { name: "Tattoo Studio API", url: docsUrl },
				license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
			},
			externalDocs: { url: docsUrl, description: "Documentation" },
			servers: [{ url: origin }],
			tags: [...used, "OAuth"].map((name) => ({ name, description: tags[name] ?? name })),
			security: [{ apiKey: [] }, { oauth2: [] }],
			paths: { ...paths, ...(oauthPaths(origin) as object) },
			webhooks,
			components: {
				securitySchemes: {
					apiKey: {
						type: "http",
						scheme: "bearer",
						description:
							"A tenant's API key, `svc_live_sk_…` or `svc_test_sk_…`. The scope that an operation needs is the one that it names for `oauth2`.",
					},
					client: {
						type: "http",
						scheme: "basic",
						description: "An OAuth app, by its client id and secret, each form-encoded (RFC 6749 2.3.1).",
					},
					oauth2: {
						type: "oauth2",
						description: `An access token, \`svcoat_…\`, for products that any tenant can connect to. Every client needs PKCE with S256. The rest is in \`${origin}/.well-known/oauth-authorization-server\`.`,
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
				parameters: sharedParameters(endpoints) as never,
				responses: { ...sharedAnswers, ...failureAnswers(), ...webhookAnswers, ...oauthAnswers },
				examples: sharedProblems(docsUrl),
				schemas: {
					...problemSchemas(docsUrl, [...new Set(endpoints.flatMap((endpoint) => codesOf(endpoint)))]),
					...oauthSchemas,
				},
			},
		},
		{ override: ({ jsonSchema }) => simplify(jsonSchema as oas31.SchemaObject) },
	);
	removeRepeatedDescriptions(document);
	shortenTimes(document);
	shortenAllOf(document);
	removeBoundsOfAnswers(document);
	describeOperations(document);
	describeParameters(document);
	describeFields((document.components?.schemas ?? {}) as Record<string, oas31.SchemaObject>);
	removeTypesOfConstants(document);
	addExamplesOfRecords(document);
	return document;
}
