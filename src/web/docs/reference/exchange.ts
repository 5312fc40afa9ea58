import { schemaExample } from "../../../api/openapi/schema-example.ts";
import { type ApiDocument, componentOf, type Parameter, type PathOperation } from "../content/api-document.ts";
import kept from "../content/demo-answers.json" with { type: "json" };
import { inClient } from "../samples/in-client.ts";
import type { SampleRequest } from "../samples/request.ts";

/** A request to the demo studio and its answer, as `scripts/demo-answers.ts` keeps them. */
export interface KeptExchange {
	/** With its query. */
	path: string;
	body?: unknown;
	status: number;
	answer?: unknown;
	/** The types of the events that the change causes. */
	events?: string[];
}

export interface Exchange extends Pick<KeptExchange, "status" | "answer" | "events"> {
	request: SampleRequest;
	/** Whether the demo studio answered it. */
	isReal: boolean;
}

const keptOf = (operationId: string): KeptExchange | undefined => (kept as Record<string, KeptExchange>)[operationId];

/** The request and the answer that the page of an operation shows. */
export function exchangeOf(document: ApiDocument, described: PathOperation): Exchange {
	const real = keptOf(described.operation.operationId);
	const origin = document.servers[0]?.url ?? "";
	const { path, body, status, answer, events } = real ?? examplesOf(document, described);
	const { method, operation } = described;
	const request: SampleRequest = {
		method,
		address: origin + path,
		caller: callerOf(operation),
		body: bodyOf(described, body),
		inClient: inClient(method, path, body),
	};
	return { request, status, answer, ...(events ? { events } : {}), isReal: real !== undefined };
}

function callerOf({ security = [] }: PathOperation["operation"]): SampleRequest["caller"] {
	if (security.some((one) => "apiKey" in one)) return "key";
	return security.length > 0 && security.every((one) => "client" in one) ? "app" : "nobody";
}

function bodyOf({ operation: { requestBody } }: PathOperation, body: unknown): SampleRequest["body"] {
	if (requestBody?.$ref) return { picture: "image/jpeg" };
	if (!requestBody || body === undefined) return undefined;
	const isForm = Object.keys(requestBody.content ?? {})[0] === "application/x-www-form-urlencoded";
	return isForm ? { form: body as Record<string, string> } : { json: body };
}

/** The examples of the document, for operations that the demo studio cannot show. */
function examplesOf(document: ApiDocument, { path, operation }: PathOperation): KeptExchange {
	const { components } = document;
	const required = (operation.parameters ?? [])
		.flatMap((one): Parameter[] => [(one.$ref && componentOf(one.$ref, components.parameters)) || one])
		.filter((one) => one.required);
	const query = required.filter((one) => one.in === "query").map(({ name, example }) => [name, String(example)]);
	const search = query.length > 0 ? `?${new URLSearchParams(query)}` : "";
	const exampleOf = (name: string) => String(required.find((one) => one.name === name)?.example);
	const [status = "200", given] = Object.entries(operation.responses)[0] ?? [];
	const answer = given?.$ref ? componentOf(given.$ref, components.responses) : given;
	const [content] = Object.values(answer?.content ?? {});
	return {
		path: path.replace(/\{(\w+)\}/g, (_, name: string) => exampleOf(name)) + search,
		body: Object.values(operation.requestBody?.content ?? {})[0]?.example,
		status: Number(status),
		answer: content && (content.example ?? schemaExample(content.schema, components.schemas)),
	};
}
