import type { ApiCtx } from "../../../platform/context.ts";
import type { ReadEndpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { fieldProblems } from "../../../platform/problems/problem.ts";
import type { ApiCalls } from "../api-calls.ts";
import { type Outcome, outcomeOfAnswer } from "../outcome/outcome.ts";
import { isObject, type Json } from "../protocol/messages.ts";
import { credentialNames } from "../summary/credential-names.ts";
import { undoWords } from "../undo/undo-words.ts";
import { addressOf, operationOfKind } from "./operations.ts";
import type { ArgumentsOf } from "./tools.ts";

export async function read(
	api: ApiCalls,
	{ operation_id, path, query, fields }: ArgumentsOf<"read">,
): Promise<Outcome> {
	const endpoint = operationOfKind("read", operation_id);
	if (fields) checkFields(endpoint, fields);
	let caller: ApiCtx | undefined;
	const response = await api.call({
		endpoint,
		address: addressOf(endpoint, path, query),
		internal: {
			onCaller: (given) => {
				caller = given;
			},
		},
	});
	const outcome = await outcomeOfAnswer(response, endpoint.id);
	if (outcome.isError || !caller) return outcome;
	const text = fields ? onlyFields(outcome.text, endpoint, fields) : outcome.text;
	return { ...outcome, text, notes: await notesOn(caller, endpoint, { whole: outcome.text, shown: text }) };
}

/** The answers with ids of credentials. */
const namesCredentials = /"(?:key|oap)_/;

/** Texts beside the answer: the names of credentials, and how the change of an audit entry is undone. */
async function notesOn(
	caller: ApiCtx,
	{ id }: ReadEndpoint,
	{ whole, shown }: { whole: string; shown: string },
): Promise<string[]> {
	const names = namesCredentials.test(shown) ? await credentialNames(caller, JSON.parse(shown)) : undefined;
	return [
		...(names === undefined ? [] : [names]),
		...(id === "getAuditEntry" ? undoWords(JSON.parse(whole), caller.credential.scopes) : []),
	];
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
