import * as z from "zod";
import type { oas31, ZodOpenApiOperationObject, ZodOpenApiPathsObject, ZodOpenApiResponseObject } from "zod-openapi";
import { createDocument } from "zod-openapi";
import type { OperatorCaller } from "../../domain/access/databases/operator-caller.ts";
import { codesOf, credentialCodes } from "../../platform/http/endpoint/codes.ts";
import { type Endpoint, isList } from "../../platform/http/endpoint/endpoint.ts";
import { describedAs } from "../../platform/http/endpoint/extended.ts";
import { listQuery } from "../../platform/http/endpoint/page.ts";
import { id } from "../../platform/http/fields/fields.ts";
import { type Code, problems } from "../../platform/problems/table.ts";
import { developmentEndpoints, operatorEndpoints } from "../operator/endpoints.ts";
import { commonHeaders, headerParameters, headers, headersWith } from "./headers.ts";
import { problemName, problemSchemas } from "./problem-schemas.ts";
import { ref } from "./ref.ts";
import { simplify } from "./simplify.ts";
import { describeOperatorFields } from "./words/operator.ts";
import { describeParameters } from "./words/parameters.ts";
import { describeFields } from "./words/words.ts";

type OperatorEndpoint = Endpoint<OperatorCaller>;

const endpoints: readonly OperatorEndpoint[] = [...operatorEndpoints, ...developmentEndpoints];

const description = `The interface of the operator, for the service's own administration. Every request carries \`Authorization: Bearer <OPERATOR_TOKEN>\`. Without that secret of the Worker the interface does not exist.

Bodies, lists, errors, versions and \`Idempotency-Key\` are those of \`/v1\`. All requests of operators share one namespace of keys.`;

/** The document of the operator's interface, made from the declarations as that of `/v1` is (contract: Operator 25). */
export function operatorDocument(origin: string, docsUrl: string): oas31.OpenAPIObject {
	const paths: ZodOpenApiPathsObject = {};
	for (const endpoint of endpoints) {
		const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
		paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
	}
	const { Key, IfMatch, IfNoneMatch } = headerParameters;
	const { "X-Request-ID": requestId, "Service-Ignored-Fields": ignored } = commonHeaders["x-headers-of-every-answer"];
	const { "Idempotent-Replayed": replayed } = commonHeaders["x-headers-of-every-change"];
	const document = createDocument(
		{
			openapi: "3.1.0",
			...({
				"x-headers-of-every-request": commonHeaders["x-headers-of-every-request"],
				"x-headers-of-every-answer": { "X-Request-ID": requestId, "Service-Ignored-Fields": ignored },
				"x-headers-of-every-change": { "Idempotent-Replayed": replayed },
			} as object),
			info: {
				title: "Tattoo Studio operator interface",
				version: "1.0.0",
				description,
				contact: { name: "Tattoo Studio API", url: docsUrl },
				license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
			},
			externalDocs: { url: `${docsUrl}/operator`, description: "The guide" },
			servers: [{ url: origin }],
			tags: [{ name: "Operator", description: "Tenants, their people, keys and apps, and the state of the service." }],
			security: [{ operator: [] }],
			paths,
			components: {
				securitySchemes: {
					operator: { type: "http", scheme: "bearer", description: "The secret `OPERATOR_TOKEN` of the Worker." },
				},
				headers,
				parameters: { Key, IfMatch, IfNoneMatch } as never,
				schemas: problemSchemas(docsUrl, [...new Set(endpoints.flatMap(codesOfOperator))]),
			},
		},
		{ override: ({ jsonSchema }) => simplify(jsonSchema as oas31.SchemaObject) },
	);
	describeParameters(document);
	describeFields((document.components?.schemas ?? {}) as Record<string, oas31.SchemaObject>);
	describeOperatorFields(document);
	return document;
}

