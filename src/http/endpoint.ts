import { z } from "zod";
import { type Answer, jsonAnswer } from "../commit/answer.ts";
import { type AnyChange, mapResult } from "../commit/change.ts";
import type { ApiCtx, Caller } from "../context.ts";
import type { Scope } from "../gate/scopes.ts";
import type { IdKind } from "../lib/ids.ts";
import type { Code } from "../problems.ts";
import type { AppContext } from "./app-env.ts";
import { type CutPage, listAnswer, type PageRequest, pageRequestOf } from "./page.ts";
import { type Ids, type Params, validatorOf } from "./validate.ts";

type ChangeMethod = "POST" | "PUT" | "PATCH" | "DELETE";

/** The facts about an endpoint. Routing, the gate, validation and the API document read them from here. */
interface Facts {
	/** The operationId: a verb and the name of the resource. */
	id: string;
	/** The path, with `:name` for path parameters. */
	path: string;
	tag: string;
	summary: string;
	description?: string;
	/** Null when every valid credential may use the endpoint. */
	scope: Scope | null;
	/** Requests a minute for each key or grant, beside the other limits (contract: Rate limits 6). */
	capPerMinute?: number;
	/** The kind of id of each path parameter. */
	params: Record<string, IdKind>;
	query: z.ZodObject | null;
	body: z.ZodObject | null;
	/** An absent body counts as an empty object. */
	bodyOptional: boolean;
	/** The schema of the answer; for a list or an array, that of one record. */
	answer: z.ZodObject;
	/** The codes of the operation's own refusals, beside those that every endpoint has. */
	errors: readonly Code[];
}

/** The operation with its validated request. It can run more than once. */
type Operation<C, T> = (ctx: C) => Promise<T>;

export interface ReadEndpoint<C extends Caller = ApiCtx> extends Facts {
	kind: "read";
	method: "GET";
	/** One record, a page of a list, or a bare array, which automation platforms expect. */
	shape: "record" | "list" | "array";
	/** Validates the request; throws what is wrong with it. */
	receive(c: AppContext): Promise<Operation<C, Answer>>;
}

/** What a change answers. */
export interface Reply {
	status: 200 | 201;
	body: unknown;
	/** The address of the new record. */
	location: string | null;
}

export interface ChangeEndpoint<C extends Caller = ApiCtx> extends Facts {
	kind: "change";
	method: ChangeMethod;
	status: 200 | 201;
	/** It makes a record only when the record is missing, and answers 200 otherwise. */
	orFound: boolean;
	/** Its answer has a `Location`. */
	tellsLocation: boolean;
	/** Its answer contains a secret, so it is stored sealed (contract: Idempotency 13). */
	secretAnswer: boolean;
	/** Validates the request; throws what is wrong with it. */
	receive(c: AppContext): Promise<Operation<C, AnyChange<Reply>>>;
}

export type Endpoint<C extends Caller = ApiCtx> = ReadEndpoint<C> | ChangeEndpoint<C>;

export const isList = <C extends Caller>(endpoint: Endpoint<C>): boolean =>
	endpoint.kind === "read" && endpoint.shape === "list";

export const replyAnswer = ({ status, body, location }: Reply): Answer => jsonAnswer(status, body, location);

/** An operation calls this with the paths that it drops from a body itself, beside those that the schema drops. */
export type Ignore = (paths: string[]) => void;

const nothing = z.object({});
type Nothing = typeof nothing;

/** A declaration that leaves a schema out gets the empty one, which is the default of its type parameter. */
const orNothing = <S extends z.ZodObject>(schema: S | undefined): S => schema ?? (nothing as z.ZodObject as S);

interface Declaration<P extends Params, Q extends z.ZodObject, A extends z.ZodObject> {
	id: string;
	path: string;
	tag: string;
	summary: string;
	description?: string;
	scope: Scope | null;
	capPerMinute?: number;
	params?: P;
	query?: Q;
	answer: A;
	errors?: readonly Code[];
}

interface Received<P, Q extends z.ZodObject> {
	params: Ids<P>;
	query: z.output<Q>;
}

interface ReadDeclaration<C, P extends Params, Q extends z.ZodObject, A extends z.ZodObject, T>
	extends Declaration<P, Q, A> {
	run(ctx: C, input: Received<P, Q>): Promise<T>;
}

interface ListDeclaration<C, P extends Params, Q extends z.ZodObject, A extends z.ZodObject>
	extends Declaration<P, Q, A> {
	run(ctx: C, input: Received<P, Q> & { page: PageRequest }): Promise<Listed<A>[] | CutPage<Listed<A>>>;
}

type Listed<A extends z.ZodObject> = z.output<A> & { id: string };

interface ChangeDeclaration<C, P extends Params, B extends z.ZodObject, A extends z.ZodObject>
	extends Declaration<P, Nothing, A> {
	body?: B;
	bodyOptional?: boolean;
	secretAnswer?: boolean;
	/** Where the record can be read, told from the answer or the ids of the path. */
	location?(result: z.output<A>, params: Ids<P>): string;
	run(ctx: C, input: Received<P, Nothing> & { body: z.output<B>; ignore: Ignore }): Promise<AnyChange<z.output<A>>>;
}

type WithLocation<P extends Params, A extends z.ZodObject> = {
	location(result: z.output<A>, params: Ids<P>): string;
};

