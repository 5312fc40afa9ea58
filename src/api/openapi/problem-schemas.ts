import * as z from "zod";
import type { oas31 } from "zod-openapi";
import { type Code, problems } from "../../platform/problems/table.ts";
import { problemExample } from "../examples/problems.ts";
import { ref } from "./ref.ts";
import { simplify } from "./simplify.ts";

/** `invalid_id` → `InvalidId` */
export const pascal = (name: string): string =>
	name
		.split("_")
		.map((word) => word[0]?.toUpperCase() + word.slice(1))
		.join("");

export const problemName = (code: Code): string => `Problem${pascal(code)}`;

const common: Record<string, oas31.SchemaObject> = {
	type: { type: "string", format: "uri", description: "The address of the page about this error, by its `code`." },
	title: { type: "string" },
	status: { type: "integer" },
	detail: { type: "string", description: "A sentence about what happened to this request." },
	code: { type: "string" },
	instance: { type: "string", description: "The path of the request." },
	request_id: { type: "string" },
};

export const problemSchemas = (docsUrl: string, codes: Code[]): Record<string, oas31.SchemaObject> => ({
	Problem: {
		type: "object",
		description: "An RFC 9457 problem document. `code` says what happened.",
		properties: common,
		required: Object.keys(common),
	},
	...Object.fromEntries(codes.map((code) => [problemName(code), problemSchema(docsUrl, code)])),
});

/** The page of the error has the rest. */
const firstSentence = (text: string): string => text.split(/(?<=[.:]) (?=[A-Z`])/)[0] ?? text;

function problemSchema(docsUrl: string, code: Code): oas31.SchemaObject {
	const definition = problems[code];
	const extra =
		"extra" in definition
			? z.toJSONSchema(definition.extra, {
					io: "input",
					override: ({ jsonSchema }) => simplify(jsonSchema as oas31.SchemaObject),
				})
			: { properties: {}, required: [] };
	return {
		description: firstSentence(definition.meaning),
		examples: [problemExample(docsUrl, code)],
		allOf: [
			ref("schemas", "Problem"),
			{
				type: "object",
				properties: {
					status: { const: definition.status },
					code: { const: code },
					...(extra.properties as Record<string, oas31.SchemaObject>),
				},
				...(extra.required?.length ? { required: extra.required } : {}),
			},
		],
	};
}
