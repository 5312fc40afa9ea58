import { schemaExample } from "../../../api/openapi/schema-example.ts";
import { type ApiDocument, componentOf, type Parameter, type PathOperation } from "../content/api-document.ts";
import { inClient } from "../samples/in-client.ts";
import type { SampleRequest } from "../samples/request.ts";

/** The examples of the API document. */
export interface Exchange {
	request: SampleRequest;
	status: number;
	answer?: unknown;
}

export function exchangeOf(document: ApiDocument, described: PathOperation): Exchange {
	const origin = document.servers[0]?.url ?? "";
	const { path, body, status, answer } = examplesOf(document, described);
	const { method, operation } = described;
	const request: SampleRequest = {
		method,
		address: origin + path,
		caller: callerOf(operation),
		body: bodyOf(described, body),
		inClient: inClient(method, path, body),
	};
	return { request, status, answer: atOrigin(withValues(answer, body), origin) };
}

/** A record has the values that the request gives it. Its times are those of the example, because they are in UTC. */
function withValues(answer: unknown, body: unknown): unknown {
	if (typeof answer !== "object" || answer === null || Array.isArray(answer)) return answer;
	const given = Object.entries(body ?? {}).filter(
		([name, value]) => name in answer && typeof value !== "object" && !name.endsWith("_at"),
	);
	return { ...answer, ...Object.fromEntries(given) };
}

/** A picture has its address at the service that sends the page. */
const atOrigin = (answer: unknown, origin: string): unknown =>
	answer && JSON.parse(JSON.stringify(answer).replaceAll("https://api.example.com/", `${origin}/`));

function callerOf({ security = [] }: PathOperation["operation"]): SampleRequest["caller"] {
	if (security.some((one) => "apiKey" in one)) return "key";
	return security.length > 0 && security.every((one) => "client" in one) ? "app" : "nobody";
}

function bodyOf({ operation: { requestBody } }: PathOperation, body: unknown): SampleRequest["body"] {
	if (requestBody?.$ref) return { picture: "image/jpeg" };
	if (requestBody?.content?.["text/csv"]) return { picture: "text/csv" };
	if (!requestBody || body === undefined) return undefined;
	const isForm = Object.keys(requestBody.content ?? {})[0] === "application/x-www-form-urlencoded";
	return isForm ? { form: body as Record<string, string> } : { json: body };
}

/** The path has its query. */
function examplesOf(document: ApiDocument, { path, operation }: PathOperation) {
	const { components } = document;
	const required = (operation.parameters ?? [])
		.flatMap((one): Parameter[] => [(one.$ref && componentOf(one.$ref, components.parameters)) || one])
		.filter((one) => one.required);
	const query = required.filter((one) => one.in === "query").map(({ name, example }) => [name, String(example)]);
	const search = query.length > 0 ? `?${new URLSearchParams(query)}` : "";
	const exampleOf = (name: string) => String(required.find((one) => one.name === name)?.example);
	// The lower ones are for dry runs, and for records that exist already.
	const [status = "200", given] =
		Object.entries(operation.responses).findLast(([status]) => status.startsWith("2")) ?? [];
	const answer = given?.$ref ? componentOf(given.$ref, components.responses) : given;
	const [content] = Object.values(answer?.content ?? {});
	return {
		path: path.replace(/\{(\w+)\}/g, (_, name: string) => exampleOf(name)) + search,
		body: Object.values(operation.requestBody?.content ?? {})[0]?.example,
		status: Number(status),
		answer: content && (content.example ?? schemaExample(content.schema, components.schemas)),
	};
}
