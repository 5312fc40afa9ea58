import type { Code } from "../../../platform/problems/table.ts";
import { resolved, type Schema, type Schemas } from "./schema-list.ts";

export interface Parameter {
	$ref?: string;
	name: string;
	in: string;
	required?: boolean;
	description?: string;
	example?: unknown;
	schema?: Schema;
}

export type Content = Record<string, { schema: Schema; example?: unknown }>;

export interface Answer {
	$ref?: string;
	description: string;
	content?: Content;
}

export interface Body {
	$ref?: string;
	description?: string;
	required?: boolean;
	content?: Content;
}

export interface Operation {
	operationId: string;
	tags: string[];
	summary: string;
	description?: string;
	parameters?: Parameter[];
	requestBody?: Body;
	responses: Record<string, Answer>;
	security?: Record<string, string[]>[];
	"x-requests-per-minute"?: number;
}

export interface ApiDocument {
	servers: { url: string }[];
	tags: { name: string; description: string }[];
	"x-headers-of-every-request": Record<string, { description?: string; schema?: Schema }>;
	/** The parameters of a path belong to all of its operations. */
	paths: Record<string, Record<string, Operation> & { parameters?: Parameter[] }>;
	webhooks: Record<string, Record<string, Operation>>;
	components: {
		schemas: Schemas;
		parameters: Record<string, Parameter>;
		responses?: Record<string, Answer>;
		requestBodies?: Record<string, Body>;
	};
}

export interface PathOperation {
	method: string;
	path: string;
	operation: Operation;
}

export const componentOf = <T>(ref: string, all: Record<string, T> | undefined): T | undefined =>
	all?.[ref.split("/").at(-1) ?? ""];

/** Operations share the body of an upload. */
export const uploadOf = ({ components }: ApiDocument, { requestBody }: Operation): Body | undefined =>
	requestBody?.$ref === undefined ? undefined : componentOf(requestBody.$ref, components.requestBodies);

export const operationsIn = (document: ApiDocument): PathOperation[] =>
	Object.entries(document.paths).flatMap(([path, { parameters: ofPath = [], ...methods }]) =>
		Object.entries(methods).map(([method, operation]) => ({
			method: method.toUpperCase(),
			path,
			operation: {
				...operation,
				parameters: [...ofPath, ...(operation.parameters ?? []), ...(path.startsWith("/v1/") ? ofEvery(document) : [])],
			},
		})),
	);

const ofEvery = (document: ApiDocument): Parameter[] =>
	Object.entries(document["x-headers-of-every-request"]).map(([name, header]) => ({ ...header, name, in: "header" }));

export const schemaIn = (content: Content | undefined): Schema | undefined =>
	content && Object.values(content)[0]?.schema;

export const answerOf = ({ components }: ApiDocument, answer: Answer): Answer =>
	(answer.$ref && componentOf(answer.$ref, components.responses)) || answer;

export function errorsIn(
	{ components: { schemas } }: ApiDocument,
	{ content }: Answer,
): { status: string; code: Code }[] {
	const schema = content?.["application/problem+json"]?.schema;
	if (!schema) return [];
	return (schema.oneOf ?? [schema]).map((one) => {
		const { status, code } = resolved(one, schemas).properties ?? {};
		return { status: String(status?.const), code: code?.const as Code };
	});
}
