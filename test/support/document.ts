import { exports } from "cloudflare:workers";
import { expect } from "vitest";
import { Schemas } from "./schemas.ts";

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is read by path
type Json = any;

const response = await exports.default.fetch(new Request("https://api.test/openapi.json"));
export const document: Json = await response.json();

/** Published schemas allow further fields. For the tests each field of an answer must be declared. */
function closed(schema: Json): Json {
	if (Array.isArray(schema)) return schema.map(closed);
	if (typeof schema !== "object" || schema === null) return schema;
	const copy = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
	return "properties" in schema && !("additionalProperties" in schema)
		? { ...copy, additionalProperties: false }
		: copy;
}

const schemas = new Schemas({ schemas: closed(document.components.schemas) });

const templates = Object.keys(document.paths).map((path) => ({
	path,
	pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
}));

const ownHeaders = Object.keys(document.components.headers);

/** Fails when the answer of a documented operation differs from the document. */
export function checkAgainstDocument(method: string, path: string, response: Response, body: Json): void {
	const template = templates.find(({ pattern }) => pattern.test(path.split("?")[0] ?? ""));
	const operation = template && document.paths[template.path][method.toLowerCase()];
	if (!operation) return;
	const at = `${method} ${template.path} → ${response.status}`;
	const declared = operation.responses[response.status];
	expect(declared, `${at} is not documented`).toBeDefined();
	for (const [name, header] of Object.entries<Json>(declared.headers)) {
		const { required } = header.$ref ? document.components.headers[header.$ref.split("/").at(-1)] : header;
		if (required) expect(response.headers.has(name), `${at} lacks ${name}`).toBe(true);
	}
	for (const name of ownHeaders) {
		if (response.headers.has(name)) expect(Object.keys(declared.headers), `${at} sends ${name}`).toContain(name);
	}
	const contentType = response.headers.get("Content-Type") ?? "";
	if (!declared.content) {
		expect([contentType, body], at).toEqual(["", undefined]);
		return;
	}
	const content = declared.content[contentType];
	expect(content, `${at} sends ${contentType}`).toBeDefined();
	const { valid, errors } = schemas.validate(at, () => closed(content.schema), body);
	expect(valid, `${at}: ${JSON.stringify(errors.slice(-3))}\n${JSON.stringify(body)}`).toBe(true);
}
