import type { z } from "zod";
import type { Change } from "../commit/commit.ts";
import type { ApiCtx, Caller } from "../context.ts";
import type { Scope } from "../gate/scopes.ts";
import type { Kind } from "../lib/ids.ts";
import type { Code } from "../problems.ts";
import type { CutPage } from "./operate.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Where a list continues: at most `take` records older than `after`. `take` is one more than are shown. */
export interface PageRequest {
	after: string | undefined;
	take: number;
}

export interface Input {
	params: Record<string, string>;
	query: Record<string, unknown>;
	body: Record<string, unknown>;
	page: PageRequest;
	ignore: Ignore;
}

/** Told the paths of what the operation itself drops of a body, beyond what its schema lets fall. */
export type Ignore = (paths: string[]) => void;

/** Everything there is to say about an endpoint, said once. */
export interface Endpoint<C extends Caller = ApiCtx> {
	/** The operationId: a verb and the specification's noun. */
	id: string;
	method: Method;
	/** With `:name` for path parameters. */
	path: string;
	tag: string;
	summary: string;
	description?: string;
	/** Null: any valid credential. */
	scope: Scope | null;
	/** Requests a minute and key, beside the key's and the tenant's limits. */
	capPerMinute?: number;
	/** The kind of id each path parameter is. */
	params: Record<string, Kind>;
	query: z.ZodObject | null;
	body: z.ZodObject | null;
	/** An absent body counts as an empty object. */
	bodyOptional?: boolean;
	status: 200 | 201;
	/** Makes a record only where it is missing: 200 where it is there. */
	orFound: boolean;
	/** The answer; of a list or an array, one of its records. */
	answer: z.ZodObject;
	/** The answer holds a secret: where it is stored to be replayed, it is sealed. */
	secretAnswer?: boolean;
	list: boolean;
	/** Answers a bare array, without envelope and pages. */
	array: boolean;
	/** What the operation itself may refuse, beyond what every endpoint may. */
	errors: readonly Code[];
	/** Where the record that was created can be read. */
	location?: (result: never) => string;
	run(ctx: C, input: Input): Promise<unknown>;
}

type Ids<P> = { [name in keyof P]: string };
type Parsed<S> = S extends z.ZodType ? z.output<S> : Record<string, never>;

interface Declaration<P, Q, B, A extends z.ZodObject> {
	id: string;
	path: string;
	tag: string;
	summary: string;
	description?: string;
	scope: Scope | null;
	capPerMinute?: number;
	params?: P;
	query?: Q;
	body?: B;
	bodyOptional?: boolean;
	answer: A;
	secretAnswer?: boolean;
	errors?: readonly Code[];
}

interface Received<P, Q, B> {
	params: Ids<P>;
	query: Parsed<Q>;
	body: Parsed<B>;
	page: PageRequest;
	ignore: Ignore;
}

type Params = Record<string, Kind>;
type Schema = z.ZodObject | undefined;

function declare<C extends Caller>(method: Method, given: object, rest: object): Endpoint<C> {
	return {
		method,
		params: {},
		query: null,
		body: null,
		errors: [],
		status: 200,
		orFound: false,
		list: false,
		array: false,
		...given,
		...rest,
	} as unknown as Endpoint<C>;
}

/** Endpoints whose operations run as `C`. */
export const endpointsFor = <C extends Caller>() => ({
	/** Reads one record. */
	get: <P extends Params, Q extends Schema, A extends z.ZodObject>(
		given: Declaration<P, Q, undefined, A> & { run(ctx: C, input: Received<P, Q, undefined>): Promise<z.output<A>> },
	): Endpoint<C> => declare("GET", given, {}),
	/** Reads a page, newest first; the operation answers up to `page.take` records. */
	list: <P extends Params, Q extends Schema, A extends z.ZodObject>(
		given: Declaration<P, Q, undefined, A> & {
			run(
				ctx: C,
				input: Received<P, Q, undefined>,
			): Promise<(z.output<A> & { id: string })[] | CutPage<z.output<A> & { id: string }>>;
		},
	): Endpoint<C> => declare("GET", given, { list: true }),
	/** Reads a bare array, as automation platforms expect it. */
	array: <P extends Params, Q extends Schema, A extends z.ZodObject>(
		given: Declaration<P, Q, undefined, A> & { run(ctx: C, input: Received<P, Q, undefined>): Promise<z.output<A>[]> },
	): Endpoint<C> => declare("GET", given, { array: true }),
	/** Makes a record: 201 and its Location. */
	create: <P extends Params, B extends Schema, A extends z.ZodObject>(
		given: Declaration<P, undefined, B, A> & {
			location?(result: z.output<A>): string;
			run(ctx: C, input: Received<P, undefined, B>): Promise<Change<z.output<A>>>;
		},
	): Endpoint<C> => declare("POST", given, { status: 201 }),
	/** Makes a record unless it is there: 201 and its Location, or 200 where the change says `found`. */
	ensure: <P extends Params, B extends Schema, A extends z.ZodObject>(
		given: Declaration<P, undefined, B, A> & {
			location(result: z.output<A>): string;
			run(ctx: C, input: Received<P, undefined, B>): Promise<Change<z.output<A>>>;
		},
	): Endpoint<C> => declare("POST", given, { status: 201, orFound: true }),
	/** Changes something that exists: 200. */
	change: <P extends Params, B extends Schema, A extends z.ZodObject>(
		method: Exclude<Method, "GET">,
		given: Declaration<P, undefined, B, A> & {
			run(ctx: C, input: Received<P, undefined, B>): Promise<Change<z.output<A>>>;
		},
	): Endpoint<C> => declare(method, given, {}),
});

export const endpoint = endpointsFor<ApiCtx>();
