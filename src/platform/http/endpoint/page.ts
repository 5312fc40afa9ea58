import * as z from "zod";
import { type Answer, jsonAnswer } from "../../commit/keys/answer.ts";
import type { PageRequest } from "../../db/lists/page-order.ts";
import { sha256 } from "../../lib/secrets/crypto.ts";
import { problem } from "../../problems/problem.ts";

const defaultLimit = 50;
const maxLimit = 100;

export const listQuery = z.object({
	limit: z
		.string()
		.regex(/^\d{1,9}$/, `must be an integer from 1 to ${maxLimit}`)
		.transform(Number)
		.pipe(z.int().min(1).max(maxLimit))
		.default(defaultLimit)
		.meta({
			description:
				"How many records a page holds at most. A page of very large records ends earlier, with a `next_cursor`.",
			override: ({ jsonSchema }) => {
				delete jsonSchema.pattern;
				Object.assign(jsonSchema, { type: "integer", minimum: 1, maximum: maxLimit, default: defaultLimit });
			},
		}),
	cursor: z.string().optional().meta({
		description: "The `next_cursor` of the page before, with the same filters. Without a value it counts as left out.",
	}),
});

export type Paging = z.output<typeof listQuery>;

/** The query parameters of a bare array, which has no pages. */
export const arrayQuery = listQuery.pick({ limit: true });

export type { PageRequest };

interface PageRecord {
	id?: string;
	/** A list of what endpoints did has it in place of an id. */
	endpoint_id?: string;
	/** The rows of a file have it in place of an id. */
	row?: number;
	/** Records that can change have it. */
	updated_at?: string;
	/** A list of deletions has this order. */
	deleted_at?: string;
	/** An appointment has it. */
	start_at?: string;
}

/** A page that the operation may have ended before the limit (contract: Lists 6, Lists 11). */
export interface PartialPage<T extends PageRecord = PageRecord> {
	rows: T[];
	more: boolean;
	/** The position after which the next page begins, unless that is the last record's. */
	nextAfter?: string;
}

/** A cursor is bound to these. Any other use of it is refused (contract: Lists 5). */
interface ListIdentity {
	endpointId: string;
	tenantId: string;
	params: unknown;
	/** With `sort`, because the cursor of one order means nothing in another. */
	filters: Record<string, unknown>;
}

export function pageRequestOf({ limit, cursor }: Paging, list: ListIdentity): PageRequest {
	// An empty cursor asks for the first page, because programs that build the query from a variable send one.
	const position = cursor === undefined || cursor === "" ? undefined : readCursor(cursor, list);
	const take = limit + 1;
	const time = timeOfOrder(list);
	if (time === undefined) return { after: position, take };
	const [ms, after] = position?.split("/") ?? [];
	const at = ms === undefined ? undefined : Number(ms);
	if (time === "updated_at") return { after, take, byChange: { at } };
	return { after, take, byStart: { at, descending: list.filters.sort !== time } };
}

/** The field by which the request sorts; undefined if the newest record comes first. */
const timeOfOrder = ({ filters: { sort } }: ListIdentity): "updated_at" | "start_at" | undefined =>
	sort === "updated_at" ? sort : sort === "start_at" || sort === "-start_at" ? "start_at" : undefined;

/** The place of this record in the list. The next page begins after it. */
function positionOf(record: PageRecord, list: ListIdentity): string {
	const { id = record.endpoint_id ?? String(record.row ?? ""), updated_at, deleted_at, start_at } = record;
	const order = timeOfOrder(list);
	const at = order === "start_at" ? start_at : order && (updated_at ?? deleted_at);
	return at === undefined ? id : `${Date.parse(at)}/${id}`;
}

export function listAnswer(
	found: PageRecord[] | PartialPage,
	limit: number,
	list: ListIdentity,
	request: { url: string; known: string[] },
): Answer {
	const { rows, more, nextAfter }: PartialPage = Array.isArray(found) ? { rows: found, more: false } : found;
	const data = rows.slice(0, limit);
	const last = more || rows.length > limit ? data.at(-1) : undefined;
	const position = nextAfter ?? (last && positionOf(last, list));
	const next = position === undefined ? null : writeCursor(position, list);
	const answer = jsonAnswer(200, { object: "list", data, has_more: next !== null, next_cursor: next });
	if (next !== null) answer.headers.Link = `<${nextUrl(request, next)}>; rel="next"`;
	return answer;
}

function nextUrl({ url: requestUrl, known }: { url: string; known: string[] }, cursor: string): string {
	const url = new URL(requestUrl);
	const kept = new Set(["limit", ...known]);
	// Deleting one name after the other would take time with the square of their number.
	const search = new URLSearchParams([...url.searchParams].filter(([name]) => kept.has(name)));
	search.set("cursor", cursor);
	url.search = `${search}`;
	return url.href;
}

function digest(position: string, list: ListIdentity): string {
	const filters = Object.entries(list.filters)
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => [name, asSent(value)] as const)
		.sort(([a], [b]) => (a < b ? -1 : 1));
	return sha256(JSON.stringify([position, list.endpointId, list.tenantId, list.params, filters])).slice(0, 22);
}

/** A flag, and a list of words, in the form in which the query has them. */
const asSent = (value: unknown): unknown =>
	typeof value === "boolean" || (Array.isArray(value) && value.every((one) => typeof one === "string"))
		? String(value)
		: value;

const toBase64url = (text: string) => btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

const writeCursor = (position: string, list: ListIdentity): string =>
	toBase64url(`${position}.${digest(position, list)}`);

function readCursor(cursor: string, list: ListIdentity): string {
	const position = decode(cursor)?.split(".")[0];
	if (position === undefined || writeCursor(position, list) !== cursor)
		throw problem("invalid_cursor", "The cursor was not handed out by this list for these filters.");
	return position;
}

function decode(cursor: string): string | undefined {
	if (!/^[\w-]{1,400}$/.test(cursor)) return undefined;
	try {
		return atob(cursor.replaceAll("-", "+").replaceAll("_", "/"));
	} catch {
		return undefined;
	}
}
