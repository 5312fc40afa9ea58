import * as z from "zod";
import type { oas31, ZodOpenApiResponseObject } from "zod-openapi";
import { type Endpoint, isList } from "../../platform/http/endpoint/endpoint.ts";
import { describedAs } from "../../platform/http/endpoint/extended.ts";
import { recordExample } from "../examples/answers.ts";
import { endpoints } from "../v1.ts";
import { headersWith } from "./headers.ts";
import { pascal } from "./problem-schemas.ts";
import { ref } from "./ref.ts";
import { schemaExample } from "./schema-example.ts";

type Success = "created" | "begun" | "found" | "record" | "list" | "array";

const descriptions: Record<Success, string> = {
	created: "Created",
	begun: "Begun",
	found: "Found",
	record: "Done",
	list: "Done",
	array: "Done",
};

function successes(endpoint: Endpoint): Record<string, Success> {
	if (endpoint.kind === "read") return { 200: endpoint.shape };
	if (endpoint.createsIfMissing) return { 200: "found", 201: "created" };
	const { status, statusOfDryRun } = endpoint;
	return {
		...(statusOfDryRun && { [statusOfDryRun]: "record" }),
		[status]: status === 201 ? "created" : endpoint.sendsLocation ? "begun" : "record",
	};
}

const headerNames = (endpoint: Endpoint, success: Success): string[] => [
	...(endpoint.kind === "change" && endpoint.sendsLocation && (success === "created" || success === "begun")
		? ["Location"]
		: []),
	...(endpoint.hasEtag ? ["ETag"] : []),
	...(isList(endpoint) ? ["Link"] : []),
];

/** `LeadRecord`, `ClientList` */
const nameOf = (endpoint: Endpoint, success: Success) => `${endpoint.answer.meta()?.id}${pascal(success)}`;

/** A text that is equal for endpoints with the same answer. */
const answerKey = (endpoint: Endpoint, success: Success) =>
	[nameOf(endpoint, success), ...headerNames(endpoint, success)].join();

const allKeys = endpoints.flatMap((endpoint) =>
	Object.values(successes(endpoint)).map((success) => answerKey(endpoint, success)),
);
const sharedKeys = new Set(allKeys.filter((name, n) => allKeys.indexOf(name) !== n));

const responses = new Map<string, ZodOpenApiResponseObject>();

/** The answers of an operation that succeeds. Answers that several operations share stand among the components. */
export const successesOf = (endpoint: Endpoint): Record<string, ZodOpenApiResponseObject> =>
	Object.fromEntries(
		Object.entries(successes(endpoint)).map(([status, success]) => {
			const key = answerKey(endpoint, success);
			const answer = responses.get(key) ?? answerOf(endpoint, success);
			responses.set(key, answer);
			return [status, answer];
		}),
	);

const csvExample = "row,outcome,reason,client_id,email\r\n17,failed,email: must be an email address,,noor\r\n";

const answerOf = (endpoint: Endpoint, success: Success): ZodOpenApiResponseObject => ({
	...(sharedKeys.has(answerKey(endpoint, success)) ? { id: nameOf(endpoint, success) } : {}),
	description: descriptions[success],
	...headersWith(...headerNames(endpoint, success)),
	content: {
		"application/json": { schema: answerSchema(endpoint), ...exampleOfSeveral(endpoint) },
		...(endpoint.kind === "read" && endpoint.hasCsv
			? { "text/csv": { schema: { type: "string" as const }, example: csvExample } }
			: {}),
	},
});

/** The example of a list, with one record. Other answers have theirs at the schemas of their records. */
function exampleOfSeveral(endpoint: Endpoint): { example?: unknown } {
	if (endpoint.kind !== "read" || endpoint.shape === "record") return {};
	const data = [shortExample(endpoint)];
	return { example: endpoint.shape === "list" ? { object: "list", data, has_more: false, next_cursor: null } : data };
}

/** The example of a record, in which everything is null that may be. */
const shortExample = (endpoint: Endpoint) =>
	Object.fromEntries(
		Object.entries(recordExample(endpoint) as object).map(([name, value]) => [
			name,
			(endpoint.answer.shape[name] as z.ZodType | undefined)?.safeParse(null).success ? null : value,
		]),
	);

const list = z
	.object({
		object: z.literal("list"),
		data: z.array(z.unknown()),
		has_more: z.boolean(),
		next_cursor: z.string().nullable().meta({ description: "Null on the last page." }),
	})
	.meta({ id: "List", examples: [{ object: "list", data: [], has_more: false, next_cursor: null }] });

const nextAfterSequence = z
	.int()
	.optional()
	.meta({
		examples: [1042],
		description:
			"The `after_sequence` of the next request. Only the answer to a request with `after_sequence` has it, and then `next_cursor` is null.",
	});

function answerSchema(endpoint: Endpoint): z.ZodType {
	const answer = describedAs(endpoint.answer);
	if (endpoint.kind === "read" && endpoint.shape === "array") return z.array(answer);
	if (!isList(endpoint)) return answer;
	const feed = endpoint.kind === "read" && endpoint.feed ? { next_after_sequence: nextAfterSequence } : {};
	return z.intersection(list, z.object({ data: z.array(answer), ...feed }));
}

/** Each record has its example at its schema, so that all answers with it have it (contract: Documentation 9). */
export function addExamplesOfRecords({ components }: oas31.OpenAPIObject): void {
	const schemas = (components?.schemas ?? {}) as Record<string, oas31.SchemaObject>;
	const reads = endpoints.filter((endpoint) => endpoint.kind === "read" && endpoint.shape === "record");
	// The answers of some changes hold a record that another operation reads.
	for (const endpoint of [...reads, ...endpoints.filter(({ kind }) => kind === "change")]) {
		const schema = schemas[endpoint.answer.meta()?.id ?? ""];
		if (schema) schema.examples ??= [schemaExample(schema, schemas) ?? recordExample(endpoint)];
	}
}

/** A 304 has no body. */
const notModified: ZodOpenApiResponseObject = {
	description: "Not modified: the caller has this version",
	...headersWith("ETag"),
};

export const sharedAnswers = { NotModified: notModified };

export const notModifiedOf = (endpoint: Endpoint) =>
	(endpoint.kind === "read" && endpoint.hasEtag ? { "304": ref("responses", "NotModified") } : {}) as object;
