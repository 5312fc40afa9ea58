import type * as z from "zod";
import { type AnyChange, mapResult } from "../../commit/change.ts";
import { type Answer, jsonAnswer } from "../../commit/keys/answer.ts";
import type { ApiCtx, Caller } from "../../context.ts";
import type { IdKind } from "../../lib/ids.ts";
import type { Code } from "../../problems/problem.ts";
import { type Feed, feedOf, feedQuery, refuseWait } from "../feed/feed.ts";
import type { AppContext } from "../request/app-env.ts";
import { type ChangedRecord, changedRecordOf } from "../versions/changed-record.ts";
import { recordFinderOf, tagOf } from "../versions/version.ts";
import { csvAnswer, prefersCsv } from "./csv-answer.ts";
import {
	type ChangeDeclaration,
	type EmptySchema,
	type Facts,
	factsOf,
	type Ignore,
	type ListDeclaration,
	orEmptySchema,
	type ReadDeclaration,
	type UploadDeclaration,
	type WithLocation,
} from "./declaration.ts";
import { listAnswer, listQuery, pageRequestOf } from "./page.ts";
import type { FileKind, RowsUpload, Upload } from "./upload.ts";
import { acceptedInput, acceptedList, type Ids, type Params, paramsSchemaOf } from "./validation.ts";

type ChangeMethod = "POST" | "PUT" | "PATCH" | "DELETE";

type Operation<C, T> = (ctx: C) => Promise<T>;

export interface ReadEndpoint<C extends Caller = ApiCtx> extends Facts {
	kind: "read";
	method: "GET";
	/** One record, a page of a list, or a bare array, which automation platforms expect. */
	shape: "record" | "list" | "array";
	/** It answers callers who accept CSV with a file of the whole list. */
	hasCsv: boolean;
	/** Its answer is a record that can change, with an `ETag`. */
	hasEtag: boolean;
	paramsSchema: z.ZodObject | null;
	querySchema: z.ZodObject;
	/** Reads the record for the service itself, by the ids of the path. Null for lists and arrays. */
	find: ((ctx: C, params: Record<string, string>) => Promise<unknown>) | null;
	/** Makes the operation for a request that the validators have accepted. */
	prepare(c: AppContext): Operation<C, Answer>;
	feed?: Feed<C>;
}

export interface Reply {
	status: 200 | 201 | 202;
	body: unknown;
	location: string | null;
	etag: string | null;
}

export interface ChangeEndpoint<C extends Caller = ApiCtx> extends Facts {
	kind: "change";
	method: ChangeMethod;
	status: 200 | 201 | 202;
	/** It creates a record that is missing, and answers 200 when the record exists. */
	createsIfMissing: boolean;
	sendsLocation: boolean;
	hasEtag: boolean;
	/** The record that it changes. `If-Match` may demand a version of it. Null for an endpoint that creates. */
	changedRecord: ChangedRecord | null;
	/** The field of its answer that holds a secret. Such an answer is stored sealed (contract: Idempotency 13). */
	secretAnswer: string | null;
	/** Shows a stored answer as it would be now, if parts of it lapse (contract: Idempotency 16). */
	replay: ((ctx: C, stored: Answer) => Answer) | null;
	/** The kind of its body, if that is not JSON. */
	takesFile: FileKind | null;
	/** The status of a dry run, if it is another one. */
	statusOfDryRun?: 200;
	paramsSchema: z.ZodObject | null;
	/** Runs the operation. It can run more than once. */
	decide(ctx: C, input: ChangeInput): Promise<AnyChange<Reply>>;
}

export interface ChangeInput {
	params: Record<string, string>;
	/** Of an upload alone, because its body has no fields. */
	query: Record<string, unknown>;
	body: Record<string, unknown>;
	upload?: Upload | RowsUpload;
	/** Each time the operation runs, the paths that it drops replace those of the time before. */
	ignore: Ignore;
}

export type Endpoint<C extends Caller = ApiCtx> = ReadEndpoint<C> | ChangeEndpoint<C>;

export const isList = <C extends Caller>(endpoint: Endpoint<C>): boolean =>
	endpoint.kind === "read" && endpoint.shape === "list";

export const replyAnswer = ({ status, body, location, etag }: Reply): Answer =>
	jsonAnswer(status, body, { location, etag });

type ChangeKind = Pick<ChangeEndpoint, "status" | "createsIfMissing"> & Partial<Pick<ChangeEndpoint, "takesFile">>;

