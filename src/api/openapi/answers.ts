import { z } from "zod";
import type { ZodOpenApiResponseObject } from "zod-openapi";
import { type Endpoint, isList } from "../../platform/http/endpoint/endpoint.ts";
import { describedAs } from "../../platform/http/endpoint/extended.ts";
import { answerExample } from "../examples/answers.ts";
import { endpoints } from "../v1.ts";
import { headersWith } from "./headers.ts";
import { pascal } from "./problem-schemas.ts";
import { ref } from "./ref.ts";

type Success = "created" | "found" | "changed" | "record" | "list" | "array";

const descriptions: Record<Success, string> = {
	created: "Created",
	found: "Found",
	changed: "Done",
	record: "Done",
	list: "Done",
	array: "Done",
};

/** The kinds of success of an endpoint, by status. */
function successes(endpoint: Endpoint): Record<string, Success> {
	if (endpoint.kind === "read") return { 200: endpoint.shape };
	if (endpoint.createsIfMissing) return { 200: "found", 201: "created" };
	return endpoint.status === 201 ? { 201: "created" } : { 200: "changed" };
}

const headerNames = (endpoint: Endpoint, success: Success): string[] => [
	...(endpoint.kind === "change" && endpoint.sendsLocation && success === "created" ? ["Location"] : []),
	...(endpoint.hasEtag ? ["ETag"] : []),
	...(isList(endpoint) ? ["Link"] : []),
];

/** `LeadChanged`, `ClientList` */
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

const answerOf = (endpoint: Endpoint, success: Success): ZodOpenApiResponseObject => ({
	...(sharedKeys.has(answerKey(endpoint, success)) ? { id: nameOf(endpoint, success) } : {}),
	description: descriptions[success],
	...headersWith(...headerNames(endpoint, success)),
	content: { "application/json": { schema: answerSchema(endpoint), ...exampleOf(endpoint, success) } },
});

/** The distinct answers that show a record as it is, so that they have the same example. */
const answersShowing = (id: string | undefined) =>
	new Set(allKeys.filter((name) => recordKinds.some((kind) => name.startsWith(`${id}${pascal(kind)},`))));

const recordKinds: Success[] = ["record", "created", "found", "changed"];

const examples = new Map<string, { id: string; value: unknown }>();

/** An example that several answers share stands among the components. */
function exampleOf(endpoint: Endpoint, success: Success) {
	const id = endpoint.answer.meta()?.id;
	const value = answerExample(endpoint);
	if (!id || !recordKinds.includes(success) || answersShowing(id).size < 2) return { example: value };
	const shared = examples.get(id) ?? { id, value };
	examples.set(id, shared);
	return { examples: { example: shared } };
}

const list = z
	.object({
		object: z.literal("list"),
		has_more: z.boolean(),
		next_cursor: z.string().nullable().meta({ description: "Null on the last page." }),
	})
	.meta({ id: "List" });

const nextAfterSequence = z.int().optional().meta({
	description:
		"Where to go on: the next `after_sequence`. Only the answer to a request with `after_sequence` has it, and then `next_cursor` is null.",
});

function answerSchema(endpoint: Endpoint): z.ZodType {
	const answer = describedAs(endpoint.answer);
	if (endpoint.kind === "read" && endpoint.shape === "array") return z.array(answer);
	if (!isList(endpoint)) return answer;
	const feed = endpoint.kind === "read" && endpoint.feed ? { next_after_sequence: nextAfterSequence } : {};
	return z.intersection(list, z.object({ data: z.array(answer), ...feed }));
}

/** A 304 has no body. */
const notModified: ZodOpenApiResponseObject = {
	description: "Not modified: the caller has this version",
	...headersWith("ETag"),
};

export const sharedAnswers = { NotModified: notModified };

export const notModifiedOf = (endpoint: Endpoint) =>
	(endpoint.kind === "read" && endpoint.hasEtag ? { "304": ref("responses", "NotModified") } : {}) as object;
