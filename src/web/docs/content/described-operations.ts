import * as z from "zod";
import { fileBodyOf, takesFile } from "../../../api/mcp/tools/file-body.ts";
import { descriptionPath } from "../../../api/mcp/tools/operations.ts";
import { schemaExample } from "../../../api/openapi/schema-example.ts";
import { endpoints } from "../../../api/v1.ts";
import {
	type ApiDocument,
	answerOf,
	type Content,
	componentOf,
	operationsIn,
	type PathOperation,
	schemaIn,
} from "./api-document.ts";
import type { Schema, Schemas } from "./schema-list.ts";

const uploads = new Map(endpoints.filter(takesFile).map((endpoint) => [endpoint.id, fileBodyOf(endpoint)]));

/** The refusals of the operation itself. A refusal tells an agent what to do, so those of every request are left out. */
const ownErrors = new Map(
	endpoints.map(({ id, errors }) => [id, errors.filter((code) => code !== "validation_error" && code !== "conflict")]),
);

/** Each file tells a program all about its operation, with nothing to look up elsewhere. */
export const describedOperations = (document: ApiDocument): [string, () => string][] =>
	operationsIn(document)
		.filter(({ path }) => path.startsWith("/v1/"))
		.map((one) => [descriptionPath(one.operation.operationId), () => JSON.stringify(described(document, one))]);

function described(document: ApiDocument, { method, path, operation }: PathOperation) {
	const { components } = document;
	const { operationId, summary, description, parameters = [], requestBody, responses, security = [] } = operation;
	const all = parameters.flatMap((one) => (one.$ref ? componentOf(one.$ref, components.parameters) : one) ?? []);
	const parametersIn = (location: string) =>
		all
			.filter((one) => one.in === location)
			.map(({ name, required, description: words, schema }) => ({
				name,
				...(required ? { required } : {}),
				...(words ? { description: words } : {}),
				schema: inlined(schema ?? {}, components.schemas),
			}));
	// A message of /mcp carries the bytes of an upload in a body of its own, and with them the query.
	const upload = uploads.get(operationId);
	const body = upload ? (z.toJSONSchema(upload) as Schema) : schemaIn(requestBody?.content);
	const answers = Object.entries(responses).map(([status, answer]) => ({ status, answer: answerOf(document, answer) }));
	const success = answers.find(({ status }) => Number(status) < 300)?.answer;
	const [inPath, inQuery] = [parametersIn("path"), upload ? [] : parametersIn("query")];
	const errors = ownErrors.get(operationId) ?? [];
	return {
		operation_id: operationId,
		summary,
		...(description ? { description } : {}),
		address: `${method} ${path}`,
		tool: method === "GET" ? "read" : "preview_change",
		scope: security.flatMap(({ oauth2 = [] }) => oauth2)[0] ?? null,
		...(inPath.length > 0 ? { path: inPath } : {}),
		...(inQuery.length > 0 ? { query: inQuery } : {}),
		...(body ? { body: inlined(body, components.schemas) } : {}),
		...(body ? { body_example: exampleIn(document, requestBody?.content) } : {}),
		// A preview shows the answer of a change.
		...(method === "GET" ? { answer_example: exampleIn(document, success?.content) } : {}),
		...(errors.length > 0 ? { errors } : {}),
	};
}

/** The example of a schema has whole records. That beside the schema of a list has a short one. */
function exampleIn({ components }: ApiDocument, content: Content | undefined): unknown {
	const [media] = Object.values(content ?? {});
	return media && (schemaExample(media.schema, components.schemas) ?? media.example);
}

/** No schema refers to itself. */
function inlined(schema: Schema, schemas: Schemas): unknown {
	return JSON.parse(JSON.stringify(schema), (_, value: unknown) => {
		if (typeof value !== "object" || value === null || !("$ref" in value)) return value;
		const { $ref, ...own } = value as Schema;
		const named = schemas[$ref?.split("/").at(-1) ?? ""];
		return named ? { ...(inlined(named, schemas) as object), ...own } : own;
	});
}
