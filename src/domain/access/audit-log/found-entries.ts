import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { unionOf } from "../../../platform/db/lists/union.ts";
import { checkedWalk, hasValue, recordsOf, type WalkedList } from "../../../platform/db/lists/walked-list.ts";
import { auditEntries, isOfOtherTime } from "../../../platform/db/tables/data/audit-log.ts";

export interface EntryFilters {
	action?: string | undefined;
	/** The beginning of all actions on such records, such as `client`. */
	actionsOn?: string | undefined;
	/** The id of an actor, or the type of one that has none. */
	actor?: string | undefined;
	resourceId?: string | undefined;
	requestId?: string | undefined;
}

interface Reader {
	tenantId: string;
	range?: SQL | undefined;
}

const { id, action, actorId, actorType, resourceId: record, requestId: request } = auditEntries;
const isOther = sql.raw(isOfOtherTime("request_id", "id"));

/** A walk along the index of the record or of the request. */
export function walkedEntries(reader: Reader, filters: EntryFilters, take: number): WalkedList {
	const { resourceId, requestId } = filters;
	const order = [desc(id)];
	if (Object.values(filters).every((value) => value === undefined))
		return { where: and(eq(auditEntries.tenantId, reader.tenantId), reader.range), order };
	const of = resourceId === undefined ? { requestId } : { resourceId };
	const entries = unionOf(entriesOf(reader, of), auditEntries);
	const records = recordsOf(auditEntries, sql`FROM ${entries} ORDER BY ${id} DESC`, sql`${id}`);
	return { walk: checkedWalk(auditEntries, take, { ...records, checked: checksOf(filters) }), order: [] };
}

function checksOf({ action: wanted, actionsOn, actor, requestId }: EntryFilters): SQL {
	const checks = and(
		hasValue(action, wanted),
		actionsOn === undefined ? undefined : sql`substr(${action}, 1, ${actionsOn.length + 1}) = ${`${actionsOn}.`}`,
		actor === undefined ? undefined : sql`coalesce(${actorId}, ${actorType}) = ${actor}`,
		hasValue(request, requestId),
	);
	return checks ?? sql`1`;
}

/** Queries whose results together are the entries about a record or of a request, or all of them. */
export function entriesOf(
	{ tenantId, range }: Reader,
	{ resourceId, requestId }: Pick<EntryFilters, "resourceId" | "requestId">,
): SQL[] {
	// SQLite would choose the primary key, because the table is its own.
	const entries = (index: "resource" | "request" | undefined, condition?: SQL) =>
		sql`SELECT * FROM ${auditEntries}${sql.raw(index === undefined ? "" : ` INDEXED BY audit_entries_${index}`)}
			WHERE ${and(eq(auditEntries.tenantId, tenantId), condition, hasValue(request, requestId), range)}`;
	if (resourceId !== undefined) return [entries("resource", eq(record, resourceId))];
	if (requestId === undefined) return [entries(undefined)];
	const others = entries("request", isOther);
	// Most entries have ids of the same minute as their request's id. The index has the others.
	const [, minute] = /^req_([0-9a-f]{8})/.exec(requestId) ?? [];
	if (minute === undefined) return [others];
	return [
		others,
		entries(undefined, sql`NOT (${isOther}) AND ${id} BETWEEN ${`aud_${minute}`} AND ${`aud_${minute}g`}`),
	];
}
