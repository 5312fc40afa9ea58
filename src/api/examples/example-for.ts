import type { Endpoint } from "../../platform/http/endpoint/endpoint.ts";
import { bodyExample, pathExamples, queryExamples } from "./requests.ts";

export interface Example {
	/** The path with ids in it, and the query that the endpoint demands. */
	path: string;
	ids: string[];
	query: Record<string, string>;
	body: unknown;
}

export function exampleFor(endpoint: Endpoint): Example {
	const ids = pathExamples(endpoint);
	const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? "");
	const query = queryExamples(endpoint);
	const search = new URLSearchParams(query).toString();
	return {
		path: search ? `${path}?${search}` : path,
		ids: Object.values(ids),
		query,
		body: bodyExample(endpoint),
	};
}
