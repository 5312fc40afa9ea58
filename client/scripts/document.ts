import { clientCall } from "../../src/api/examples/client-call.ts";
import { clientMethod } from "../../src/api/examples/client-method.ts";
import { apiDocument } from "../../src/api/openapi/document.ts";
import { endpoints } from "../../src/api/v1.ts";
import type { Endpoint } from "../../src/platform/http/endpoint/endpoint.ts";

export interface Schema {
	$ref?: string;
	type?: string | string[];
	const?: unknown;
	enum?: unknown[];
	format?: string;
	description?: string;
	default?: unknown;
	maxLength?: number;
	minimum?: number;
	maximum?: number;
	maxItems?: number;
	properties?: Record<string, Schema>;
	required?: string[];
	additionalProperties?: Schema;
	items?: Schema;
	allOf?: Schema[];
	anyOf?: Schema[];
	oneOf?: Schema[];
}

interface Parameter {
	$ref?: string;
	in: string;
	name: string;
	required?: boolean;
	description?: string;
	schema: Schema;
}

interface Response {
	$ref?: string;
	content?: Record<string, { schema: Schema }>;
}

interface Operation {
	summary: string;
	description: string;
	parameters?: Parameter[];
	requestBody?: { required: boolean; content: Record<string, { schema: Schema }> };
	responses: Record<string, Response>;
	"x-requests-per-minute"?: number;
}

interface Document {
	tags: { name: string; description: string }[];
	paths: Record<string, Record<string, Operation>>;
	webhooks: Record<string, { post: Operation }>;
	components: {
		schemas: Record<string, Schema>;
		parameters: Record<string, Parameter>;
		responses: Record<string, Response>;
	};
}

const origin = "https://api.example.com";
const document = apiDocument(origin, `${origin}/docs`) as unknown as Document;
export const { schemas } = document.components;
export const { webhooks } = document;

export const nameIn = (ref: string): string => ref.split("/").at(-1) ?? "";

export function schemaOf(ref: string): Schema {
	const schema = schemas[nameIn(ref)];
	if (!schema) throw new Error(`The API document has no schema ${ref}.`);
	return schema;
}

/** A method of the client: an operation of the document, with its declaration in the source. */
export interface Method {
	group: string;
	name: string;
	endpoint: Endpoint;
	operation: Operation;
	/** The example in the reference. */
	example: string;
	query: Parameter[];
	body: { schema: Schema; required: boolean } | null;
	/** The body of a success. If an operation has two successes, their bodies are the same. */
	answer: Schema;
}

const json = (content: Record<string, { schema: Schema }> | undefined) => content?.["application/json"]?.schema;

function methodOf(endpoint: Endpoint): Method {
	const { group, method } = clientMethod(endpoint);
	const operation = document.paths[endpoint.path.replace(/:(\w+)/g, "{$1}")]?.[endpoint.method.toLowerCase()];
	if (!operation) throw new Error(`The API document has no ${endpoint.id}.`);
	const { parameters = [], requestBody, responses } = operation;
	const all = parameters.map((one) =>
		one.$ref ? (document.components.parameters[nameIn(one.$ref)] as Parameter) : one,
	);
	const given = responses["200"] ?? responses["201"] ?? responses["202"];
	const answer = json((given?.$ref ? document.components.responses[nameIn(given.$ref)] : given)?.content);
	if (!answer) throw new Error(`${endpoint.id} has no answer.`);
	const body = json(requestBody?.content);
	return {
		group,
		name: method,
		endpoint,
		operation,
		example: clientCall(endpoint),
		query: all.filter((one) => one.in === "query"),
		body: body ? { schema: body, required: requestBody?.required ?? false } : null,
		answer,
	};
}

export const methods = endpoints.map(methodOf);

export const tagWords = (name: string): string =>
	document.tags.find((tag) => tag.name === name)?.description ?? `${name}.`;