function operationOf(endpoint: OperatorEndpoint): ZodOpenApiOperationObject {
	const ids = Object.entries(endpoint.params).map(([name, kind]) => [name, id(kind)] as const);
	const query = { ...(isList(endpoint) ? listQuery.shape : {}), ...endpoint.query?.shape };
	const isChange = endpoint.kind === "change";
	const named = [
		...(isChange ? ["Key"] : []),
		...(isChange && endpoint.changedRecord ? ["IfMatch"] : []),
		...(!isChange && endpoint.hasEtag ? ["IfNoneMatch"] : []),
	];
	return {
		operationId: endpoint.id,
		tags: ["Operator"],
		summary: endpoint.summary,
		description: endpoint.description ?? `${endpoint.summary}.`,
		requestParams: {
			...(ids.length > 0 ? { path: z.object(Object.fromEntries(ids)) } : {}),
			...(Object.keys(query).length > 0 ? { query: z.object(query) } : {}),
		},
		...(named.length > 0 ? { parameters: named.map((name) => ref("parameters", name)) as never } : {}),
		...(endpoint.body
			? {
					requestBody: {
						required: !endpoint.bodyOptional,
						content: { "application/json": { schema: endpoint.body } },
					},
				}
			: {}),
		responses: { ...successesOf(endpoint), ...failuresOf(endpoint) } as never,
	};
}

function successesOf(endpoint: OperatorEndpoint): Record<string, ZodOpenApiResponseObject> {
	const etag = endpoint.hasEtag ? ["ETag"] : [];
	const answer = (...names: string[]): ZodOpenApiResponseObject => ({
		description: "Done",
		...headersWith(...names, ...etag),
		content: { "application/json": { schema: answerSchema(endpoint) } },
	});
	if (endpoint.kind === "change") {
		const created = answer(...(endpoint.sendsLocation ? ["Location"] : []));
		return endpoint.createsIfMissing ? { 200: answer(), 201: created } : { [endpoint.status]: created };
	}
	const notModified = { description: "Not modified: the caller has this version", ...headersWith("ETag") };
	return {
		200: answer(...(isList(endpoint) ? ["Link"] : [])),
		...(endpoint.hasEtag ? { 304: notModified } : {}),
	};
}

function answerSchema(endpoint: OperatorEndpoint): z.ZodType {
	const answer = describedAs(endpoint.answer);
	if (!isList(endpoint)) return answer;
	return z.object({
		object: z.literal("list").meta({ description: "Always `list`." }),
		data: z.array(answer).meta({ description: "The records of this page." }),
		has_more: z.boolean().meta({ description: "Whether another page follows." }),
		next_cursor: z.string().nullable().meta({ description: "The `cursor` of the next page. Null on the last page." }),
	});
}

/** The operator's token has no other states, no plan and no scopes. */
const otherCredentials: readonly Code[] = credentialCodes.filter(
	(code) => code !== "missing_api_key" && code !== "invalid_api_key",
);

const codesOfOperator = (endpoint: OperatorEndpoint): Code[] =>
	codesOf(endpoint).filter((code) => endpoint.errors.includes(code) || !otherCredentials.includes(code));

const failureHeaders: Record<string, string[]> = {
	401: ["WWW-Authenticate"],
	429: ["Retry-After", "X-RateLimit-Scope"],
	503: ["Retry-After"],
};

const failuresOf = (endpoint: OperatorEndpoint) =>
	Object.fromEntries(
		[...Map.groupBy(codesOfOperator(endpoint), (code) => problems[code].status)].map(([status, codes]) => {
			const [only, ...others] = codes.map((code) => ref("schemas", problemName(code)));
			return [
				String(status),
				{
					description: codes.map((code) => `\`${code}\``).join(", "),
					...headersWith(...(failureHeaders[status] ?? [])),
					content: { "application/problem+json": { schema: others.length > 0 ? { oneOf: [only, ...others] } : only } },
				},
			];
		}),
	);
