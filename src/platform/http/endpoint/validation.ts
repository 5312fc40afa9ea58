import { zValidator } from "@hono/zod-validator";
import type { MiddlewareHandler } from "hono";
import * as z from "zod";
import { type IdKind, idPattern, idSyntax } from "../../lib/ids.ts";
import { type FieldError, maxErrors, type Problem, problem } from "../../problems/problem.ts";
import { issueWords } from "../fields/issue-words.ts";
import type { AppContext, AppEnv } from "../request/app-env.ts";
import { maxNamesShown } from "../request/headers/ignored-header.ts";
import type { Paging } from "./page.ts";

export type Target = "json" | "query" | "param";
const locations = { json: "body", query: "querystring", param: "params" } as const;

z.config({ customError: issueWords });

const fieldErrors = (target: Target, issues: readonly z.core.$ZodIssue[]): FieldError[] =>
	issues.slice(0, maxErrors).map((issue) => ({
		location: locations[target],
		...(issue.path.length > 0 ? { path: issue.path.map(String).join(".").slice(0, 200) } : {}),
		message: issue.message,
	}));

const describe = ({ location, path, message }: FieldError) => `${path ?? location}: ${message}`;

export function refusalFor(target: Target, issues: readonly z.core.$ZodIssue[]): Problem {
	const errors = fieldErrors(target, issues);
	const first = errors[0];
	const detail = first ? describe(first) : "The request is invalid.";
	return problem(target === "param" ? "invalid_id" : "validation_failed", detail, { errors });
}

export type Params = Record<string, IdKind>;
export type Ids<P> = { [name in keyof P]: string };

export const paramsSchemaOf = (params: Params = {}): z.ZodObject | null =>
	Object.keys(params).length === 0
		? null
		: z.object(
				Object.fromEntries(
					Object.entries(params).map(([name, kind]) => [
						name,
						z.string().regex(idPattern(kind), `must be ${idSyntax(kind)}`),
					]),
				),
			);

interface ReadSchemas {
	paramsSchema: z.ZodObject | null;
	querySchema: z.ZodObject;
}

/**
 * The validators of a read. `beforeRefusal` runs before a validator refuses, so that refusals which must come first do
 * (contract: Wire 29).
 */
export function validatorsOf(
	{ paramsSchema, querySchema }: ReadSchemas,
	beforeRefusal: (c: AppContext) => void | Promise<void>,
): MiddlewareHandler<AppEnv>[] {
	const validator = (target: "param" | "query", schema: z.ZodObject) =>
		zValidator(target, schema, async (result, c) => {
			if (result.success) return;
			await beforeRefusal(c as never);
			noteUnknownParameters(c as never, querySchema.shape);
			throw refusalFor(target, result.error.issues);
		}) as MiddlewareHandler<AppEnv>;
	return [
		...(paramsSchema ? [validator("param", paramsSchema)] : []),
		...(Object.keys(querySchema.shape).length > 0 ? [validator("query", querySchema)] : []),
	];
}

/** The platform takes no longer address, and neither does a request that the service makes itself (contract: Wire 37). */
const maxAddressLength = 16_384;

/** Refuses an address that is too long, before anything looks at its query. */
export function checkAddressLength({ req: { url } }: AppContext): void {
	if (url.length <= maxAddressLength) return;
	const message = `The address is longer than ${maxAddressLength} characters.`;
	throw problem("validation_failed", message, { errors: [{ location: "querystring", message }] });
}

/** The ids and the query that the validators of a read have accepted. Notes the parameters that it drops. */
export function acceptedInput<P extends Params, Q extends z.ZodObject>(
	c: AppContext,
	querySchema: z.ZodObject,
): { params: Ids<P>; query: z.output<Q> } {
	noteUnknownParameters(c, querySchema.shape);
	return { params: accepted(c, "param") as Ids<P>, query: acceptedQuery<Q>(c) };
}

/** The query alone. It may be read before the gate has admitted the request. */
export const acceptedQuery = <Q extends z.ZodObject>(c: AppContext): z.output<Q> => accepted(c, "query") as z.output<Q>;

export function acceptedList<P extends Params, Q extends z.ZodObject>(c: AppContext, querySchema: z.ZodObject) {
	const { params, query } = acceptedInput<P, Q>(c, querySchema);
	const { limit, cursor, ...filters } = query as Paging & z.output<Q>;
	return { params, query: filters as z.output<Q>, paging: { limit, cursor } };
}

const accepted = (c: AppContext, target: "param" | "query"): unknown => c.req.valid(target as never) ?? {};

/** The query parameters that the endpoint does not know are dropped, and the answer names them (contract: Wire 19). */
export const noteUnknownParameters = (c: AppContext, known: object): void =>
	c.set(
		"ignored",
		Object.keys(c.req.queries()).filter((name) => !Object.hasOwn(known, name)),
	);

export const namesUnknownTo = (schema: z.ZodObject, body: unknown): string[] =>
	isRecord(body) ? Object.keys(body).filter((name) => !Object.hasOwn(schema.shape, name)) : [];

/** No schema is deeper. A value that a schema keeps as it came can be deeper than the call stack allows. */
const maxDepth = 10;

/** The paths of the properties that validation dropped. Of those that no header can show, there are the names alone. */
export function droppedPaths(sent: unknown, kept: unknown): string[] {
	const paths: string[] = [];
	compare(sent, kept, "", 0);
	return paths;

	function compare(sent: unknown, kept: unknown, path: string, depth: number): void {
		if (depth > maxDepth) return;
		if (Array.isArray(sent) && Array.isArray(kept))
			for (const [i, item] of sent.entries()) compare(item, kept[i], `${path}${i}.`, depth + 1);
		else if (isRecord(sent) && isRecord(kept))
			for (const name of Object.keys(sent)) {
				if (Object.hasOwn(kept, name)) compare(sent[name], kept[name], `${path}${name}.`, depth + 1);
				else paths.push(paths.length < maxNamesShown ? path + name : name);
			}
	}
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);
