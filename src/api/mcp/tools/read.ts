import type { ReadEndpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { fieldProblems } from "../../../platform/problems/problem.ts";
import type { ApiCalls } from "../api-calls.ts";
import { type Outcome, outcomeOfAnswer } from "../outcome/outcome.ts";
import { isObject, type Json } from "../protocol/messages.ts";
import { addressOf, operationOfKind } from "./operations.ts";
import type { ArgumentsOf } from "./tools.ts";

export async function read(
	api: ApiCalls,
	{ operation_id, path, query, fields }: ArgumentsOf<"read">,
): Promise<Outcome> {
	const endpoint = operationOfKind("read", operation_id);
	if (fields) checkFields(endpoint, fields);
	const response = await api.call({ endpoint, address: addressOf(endpoint, path, query) });
	const outcome = await outcomeOfAnswer(response, endpoint.id);
	return fields && !outcome.isError ? { ...outcome, text: onlyFields(outcome.text, endpoint, fields) } : outcome;
}

/** Those that every record has. */
const always = ["object", "id"];

function checkFields({ id, answer }: ReadEndpoint, fields: readonly string[]): void {
	const known = Object.keys(answer.shape);
	const unknown = fields.filter((name) => !known.includes(name) && !always.includes(name));
	if (unknown.length === 0) return;
	const message = `${unknown.slice(0, 10).join(", ")}: a record of ${id} has ${known.join(", ")}`;
	throw fieldProblems([{ location: "body", path: "fields", message }]);
}

function onlyFields(text: string, { shape }: ReadEndpoint, fields: readonly string[]): string {
	const names = new Set([...always, ...fields]);
	const only = (record: unknown): unknown =>
		isObject(record) ? Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name))) : record;
	const answer: Json = JSON.parse(text);
	if (shape === "record") return JSON.stringify(only(answer));
	return JSON.stringify({ ...answer, ...(Array.isArray(answer.data) ? { data: answer.data.map(only) } : {}) });
}
