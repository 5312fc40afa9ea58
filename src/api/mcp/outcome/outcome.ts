import { truncatedProblemBody } from "../../../platform/http/request/problem-body.ts";
import { Problem, problem } from "../../../platform/problems/problem.ts";
import type { Code } from "../../../platform/problems/table.ts";
import { isObject, type Json } from "../protocol/messages.ts";
import { currentMembers } from "../protocol/methods.ts";
import { unknownOperation } from "../tools/operations.ts";
import { whatToDo } from "./what-to-do.ts";
import { markedWords, warning } from "./words-of-others.ts";

export interface Outcome {
	/** The structured content, as JSON. It is an object. */
	text: string;
	isError: boolean;
	/** It has records of the studio, in which people outside the studio may have written. */
	hasRecords: boolean;
	facts: Json;
	/** Texts that follow the answer in `content`. */
	notes?: string[];
}

export const outcomeOf = (content: Json, given: Partial<Outcome> = {}): Outcome => ({
	text: JSON.stringify(content),
	isError: false,
	hasRecords: false,
	facts: {},
	...given,
});

/** A refusal tells a model what it may do next. It is as short as a problem of /v1 (contract: Errors 16). */
export const refusal = ({ code, message, status, extra }: Problem, what_to_do = whatToDo(code)): Outcome =>
	outcomeOf({ ...truncatedProblemBody({ code, status, detail: message, ...extra }), what_to_do }, { isError: true });

/** The refusals that concern the caller and not the call. A client of the protocol signs in again, or waits. */
const ofTheCaller = new Set<string>(["feature_not_available", "ip_not_allowed", "app_suspended"] satisfies Code[]);

/** Thrown instead of an outcome: the caller itself is refused, as under /v1. */
export class CallerRefused extends Error {
	readonly response: Response;

	constructor(response: Response) {
		super("The caller is refused.");
		this.response = response;
	}
}

/** The answer to a request of /v1, for the tool that sent it. */
export async function outcomeOfAnswer(response: Response, operationId: string): Promise<Outcome> {
	const { status } = response;
	const body = await response.text();
	const facts = factsOf(response);
	if (status < 300)
		return { text: body.startsWith("{") ? body : `{"data":${body}}`, isError: false, hasRecords: true, facts };
	const said: unknown = JSON.parse(body);
	const { type: _, title: __, instance: ___, ...refused } = isObject(said) ? said : {};
	const code = String(refused.code);
	if (status === 401 || status === 429 || ofTheCaller.has(code)) throw new CallerRefused(new Response(body, response));
	if (code === "insufficient_scope") return refusal(unknownOperation(operationId));
	return outcomeOf({ ...refused, what_to_do: whatToDo(code) }, { isError: true, facts });
}

function factsOf({ headers }: Response): Json {
	const [etag, ignored] = [headers.get("ETag"), headers.get("Service-Ignored-Fields")];
	return {
		...(etag ? { etag } : {}),
		...(ignored ? { ignored_fields: ignored.split(",") } : {}),
		...(headers.has("Idempotent-Replayed") ? { replayed: true } : {}),
	};
}

const factsKey = "tattoo-studio/facts";
const wordsKey = "tattoo-studio/words_of_others";

/**
 * The members of a result in which a tool's outcome is told. The same text stands in it twice, as the protocol wishes: in
 * the first the words of others are marked.
 */
export function membersOf({ text, isError, hasRecords, facts, notes = [] }: Outcome, isCurrent: boolean): string {
	const { content: marked, fields } = hasRecords ? markedWords(JSON.parse(text)) : { content: null, fields: [] };
	const warned = fields.length > 0;
	const meta = {
		...(isCurrent ? currentMembers._meta : {}),
		...(warned ? { [wordsKey]: fields } : {}),
		...(Object.keys(facts).length > 0 ? { [factsKey]: facts } : {}),
	};
	const content = [
		...(warned ? [{ type: "text", text: warning }] : []),
		...(facts.etag ? [{ type: "text", text: `This is version ${facts.etag} of the record, for if_match.` }] : []),
		...(facts.ignored_fields
			? [{ type: "text", text: `The service ignored these fields, which it does not know: ${facts.ignored_fields}.` }]
			: []),
		{ type: "text", text: warned ? JSON.stringify(marked) : text },
		...notes.map((text) => ({ type: "text", text })),
	];
	return [
		...(isCurrent ? [`"resultType":${JSON.stringify(currentMembers.resultType)}`] : []),
		...(Object.keys(meta).length > 0 ? [`"_meta":${JSON.stringify(meta)}`] : []),
		`"content":${JSON.stringify(content)}`,
		`"structuredContent":${text}`,
		...(isError ? ['"isError":true'] : []),
	].join(",");
}

/** The gate has refused the caller, and counted it. No refusal of the call follows. */
export class RefusedCaller extends Error {
	readonly problem: Problem;

	constructor(problem: Problem) {
		super(problem.message);
		this.problem = problem;
	}
}

/** Marks a refusal by the gate, to tell it from those of the call. */
export async function asCaller<T>(admission: Promise<T>): Promise<T> {
	try {
		return await admission;
	} catch (error) {
		throw error instanceof Problem ? new RefusedCaller(error) : error;
	}
}

export const expired = (): Problem =>
	problem("precondition_failed", "The preview is older than ten minutes. Preview the change again.");

export const changedSince = (): Problem =>
	problem(
		"precondition_failed",
		"A record that the change names has changed since the preview. Read it again, and preview the change again.",
	);
