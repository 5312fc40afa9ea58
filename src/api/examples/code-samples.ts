import type { Endpoint } from "../../platform/http/endpoint/endpoint.ts";
import { clientMethod } from "./client-method.ts";
import { exampleFor } from "./example-for.ts";

interface CodeSample {
	lang: string;
	source: string;
}

/** `{"first_name":"Noor"}` → `{ first_name: "Noor" }` */
const literal = (value: unknown): string =>
	JSON.stringify(value, null, " ")
		.replace(/\[\n */g, "[")
		.replace(/\n *\]/g, "]")
		.replace(/\n */g, " ")
		.replace(/"(\w+)": /g, "$1: ");

function typescript(endpoint: Endpoint, query: Record<string, string>, body: unknown, ids: string[]): string {
	const { group, method } = clientMethod(endpoint);
	const given = [body ?? (Object.keys(query).length > 0 ? query : undefined)].filter((value) => value !== undefined);
	const call = `studio.${group}.${method}(${[...ids, ...given].map(literal).join(", ")})`;
	return endpoint.kind === "read" && endpoint.shape === "list"
		? `for await (const record of ${call}) console.log(record)`
		: `await ${call}`;
}

function curl(endpoint: Endpoint, address: string, body: unknown): string {
	const method = endpoint.method === "GET" || (endpoint.method === "POST" && body) ? "" : ` -X ${endpoint.method}`;
	const json = body ? ` --json '${JSON.stringify(body).replaceAll("'", "'\\''")}'` : "";
	const quoted = address.includes("?") ? `"${address}"` : address;
	return `curl${method} ${quoted} -H "Authorization: Bearer $TATTOO_STUDIO_API_KEY"${json}`;
}

/** The example request as curl and as a call of the typed client (contract: Documentation 11). */
export function codeSamplesFor(endpoint: Endpoint, origin: string): CodeSample[] {
	const { path, body, ids, query } = exampleFor(endpoint);
	return [
		{ lang: "Shell", source: curl(endpoint, `${origin}${path}`, body) },
		{ lang: "TypeScript", source: typescript(endpoint, query, body, ids) },
	];
}