/** Functions that declare endpoints. Their operations get a caller of type `C`. */
export function endpointsFor<C extends Caller>() {
	const reading =
		(shape: "record" | "array") =>
		<A extends z.ZodObject, P extends Params = Record<never, IdKind>, Q extends z.ZodObject = EmptySchema>(
			given: ReadDeclaration<C, P, Q, A, unknown>,
		): ReadEndpoint<C> => {
			const querySchema = orEmptySchema(given.query);
			const record = shape === "record" ? recordFinderOf(given.answer) : null;
			return {
				...factsOf(given),
				kind: "read",
				method: "GET",
				shape,
				hasCsv: false,
				hasEtag: record !== null,
				paramsSchema: paramsSchemaOf(given.params),
				querySchema,
				find:
					shape === "record"
						? (ctx, params) => given.run(ctx, { params: params as Ids<P>, query: {} as z.output<Q> })
						: null,
				prepare: (c) => {
					const input = acceptedInput<P, Q>(c, querySchema);
					return async (ctx) => {
						const answer = await given.run(ctx, input);
						return jsonAnswer(200, answer, { etag: record && tagOf(record(answer)) });
					};
				},
			};
		};

	const changing = <P extends Params, B extends z.ZodObject, A extends z.ZodObject>(
		method: ChangeMethod,
		given: ChangeDeclaration<C, P, B, A>,
		{ status, createsIfMissing, takesFile = null }: ChangeKind,
	): ChangeEndpoint<C> => {
		const { location } = given;
		const record = recordFinderOf(given.answer);
		return {
			...factsOf(given, { schema: given.body, optional: given.bodyOptional ?? false }),
			// Another request can be faster than any change (contract: Wire 26).
			errors: [...new Set<Code>([...(given.errors ?? []), "conflict"])],
			kind: "change",
			method,
			status,
			createsIfMissing,
			takesFile,
			sendsLocation: location !== undefined,
			hasEtag: record !== null,
			changedRecord: status !== 201 ? changedRecordOf(given.params ?? {}) : null,
			secretAnswer: given.secretAnswer ?? null,
			replay: given.replay ?? null,
			paramsSchema: paramsSchemaOf(given.params),
			decide: async (ctx, { params, body, ignore, ...rest }) => {
				const input = {
					params: params as Ids<P>,
					body: body as z.output<B>,
					ignore,
					...(rest as { query: Record<string, never> }),
				};
				const change = await given.run(ctx, input);
				return mapResult(change, (result): Reply => {
					const etag = record && tagOf(record(result));
					return change.existed
						? { status: 200, body: result, location: null, etag }
						: { status, body: result, location: location?.(result, input.params) ?? null, etag };
				});
			},
		};
	};

	return {
		get: <A extends z.ZodObject, P extends Params = Record<never, IdKind>, Q extends z.ZodObject = EmptySchema>(
			given: ReadDeclaration<C, P, Q, A, z.output<A>>,
		): ReadEndpoint<C> => reading("record")(given),

		/** Reads a bare array, which automation platforms expect. */
		array: <A extends z.ZodObject, P extends Params = Record<never, IdKind>, Q extends z.ZodObject = EmptySchema>(
			given: ReadDeclaration<C, P, Q, A, z.output<A>[]>,
		): ReadEndpoint<C> => reading("array")(given),

		/** Reads a page, newest first or in the order of changes. The operation returns up to `page.take` records. */
		list: <A extends z.ZodObject, P extends Params = Record<never, IdKind>, Q extends z.ZodObject = EmptySchema>(
			given: ListDeclaration<C, P, Q, A>,
		): ReadEndpoint<C> => {
			const own = orEmptySchema(given.query);
			const query = given.feed ? (own.extend(feedQuery.shape) as z.ZodObject as Q) : own;
			const querySchema = listQuery.extend(query.shape);
			const known = Object.keys(query.shape);
			return {
				...factsOf({ ...given, query }),
				...(given.feed ? { feed: feedOf({ feed: given.feed, querySchema }) } : {}),
				kind: "read",
				method: "GET",
				shape: "list",
				hasCsv: given.csv !== undefined,
				hasEtag: false,
				paramsSchema: paramsSchemaOf(given.params),
				querySchema,
				find: null,
				prepare: (c) => {
					const { params, query, paging } = acceptedList<P, Q>(c, querySchema);
					if (given.feed) refuseWait(query);
					if (given.csv && prefersCsv(c))
						return async (ctx) => csvAnswer((await given.csv?.(ctx, { params, query })) ?? "");
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
		create: <A extends z.ZodObject, P extends Params = Record<never, IdKind>, B extends z.ZodObject = EmptySchema>(
			given: ChangeDeclaration<C, P, B, A>,
		): ChangeEndpoint<C> => changing("POST", given, { status: 201, createsIfMissing: false }),

		/** Makes a record of the picture in the body and answers 201. */
		upload: <A extends z.ZodObject, P extends Params = Record<never, IdKind>, Q extends z.ZodObject = EmptySchema>(
			given: UploadDeclaration<C, P, Q, A>,
		): ChangeEndpoint<C> => ({
			...changing("POST", given as never, { status: 201, createsIfMissing: false, takesFile: "picture" }),
			query: given.query ?? null,
		}),

		/** Begins work on the rows of the file in the body, and answers 202. A dry run answers 200 with what they would do. */
		uploadRows: <A extends z.ZodObject, P extends Params = Record<never, IdKind>, Q extends z.ZodObject = EmptySchema>(
			given: UploadDeclaration<C, P, Q, A, RowsUpload>,
		): ChangeEndpoint<C> => ({
			...changing("POST", given as never, { status: 202, createsIfMissing: false, takesFile: "rows" }),
			query: given.query ?? null,
			statusOfDryRun: 200,
		}),

		/** Makes a record unless it exists. Answers 201 with its Location, or 200 when the change says `existed`. */
		ensure: <A extends z.ZodObject, P extends Params = Record<never, IdKind>, B extends z.ZodObject = EmptySchema>(
			given: ChangeDeclaration<C, P, B, A> & WithLocation<P, A>,
		): ChangeEndpoint<C> => changing("POST", given, { status: 201, createsIfMissing: true }),

		/** Changes something that exists and answers 200. */
		change: <A extends z.ZodObject, P extends Params = Record<never, IdKind>, B extends z.ZodObject = EmptySchema>(
			method: ChangeMethod,
			given: ChangeDeclaration<C, P, B, A>,
		): ChangeEndpoint<C> => changing(method, given, { status: 200, createsIfMissing: false }),

		/** Begins work that goes on after the answer, and answers 202. */
		begin: <A extends z.ZodObject, P extends Params = Record<never, IdKind>, B extends z.ZodObject = EmptySchema>(
			method: ChangeMethod,
			given: ChangeDeclaration<C, P, B, A>,
		): ChangeEndpoint<C> => changing(method, given, { status: 202, createsIfMissing: false }),
	};
}

export const endpoint = endpointsFor<ApiCtx>();