/** The facts of a declaration, with defaults for what it leaves out. */
const factsOf = (
	given: Declaration<Params, z.ZodObject, z.ZodObject>,
	body: { schema: z.ZodObject | undefined; optional: boolean } = { schema: undefined, optional: false },
): Facts => ({
	id: given.id,
	path: given.path,
	tag: given.tag,
	summary: given.summary,
	...(given.description === undefined ? {} : { description: given.description }),
	scope: given.scope,
	...(given.capPerMinute === undefined ? {} : { capPerMinute: given.capPerMinute }),
	params: given.params ?? {},
	query: given.query ?? null,
	body: body.schema ?? null,
	bodyOptional: body.optional,
	answer: given.answer,
	errors: given.errors ?? [],
});

/** Functions that declare endpoints whose operations get a caller of type `C`. */
export function endpointsFor<C extends Caller>() {
	const reading =
		(shape: "record" | "array") =>
		<A extends z.ZodObject, P extends Params = Record<never, IdKind>, Q extends z.ZodObject = Nothing>(
			given: ReadDeclaration<C, P, Q, A, unknown>,
		): ReadEndpoint<C> => {
			const validate = validatorOf<P, Q, Nothing>({ params: given.params, query: orNothing(given.query) });
			return {
				...factsOf(given),
				kind: "read",
				method: "GET",
				shape,
				receive: async (c) => {
					const { params, query } = await validate(c);
					return async (ctx) => jsonAnswer(200, await given.run(ctx, { params, query }));
				},
			};
		};

	const changing = <P extends Params, B extends z.ZodObject, A extends z.ZodObject>(
		method: ChangeMethod,
		given: ChangeDeclaration<C, P, B, A>,
		{ status, orFound }: Pick<ChangeEndpoint<C>, "status" | "orFound">,
	): ChangeEndpoint<C> => {
		const validate = validatorOf<P, Nothing, B>({ params: given.params, query: nothing, body: given.body });
		const { location } = given;
		return {
			...factsOf(given, { schema: given.body, optional: given.bodyOptional ?? false }),
			kind: "change",
			method,
			status,
			orFound,
			tellsLocation: location !== undefined,
			secretAnswer: given.secretAnswer ?? false,
			receive: async (c) => {
				const input = await validate(c);
				const ignored = c.get("ignored");
				// An operation that decides again calls this again, so the paths replace those of the first time.
				const ignore: Ignore = (paths) => c.set("ignored", [...ignored, ...paths]);
				return async (ctx) => {
					const change = await given.run(ctx, { ...input, ignore });
					return mapResult(
						change,
						(result): Reply =>
							change.found
								? { status: 200, body: result, location: null }
								: { status, body: result, location: location?.(result, input.params) ?? null },
					);
				};
			},
		};
	};

	return {
		/** Reads one record. */
		get: <A extends z.ZodObject, P extends Params = Record<never, IdKind>, Q extends z.ZodObject = Nothing>(
			given: ReadDeclaration<C, P, Q, A, z.output<A>>,
		): ReadEndpoint<C> => reading("record")(given),

		/** Reads a bare array, which automation platforms expect. */
		array: <A extends z.ZodObject, P extends Params = Record<never, IdKind>, Q extends z.ZodObject = Nothing>(
			given: ReadDeclaration<C, P, Q, A, z.output<A>[]>,
		): ReadEndpoint<C> => reading("array")(given),

		/** Reads a page, newest first or in the order of changes. The operation returns up to `page.take` records. */
		list: <A extends z.ZodObject, P extends Params = Record<never, IdKind>, Q extends z.ZodObject = Nothing>(
			given: ListDeclaration<C, P, Q, A>,
		): ReadEndpoint<C> => {
			const query = orNothing(given.query);
			const validate = validatorOf<P, Q, Nothing>({ params: given.params, query, list: true });
			const known = Object.keys(query.shape);
			return {
				...factsOf(given),
				kind: "read",
				method: "GET",
				shape: "list",
				receive: async (c) => {
					const { params, query, paging } = await validate(c);
					return async (ctx) => {
						const list = {
							endpointId: given.id,
							tenantId: "tenantId" in ctx ? String(ctx.tenantId) : "",
							params,
							filters: query,
						};
						const page = pageRequestOf(paging, list);
						const rows = await given.run(ctx, { params, query, page });
						return listAnswer(rows, paging.limit, list, { url: c.req.url, known });
					};
				},
			};
		},

		/** Makes a record and answers 201. */
		create: <A extends z.ZodObject, P extends Params = Record<never, IdKind>, B extends z.ZodObject = Nothing>(
			given: ChangeDeclaration<C, P, B, A>,
		): ChangeEndpoint<C> => changing("POST", given, { status: 201, orFound: false }),

		/** Makes a record unless it exists. Answers 201 with its Location, or 200 when the change says `found`. */
		ensure: <A extends z.ZodObject, P extends Params = Record<never, IdKind>, B extends z.ZodObject = Nothing>(
			given: ChangeDeclaration<C, P, B, A> & WithLocation<P, A>,
		): ChangeEndpoint<C> => changing("POST", given, { status: 201, orFound: true }),

		/** Changes something that exists and answers 200. */
		change: <A extends z.ZodObject, P extends Params = Record<never, IdKind>, B extends z.ZodObject = Nothing>(
			method: ChangeMethod,
			given: ChangeDeclaration<C, P, B, A>,
		): ChangeEndpoint<C> => changing(method, given, { status: 200, orFound: false }),
	};
}

export const endpoint = endpointsFor<ApiCtx>();
