import { zValidator } from "@hono/zod-validator";
import type { MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import type { Caller } from "../context.ts";
import { idPattern } from "../lib/ids.ts";
import { type FieldError, problem } from "../problems.ts";
import type { AppContext, AppEnv } from "./app-env.ts";
import type { Endpoint } from "./endpoint.ts";
import { listQuery } from "./page.ts";

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

/** More help nobody, and an answer with a body's worth of them is too large to keep for a replay. */
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

export type Validate = (c: AppContext) => Promise<{ params: unknown; query: unknown; body: unknown }>;

/** The validators of an endpoint, made once from its declaration. */
export function validatorsOf<C extends Caller>(endpoint: Endpoint<C>): Validate {
	const params = z.object(
		Object.fromEntries(
			Object.entries(endpoint.params).map(([name, kind]) => [
				name,
				z.string().regex(idPattern(kind), "is not an id of this kind"),
			]),
		),
	);
	const query = endpoint.list ? listQuery.extend(endpoint.query?.shape ?? {}) : (endpoint.query ?? z.object({}));
	const validators: [Target, Validator][] = [
		["param", validator("param", params)],
		["query", validator("query", query)],
	];
	if (endpoint.body) validators.push(["json", validator("json", endpoint.body)]);
	return async (c) => {
		const valid: Record<Target, unknown> = { param: {}, query: {}, json: {} };
		const unknown = Object.keys(c.req.queries()).filter((name) => !Object.hasOwn(query.shape, name));
		c.set("ignored", unknown);
		for (const [target, validate] of validators) {
			// Told before the validator may refuse: a misspelt name is often why a field is missing.
			if (target === "json" && endpoint.body) c.set("ignored", [...unknown, ...(await misnamed(c, endpoint.body))]);
			await run(validate, c);
			valid[target] = c.req.valid(target as never);
		}
		if (endpoint.body) c.set("ignored", [...unknown, ...dropped(await c.req.json(), valid.json)]);
		return { params: valid.param, query: valid.query, body: valid.json };
	};
}

async function run(validate: Validator, c: AppContext): Promise<void> {
	try {
		await validate(c, async () => {});
	} catch (error) {
		if (error instanceof HTTPException) throw problem("malformed_json", "The body is not valid JSON.");
		throw error;
	}
}

/** The body's own names that the schema does not know. */
async function misnamed(c: AppContext, schema: z.ZodObject): Promise<string[]> {
	const body: unknown = await c.req.json().catch(() => null);
	return isRecord(body) ? Object.keys(body).filter((name) => !Object.hasOwn(schema.shape, name)) : [];
}

/** No schema is deeper. What one keeps as it came may be, deeper than a stack. */
const maxDepth = 10;

/** The paths of properties that validation let fall. */
function dropped(sent: unknown, kept: unknown, path = "", depth = 0): string[] {
	if (depth > maxDepth) return [];
	if (Array.isArray(sent) && Array.isArray(kept))
		return sent.flatMap((item, i) => dropped(item, kept[i], `${path}${i}.`, depth + 1));
	if (!isRecord(sent) || !isRecord(kept)) return [];
	return Object.keys(sent).flatMap((name) =>
		Object.hasOwn(kept, name) ? dropped(sent[name], kept[name], `${path}${name}.`, depth + 1) : [path + name],
	);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);
