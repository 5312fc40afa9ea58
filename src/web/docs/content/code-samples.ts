import { type ApiDocument, componentOf, type Parameter, type PathOperation } from "./api-document.ts";

/** How to call an operation: with curl, and with the typed client where it has a method (contract: Documentation 11). */
export function codeSamplesFor(document: ApiDocument, described: PathOperation): string {
	const inClient = described.operation["x-codeSamples"];
	const samples = inClient
		? [{ lang: "Shell", source: apiCurl(document, described) }, ...inClient]
		: [{ lang: "sh", source: oauthCurl(document, described) }];
	const fences = samples.map(({ lang, source }) => `\`\`\`${lang.toLowerCase()}\n${source}\n\`\`\``);
	return `## Example\n\n${fences.join("\n\n")}`;
}

const bodyExampleOf = ({ requestBody }: PathOperation["operation"]): unknown =>
	Object.values(requestBody?.content ?? {})[0]?.example;

/** A request to an operation of `/v1`, made of the examples of its parameters and its body. */
function apiCurl({ servers, components }: ApiDocument, { method, path, operation }: PathOperation): string {
	const all = (operation.parameters ?? []).flatMap((one): Parameter[] => [
		(one.$ref && componentOf(one.$ref, components.parameters)) || one,
	]);
	const required = all.filter((one) => one.required);
	const idOf = (name: string) => required.find((one) => one.in === "path" && one.name === name)?.example;
	const query = required.filter((one) => one.in === "query").map(({ name, example }) => [name, String(example)]);
	const search = query.length > 0 ? `?${new URLSearchParams(query)}` : "";
	const address = `${servers[0]?.url ?? ""}${path.replace(/\{(\w+)\}/g, (_, name: string) => String(idOf(name)))}${search}`;
	const body = bodyExampleOf(operation);
	const picture = operation.requestBody?.$ref ? ` -H "Content-Type: image/jpeg" --data-binary @picture.jpg` : "";
	const how = method === "GET" || (method === "POST" && (body || picture)) ? "" : ` -X ${method}`;
	const json = body ? ` --json '${JSON.stringify(body).replaceAll("'", "'\\''")}'` : "";
	return `curl${how} ${search ? `"${address}"` : address} -H "Authorization: Bearer $TATTOO_STUDIO_API_KEY"${json}${picture}`;
}

function oauthCurl({ servers }: ApiDocument, { method, path, operation }: PathOperation): string {
	const body = bodyExampleOf(operation);
	return [
		`curl ${method === "GET" ? "" : `-X ${method} `}${servers[0]?.url ?? ""}${path}`,
		'-H "Authorization: Bearer $TATTOO_STUDIO_API_KEY"',
		...(method === "GET" ? [] : ['-H "Idempotency-Key: $(uuidgen)"']),
		...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body)}'`]),
	].join(" \\\n  ");
}
