import { zValidator } from "@hono/zod-validator";
import type { MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import { type IdKind, idForm, idPattern } from "../../lib/ids.ts";
import { type FieldError, problem } from "../../problems/problem.ts";
import type { AppContext, AppEnv } from "../request/app-env.ts";
import { listQuery, type Paging } from "./page.ts";

type Target = "json" | "query" | "param";
const locations = { json: "body", query: "querystring", param: "params" } as const;

type Validator = MiddlewareHandler<AppEnv>;

z.config({
	customError: (issue) => {
		if (issue.code === "invalid_type" && issue.input === undefined) return "is required";
		if (issue.code === "invalid_type" && Array.isArray(issue.input) && issue.expected === "string")
			return "must be given once, as a string";
		return undefined;
	},
});

/** More help nobody, and an answer with all faults of a large body would be too large to store (contract: Errors 5). */
const maxErrors = 100;

const fieldErrors = (target: Target, issues: readonly z.core.$ZodIssue[]): FieldError[] =>
	issues.slice(0, maxErrors).map((issue) => ({
		location: locations[target],
		...(issue.path.length > 0 ? { path: issue.path.map(String).join(".").slice(0, 200) } : {}),
		message: issue.message,
	}));

const describe = ({ location, path, message }: FieldError) => `${path ?? location}: ${message}`;

function validator(target: Target, schema: z.ZodType): Validator {
	return zValidator(target, schema, (result) => {
		if (result.success) return;
		const errors = fieldErrors(target, result.error.issues);
		const first = errors[0];
		const detail = first ? describe(first) : "The request is invalid.";
		throw problem(target === "param" ? "invalid_id" : "validation_failed", detail, { errors });
	}) as Validator;
}

export type Params = Record<string, IdKind>;
export type Ids<P> = { [name in keyof P]: string };

interface RequestSchemas<P extends Params, Q extends z.ZodObject, B extends z.ZodObject> {
	params: P | undefined;
	query: Q;
	body?: B | undefined;
	/** The request may have `cursor` and `limit`. */
	list?: boolean;
}

/** A request that has passed validation. */
interface ValidRequest<P extends Params, Q extends z.ZodObject, B extends z.ZodObject> {
	params: Ids<P>;
	query: z.output<Q>;
	body: z.output<B>;
	/** The `cursor` and the `limit` of a list. */
	paging: Paging;
}

/** Makes the validation of an endpoint's requests from its declaration. */
export function validatorOf<P extends Params, Q extends z.ZodObject, B extends z.ZodObject>(
	schemas: RequestSchemas<P, Q, B>,
): (c: AppContext) => Promise<ValidRequest<P, Q, B>> {
	const params = z.object(
		Object.fromEntries(
			Object.entries(schemas.params ?? {}).map(([name, kind]) => [
				name,
				z.string().regex(idPattern(kind), `must be ${idForm(kind)}`),
			]),
		),
	);
	const paging = schemas.list ? listQuery : z.object({});
	const known = { ...paging.shape, ...schemas.query.shape };
	const validateParams = validator("param", params);
	const validateQuery = validator("query", z.object(known));
	const validateBody = schemas.body && validator("json", schemas.body);
	return async (c) => {
		const unknown = Object.keys(c.req.queries()).filter((name) => !Object.hasOwn(known, name));
		c.set("ignored", unknown);
		await run(validateParams, c);
		await run(validateQuery, c);
		if (schemas.body && validateBody) {
			// The names are noted before the validator may refuse: a misspelt name is often why a field is missing.
			c.set("ignored", [...unknown, ...(await unknownNames(c, schemas.body))]);
			await run(validateBody, c);
			c.set("ignored", [...unknown, ...droppedPaths(await c.req.json(), valid(c, "json"))]);
		}
		const { limit, cursor, ...query } = valid(c, "query") as Paging & Record<string, unknown>;
		// The validators have checked these types.
		return {
			params: valid(c, "param"),
			query: schemas.list ? query : valid(c, "query"),
			body: schemas.body ? valid(c, "json") : {},
			paging: { limit, cursor },
		} as ValidRequest<P, Q, B>;
	};
}

const valid = (c: AppContext, target: Target): unknown => c.req.valid(target as never);

async function run(validate: Validator, c: AppContext): Promise<void> {
	try {
		await validate(c, async () => {});
	} catch (error) {
		if (error instanceof HTTPException) throw problem("malformed_json", "The body is not valid JSON.");
		throw error;
	}
}

/** The names at the top level of the body that the schema does not know. */
async function unknownNames(c: AppContext, schema: z.ZodObject): Promise<string[]> {
	const body: unknown = await c.req.json().catch(() => null);
	return isRecord(body) ? Object.keys(body).filter((name) => !Object.hasOwn(schema.shape, name)) : [];
}

/** No schema is deeper. A value that a schema keeps as it came can be deeper than the call stack allows. */
const maxDepth = 10;

/** The paths of the properties that validation dropped. */
function droppedPaths(sent: unknown, kept: unknown, path = "", depth = 0): string[] {
	if (depth > maxDepth) return [];
	if (Array.isArray(sent) && Array.isArray(kept))
		return sent.flatMap((item, i) => droppedPaths(item, kept[i], `${path}${i}.`, depth + 1));
	if (!isRecord(sent) || !isRecord(kept)) return [];
	return Object.keys(sent).flatMap((name) =>
		Object.hasOwn(kept, name) ? droppedPaths(sent[name], kept[name], `${path}${name}.`, depth + 1) : [path + name],
	);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);
