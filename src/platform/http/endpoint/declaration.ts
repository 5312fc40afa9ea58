import * as z from "zod";
import type { AnyChange } from "../../commit/change.ts";
import type { Answer } from "../../commit/keys/answer.ts";
import type { NeededScope } from "../../gate/scopes.ts";
import type { IdKind } from "../../lib/ids.ts";
import type { Code } from "../../problems/problem.ts";
import type { FeedDeclaration } from "../feed/feed.ts";
import type { Deprecation } from "./deprecation.ts";
import type { PageRequest, PartialPage } from "./page.ts";
import type { Upload } from "./upload.ts";
import type { Ids, Params } from "./validation.ts";

/** The facts about an endpoint. Routing, the gate, validation and the API document read them from here. */
export interface Facts {
	/** The operationId: a verb and the name of the resource. */
	id: string;
	/** The path, with `:name` for path parameters. */
	path: string;
	tag: string;
	summary: string;
	description?: string;
	/** Null when every valid credential may use the endpoint. */
	scope: NeededScope;
	/** Requests a minute for each key or grant, beside the other limits (contract: Rate limits 6). */
	capPerMinute?: number;
	deprecated?: Deprecation;
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

/** An operation calls this with the paths of a body that the operation itself drops. The schema drops others. */
export type Ignore = (paths: string[]) => void;

const emptySchema = z.object({});
export type EmptySchema = typeof emptySchema;

/** A declaration without a schema gets the empty one, which is the default of its type parameter. */
export const orEmptySchema = <S extends z.ZodObject>(schema: S | undefined): S =>
	schema ?? (emptySchema as z.ZodObject as S);

interface Declaration<P extends Params, Q extends z.ZodObject, A extends z.ZodObject> {
	id: string;
	path: string;
	tag: string;
	summary: string;
	description?: string;
	scope: NeededScope;
	capPerMinute?: number;
	deprecated?: Deprecation;
	params?: P;
	query?: Q;
	answer: A;
	errors?: readonly Code[];
}

interface OperationInput<P, Q extends z.ZodObject> {
	params: Ids<P>;
	query: z.output<Q>;
}

export interface ReadDeclaration<C, P extends Params, Q extends z.ZodObject, A extends z.ZodObject, T>
	extends Declaration<P, Q, A> {
	run(ctx: C, input: OperationInput<P, Q>): Promise<T>;
}

export interface ListDeclaration<C, P extends Params, Q extends z.ZodObject, A extends z.ZodObject>
	extends Declaration<P, Q, A> {
	run(
		ctx: C,
		input: OperationInput<P, Q> & { page: PageRequest },
	): Promise<AnswerRecord<A>[] | PartialPage<AnswerRecord<A>>>;
	/** All records of the list as one file, for callers who accept CSV. */
	csv?(ctx: C, input: OperationInput<P, Q>): Promise<string>;
	feed?: FeedDeclaration<C, Q, AnswerRecord<A>>;
}

type AnswerRecord<A extends z.ZodObject> = z.output<A> & ({ id: string } | { endpoint_id: string } | { row: number });

export interface ChangeDeclaration<C, P extends Params, B extends z.ZodObject, A extends z.ZodObject>
	extends Declaration<P, EmptySchema, A> {
	body?: B;
	bodyOptional?: boolean;
	/** The field of the answer that holds a secret. */
	secretAnswer?: string;
	/** Shows the stored answer to a repeated request as it would be now, if parts of it lapse. */
	replay?(ctx: C, stored: Answer): Answer;
	/** The address of the record, made from the answer or from the ids of the path. */
	location?(result: z.output<A>, params: Ids<P>): string;
	run(
		ctx: C,
		input: OperationInput<P, EmptySchema> & { body: z.output<B>; ignore: Ignore },
	): Promise<AnyChange<z.output<A>>>;
}

export interface UploadDeclaration<C, P extends Params, Q extends z.ZodObject, A extends z.ZodObject, U = Upload>
	extends Declaration<P, Q, A> {
	replay?(ctx: C, stored: Answer): Answer;
	location?(result: z.output<A>, params: Ids<P>): string;
	run(ctx: C, input: OperationInput<P, Q> & { upload: U }): Promise<AnyChange<z.output<A>>>;
}

export type WithLocation<P extends Params, A extends z.ZodObject> = {
	location(result: z.output<A>, params: Ids<P>): string;
};

export const factsOf = (
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
	...(given.deprecated === undefined ? {} : { deprecated: given.deprecated }),
	params: given.params ?? {},
	query: given.query ?? null,
	body: body.schema ?? null,
	bodyOptional: body.optional,
	answer: given.answer,
	errors: given.errors ?? [],
});
