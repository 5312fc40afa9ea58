import * as z from "zod";
import { type Answer, jsonAnswer } from "../../commit/keys/answer.ts";
import type { Caller } from "../../context.ts";
import type { EventWait } from "../../gate/object/waiting-sockets.ts";
import { secondMs } from "../../lib/time.ts";
import { type FieldError, type Problem, problem } from "../../problems/problem.ts";
import { acceptedList, acceptedQuery, type Params } from "../endpoint/validation.ts";
import type { AppContext } from "../request/app-env.ts";

/** Proxies and programs close connections that are silent for 30 seconds. */
const maxWaitSeconds = 25;

const wholeNumber = (most: number, description: string, atMost: object = {}) =>
	z
		.string()
		.regex(/^\d{1,16}$/, `must be an integer from 0 to ${most}`)
		.transform(Number)
		.pipe(z.int().min(0).max(most))
		.optional()
		.meta({
			description,
			override: ({ jsonSchema }) => {
				delete jsonSchema.pattern;
				Object.assign(jsonSchema, { type: "integer", minimum: 0, ...atMost });
			},
		});

/** The query parameters of a list whose records have a sequence and can be followed. */
export const feedQuery = z.object({
	after_sequence: wholeNumber(
		Number.MAX_SAFE_INTEGER,
		"Lists what comes after this `sequence` in rising order: the feed. 0 begins with the oldest that is kept. It goes with `limit`, `type`, `about`, `request_id` and `wait`, and with no other parameter.",
	),
	wait: wholeNumber(
		maxWaitSeconds,
		"How many seconds the feed waits where there is nothing yet. It answers as soon as there is something. Only with `after_sequence`.",
		{ maximum: maxWaitSeconds },
	),
});

export type FeedQuery = z.output<typeof feedQuery>;

export interface FeedPage<T = unknown> {
	rows: T[];
	/** The page ended before the limit, because its records are large. */
	more: boolean;
	/** The feed has read up to here, unless there is more. */
	nextSequence: number;
	/**
	 * The answer if this database has no record as late as the caller has. A replica, and a database that the tenant has
	 * left, may only be behind.
	 */
	beyondLast?: Problem | undefined;
}

export interface FeedDeclaration<C, Q extends z.ZodObject, T> {
	/** The wanted types of records; null for all types. */
	typesOf(query: z.output<Q>): readonly string[] | null;
	/** Reads up to `take` records, one more than the page shows. */
	read(ctx: C, input: { query: z.output<Q>; after: number; take: number }): Promise<FeedPage<T & { sequence: number }>>;
}

export interface FeedRequest<C extends Caller> {
	after: number;
	waitMs: number;
	read(ctx: C, after: number): Promise<FeedPage>;
	answer(page: FeedPage): Answer;
}

export interface Feed<C extends Caller> {
	/** Whether the request asks for the feed and not for the list. */
	isRequestedBy(c: AppContext): boolean;
	/** The wait that the gate must know of; null when the request does not wait. */
	waitOf(c: AppContext): EventWait | null;
	/** Throws if the request has parameters that do not go with the feed. */
	prepare(c: AppContext): FeedRequest<C>;
}

interface FeedSource<C, Q extends z.ZodObject, T> {
	feed: FeedDeclaration<C, Q, T>;
	querySchema: z.ZodObject;
}

export const feedOf = <C extends Caller, Q extends z.ZodObject, T>({
	feed,
	querySchema,
}: FeedSource<C, Q, T>): Feed<C> => {
	return {
		isRequestedBy: (c) => c.req.query("after_sequence") !== undefined,
		waitOf: (c) => {
			const query = acceptedQuery<Q>(c);
			const { wait = 0 } = query as FeedQuery;
			return wait === 0 ? null : { types: feed.typesOf(query), ms: wait * secondMs };
		},
		prepare: (c) => {
			const { query, paging } = acceptedList<Params, Q>(c, querySchema);
			const { after_sequence: after = 0, wait = 0 } = query as FeedQuery;
			refuseListParameters(c);
			const { limit } = paging;
			return {
				after,
				waitMs: wait * secondMs,
				read: (ctx, after) => feed.read(ctx, { query, after, take: limit + 1 }),
				answer: (page) => answerOf(page as FeedPage<{ sequence: number }>, limit),
			};
		},
	};
};

function answerOf({ rows, more, nextSequence }: FeedPage<{ sequence: number }>, limit: number): Answer {
	const data = rows.slice(0, limit);
	const hasMore = more || rows.length > limit;
	return jsonAnswer(200, {
		object: "list",
		data,
		has_more: hasMore,
		// The feed has no cursors. The field is there because every list has it.
		next_cursor: null,
		next_after_sequence: (hasMore && data.at(-1)?.sequence) || nextSequence,
	});
}

/** The parameters that only the other orders of the list have. */
const listParameters = ["cursor", "created_since", "created_until", "updated_since", "updated_until", "sort"];

function refuseListParameters(c: AppContext): void {
	// An empty cursor counts as none (contract: Lists 4).
	const sent = listParameters.filter(
		(name) => c.req.query(name) !== undefined && !(name === "cursor" && !c.req.query(name)),
	);
	if (sent.length > 0) throw unsuitableParameters(sent, "does not go with after_sequence");
}

/** Only the feed waits. */
export function refuseWait({ wait }: FeedQuery): void {
	if (wait !== undefined) throw unsuitableParameters(["wait"], "needs after_sequence");
}

function unsuitableParameters(names: string[], message: string) {
	const errors = names.map((path): FieldError => ({ location: "querystring", path, message }));
	return problem("validation_error", errors.map(({ path }) => `${path} ${message}`).join("; "), { errors });
}
