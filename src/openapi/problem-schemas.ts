import { z } from "zod";
import type { oas31 } from "zod-openapi";
import { type Code, problems } from "../problem-table/table.ts";

export const problemName = (code: Code): string =>
	`Problem${code
		.split("_")
		.map((word) => word[0]?.toUpperCase() + word.slice(1))
		.join("")}`;

/** One schema for each error code. */
export function problemSchemas(docsUrl: string, codes: Code[]): Record<string, oas31.SchemaObject> {
	return Object.fromEntries(codes.map((code) => [problemName(code), problemSchema(docsUrl, code)]));
}

function problemSchema(docsUrl: string, code: Code): oas31.SchemaObject {
	const definition = problems[code];
	const extra =
		"extra" in definition ? z.toJSONSchema(definition.extra, { io: "input" }) : { properties: {}, required: [] };
	return {
		type: "object",
		description: definition.meaning,
		properties: {
			type: { type: "string", const: `${docsUrl}/errors/${code}` },
			title: { type: "string", const: definition.title },
			status: { type: "integer", const: definition.status },
			detail: { type: "string", description: "What happened to this request." },
			code: { type: "string", const: code },
			instance: { type: "string", description: "The path of the request." },
			request_id: { type: "string" },
			...(extra.properties as Record<string, oas31.SchemaObject>),
		},
		required: ["type", "title", "status", "detail", "code", "instance", "request_id", ...(extra.required ?? [])],
	};
}
