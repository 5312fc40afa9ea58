import type { Endpoint } from "../../platform/http/endpoint/endpoint.ts";
import { clientMethod } from "./client-method.ts";
import { type Example, exampleFor } from "./example-for.ts";

/** `{"first_name":"Noor"}` → `{ first_name: "Noor" }` */
const literal = (value: unknown): string =>
	JSON.stringify(value, null, " ")
		.replace(/\[\n */g, "[")
		.replace(/\n *\]/g, "]")
		.replace(/\n */g, " ")
		.replace(/"(\w+)": /g, "$1: ");

/** A request, by default the example, as a call of the typed client (contract: Documentation 11). */
export function clientCall(
	endpoint: Endpoint,
	{ body, ids, query }: Pick<Example, "body" | "ids" | "query"> = exampleFor(endpoint),
): string {
	const { group, method } = clientMethod(endpoint);
	const text = endpoint.kind === "change" && endpoint.takesFile === "rows";
	const given = [(text ? undefined : body) ?? (Object.keys(query).length > 0 ? query : undefined)].filter(
		(value) => value !== undefined,
	);
	const file =
		endpoint.kind === "change" && endpoint.takesFile
			? [endpoint.takesFile === "rows" ? "file" : endpoint.takesFile]
			: [];
	const parts = [...ids.map(literal), ...file, ...given.map(literal)];
	const call = `studio.${group}.${method}(${parts.join(", ")})`;
	return endpoint.kind === "read" && endpoint.shape === "list"
		? `for await (const record of ${call}) console.log(record)`
		: `await ${call}`;
}
