import * as z from "zod";
import type { oas31 } from "zod-openapi";
import { uploadQuery } from "../../domain/pictures/schema.ts";
import { type Endpoint, isList } from "../../platform/http/endpoint/endpoint.ts";
import { listQuery } from "../../platform/http/endpoint/page.ts";
import { createdQuery, id, syncQuery } from "../../platform/http/fields/fields.ts";
import { exampleIdOf, queryExample } from "../examples/requests.ts";
import { headerParameters } from "./headers.ts";
import { ref } from "./ref.ts";

/** The query parameters that many endpoints share, by the name that all of them use. */
const sharedQuery: Record<string, z.ZodType> = {
	...listQuery.shape,
	...syncQuery,
	...createdQuery,
	...uploadQuery.shape,
};

/** The parameters that requests share, for the components. Those of a path have the names that the paths use. */
export function sharedParameters(endpoints: readonly Endpoint[]): Record<string, oas31.ParameterObject | z.ZodType> {
	const inPaths = endpoints.flatMap(({ params }) =>
		Object.entries(params).map(
			([name, kind]) => [name, id(kind).meta({ param: { name, in: "path", example: exampleIdOf(kind) } })] as const,
		),
	);
	const inQueries = Object.entries(sharedQuery).map(
		([name, schema]) =>
			[name, schema.meta({ param: { name, in: "query", example: queryExample("", name, schema) } })] as const,
	);
	return { ...headerParameters, ...Object.fromEntries(inPaths), ...Object.fromEntries(inQueries) };
}

const isShared = ([name, schema]: [string, unknown]) => sharedQuery[name] === schema;

export const parametersOfPath = ({ params }: Endpoint): { parameters?: never } => {
	const names = Object.keys(params);
	return names.length > 0 ? { parameters: names.map((name) => ref("parameters", name)) as never } : {};
};

/** The parameters of one operation, besides those of its path. */
export function parametersOf(endpoint: Endpoint) {
	const query = Object.entries<z.ZodType>({ ...(isList(endpoint) ? listQuery.shape : {}), ...endpoint.query?.shape });
	const own = Object.fromEntries(
		query
			.filter((entry) => !isShared(entry))
			.map(([name, schema]) => [name, schema.meta({ param: { example: queryExample(endpoint.id, name, schema) } })]),
	);
	const names = [
		...query.filter(isShared).map(([name]) => name),
		...(endpoint.kind === "change" ? ["Key"] : []),
		...(endpoint.kind === "change" && endpoint.changedRecord ? ["IfMatch"] : []),
		...(endpoint.kind === "read" && endpoint.hasEtag ? ["IfNoneMatch"] : []),
		...(endpoint.kind === "change" ? ["DryRun"] : []),
	];
	return {
		requestParams: Object.keys(own).length > 0 ? { query: z.object(own) } : {},
		...(names.length > 0 ? { parameters: names.map((name) => ref("parameters", name)) as never } : {}),
	};
}
