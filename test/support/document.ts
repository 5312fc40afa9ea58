import { exports } from "cloudflare:workers";
import { expect } from "vitest";
import { Schemas } from "../../lab/harness/schemas.ts";

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is read by path
type Json = any;

const response = await exports.default.fetch(new Request("https://api.test/openapi.json"));
export const document: Json = await response.json();

/** The target of a reference of the document, or the value itself if it is no reference. */
export const resolved = (value: Json): Json =>
	value?.$ref
		? value.$ref
				.slice("#/".length)
				.split("/")
				.reduce((at: Json, name: string) => at[name], document)
		: value;

/** The example of a body or an answer: beside its schema, or at the schema itself, where every reader finds it. */
export const exampleIn = ({ example, examples = {}, schema }: Json): Json =>
	example ?? resolved(Object.values(examples)[0])?.value ?? resolved(schema).examples?.[0];

const pathOf = (path: string): Json => document.paths[path.replace(/:(\w+)/g, "{$1}")];

/** The operation of the document for a method and a path as it is declared, such as `/v1/clients/:client_id`. */
export const operationFor = ({ method, path }: { method: string; path: string }): Json =>
	pathOf(path)[method.toLowerCase()];

/** The parameters of the operation and of its path. */
export const parametersFor = (endpoint: { method: string; path: string }): Json[] =>
	[...(pathOf(endpoint.path).parameters ?? []), ...(operationFor(endpoint).parameters ?? [])].map(resolved);

/**
 * Published schemas allow further fields. For the tests each field of an answer must be declared. The parts of an
 * `allOf` stay open, and the whole is closed.
 */
export function closed(schema: Json): Json {
	if (Array.isArray(schema)) return schema.map(closed);
	if (typeof schema !== "object" || schema === null || schema.$ref) return schema;
	if ("allOf" in schema) return { ...schema, allOf: schema.allOf.map(open), unevaluatedProperties: false };
	const copy = open(schema);
	return "properties" in schema && !("additionalProperties" in schema)
		? { ...copy, additionalProperties: false }
		: copy;
}

/** Leaves a schema open, and closes the schemas of its properties. */
function open(schema: Json): Json {
	if (schema.$ref) return open(resolved(schema));
	return Object.fromEntries(
		Object.entries<Json>(schema).map(([name, value]) => {
			if (name === "allOf") return [name, value.map(open)];
			if (name === "properties") return [name, mapValues(value, closed)];
			return [name, ["example", "examples", "default", "const", "enum"].includes(name) ? value : closed(value)];
		}),
	);
}

const mapValues = (object: Json, to: (value: Json) => Json) =>
	Object.fromEntries(Object.entries(object).map(([name, value]) => [name, to(value)]));

export const components = { schemas: mapValues(document.components.schemas, closed) };
const schemas = new Schemas(structuredClone(components));

const partsIn = (path: string) => path.split("/").length;
/** The paths of the document, by the number of their parts. */
const templates = Map.groupBy(
	Object.keys(document.paths).map((path) => ({
		path,
		pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
	})),
	({ path }) => partsIn(path),
);

/** Every header that the document describes. */
export const ownHeaders = Object.keys({
	...document.components.headers,
	...document["x-headers-of-every-answer"],
	...document["x-headers-of-every-change"],
});

const everywhere: Record<string, Json> = document["x-headers-of-every-answer"];
const atChanges = Object.keys(document["x-headers-of-every-change"]);

/** The answers that come before the service knows the ignored fields or the replay. */
const before: Record<string, number[]> = {
	"Service-Ignored-Fields": [401, 408, 415],
	"Idempotent-Replayed": [401, 408, 410, 412, 413, 415, 429, 500, 503],
};

/** The common headers of an answer. The endpoints of OAuth have only the request id. */
const commonIn = (path: string, method: string, status: number): string[] => {
	if (!path.startsWith("/v1/")) return ["X-Request-ID"];
	return [
		...Object.keys(everywhere),
		...(method === "GET" ? [] : atChanges.filter((name) => name !== "Service-Dry-Run-Events" || status < 300)),
	].filter((name) => !before[name]?.includes(status));
};

/** The headers of the answer that the errors of several statuses share, by the statuses that have them. */
const atStatus: Record<number, string[]> = {
	403: ["WWW-Authenticate"],
	429: ["Retry-After", "X-RateLimit-Scope"],
	503: ["Retry-After"],
};

const neededIn = (declared: Json, isShared: boolean, common: string[], status: number): string[] => [
	...(isShared && status !== 403 ? (atStatus[status] ?? []) : []),
	...Object.entries<Json>(declared.headers ?? {}).flatMap(([name, header]) =>
		resolved(header).required ? [name] : [],
	),
	...common.filter((name) => everywhere[name]?.required && !(status >= 500 && name.startsWith("RateLimit-"))),
];

/** Fails when the answer of a documented operation differs from the document. */
export function checkAgainstDocument(
	method: string,
	path: string,
	response: Pick<Response, "status" | "headers">,
	body: Json,
): void {
	const [asked = ""] = path.split("?");
	const template = templates.get(partsIn(asked))?.find(({ pattern }) => pattern.test(asked));
	const operation = template && document.paths[template.path][method.toLowerCase()];
	if (!operation) return;
	const at = `${method} ${template.path} → ${response.status}`;
	const { default: ofEvery, ...responses } = operation.responses;
	const shared = response.status >= 400 && ofEvery;
	const declared = resolved(
		responses[response.status] ?? responses[`${response.status}`.replace(/..$/, "XX")] ?? shared,
	);
	if (!declared) expect.fail(`${at} is not documented`);
	const common = commonIn(template.path, method, response.status);
	const isShared = declared === resolved(shared);
	const lacking = neededIn(declared, isShared, common, response.status).filter((name) => !response.headers.has(name));
	if (lacking.length > 0) expect.fail(`${at} lacks ${lacking}`);
	const isDeclared = (name: string) =>
		common.includes(name) ||
		(name in (declared.headers ?? {}) && !(isShared && !atStatus[response.status]?.includes(name)));
	const undeclared = ownHeaders.filter((name) => response.headers.has(name) && !isDeclared(name));
	if (undeclared.length > 0) expect.fail(`${at} sends ${undeclared}`);
	const contentType = response.headers.get("Content-Type") ?? "";
	if (!declared.content) {
		expect([contentType, body], at).toEqual(["", undefined]);
		return;
	}
	const content = declared.content[contentType.replace(/^(text\/\w+);.*/, "$1")];
	if (!content) expect.fail(`${at} sends ${contentType}`);
	if (contentType.startsWith("text/")) return;
	const { valid, errors } = schemas.validate(at, () => closed(content.schema), body);
	if (!valid) expect.fail(`${at}: ${JSON.stringify(errors.slice(-3))}\n${JSON.stringify(body)}`);
}
