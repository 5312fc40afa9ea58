import type { SQL } from "drizzle-orm";
import { mergedRanges } from "../../../platform/db/lists/merged-ranges.ts";
import { and, eq, sql } from "../../../platform/db/statements/expression.ts";
import { actorOfEntry, auditEntries, isLaterEntry, isOfOtherTime } from "../../../platform/db/tables/data/audit-log.ts";

export interface EntryFilters {
	action?: string | undefined;
	/** The beginning of all actions on such records, such as `client`. */
	actionsOn?: string | undefined;
	/** The id of an actor, or the type of one that has none. */
	actor?: string | undefined;
	resourceId?: string | undefined;
	requestId?: string | undefined;
}

interface Reading {
	tenantId: string;
	/** The entries before this id, or after it if the oldest come first. */
	after?: string | undefined;
	rising?: boolean | undefined;
	/** Any other condition. */
	others?: SQL | undefined;
	/** At most this many ids are wanted; undefined if the reader stops by itself. */
	take?: number | undefined;
}

const { id, action } = auditEntries;
const actor = sql.raw(actorOfEntry);
const isLater = sql.raw(isLaterEntry("resource_id", "id"));
const isOther = sql.raw(isOfOtherTime("request_id", "id"));

/**
 * Queries whose results together are the ids of the entries that pass the filters, each in their order. Each index has,
 * after its own columns, the action, the actor and the id: those that exist together are ranges, which are merged. So a
 * page reads about as many rows as it shows, and one or two more for each action by each actor.
 */
export function entriesThatPass(filters: EntryFilters, reading: Reading): SQL[] {
	const { resourceId, requestId } = filters;
	if (requestId !== undefined) return ofRequest(requestId, filters, reading);
	if (resourceId !== undefined) return ofRecord(resourceId, filters, reading);
	return [ranges("audit_entries_resource", undefined, filters, reading)];
}

/** The rows of a page of these entries, under the name of the table. */
export const pageOfEntries = (filters: EntryFilters, reading: Reading & { take: number }): SQL =>
	sql`(SELECT e.* FROM (${sql.join(
		entriesThatPass(filters, reading).map((found) => sql`SELECT id FROM (${found})`),
		sql` UNION ALL `,
	)}) found CROSS JOIN ${auditEntries} e ON e.tenant_id = ${reading.tenantId} AND e.id = found.id) AS ${auditEntries}`;

export const hasFilter = (filters: EntryFilters): boolean =>
	Object.values(filters).some((value: string | undefined) => value !== undefined);

/** An index has all entries about the record but that of its creation. */
const ofRecord = (resourceId: string, filters: EntryFilters, reading: Reading): SQL[] => [
	ranges("audit_entries_later", sql`${auditEntries.resourceId} = ${resourceId} AND ${isLater}`, filters, reading),
	ofCreation(resourceId, undefined, filters, reading),
];

/** Entries have ids of about the time of their request's id, unless the caller chose that: those are in an index. */
function ofRequest(requestId: string, filters: EntryFilters, reading: Reading): SQL[] {
	const { resourceId } = filters;
	const isOf = sql`${auditEntries.requestId} = ${requestId}`;
	const isAbout = resourceId === undefined ? undefined : eq(auditEntries.resourceId, resourceId);
	const ofMinute = requestId.startsWith("req_")
		? [inPrimaryKey(requestId.slice(4, 12), and(isOf, sql`NOT (${isOther})`, isAbout, passes(filters)), reading)]
		: [];
	const fits = sql`${isOf} AND ${isOther}`;
	if (resourceId === undefined) return [ranges("audit_entries_request_of_caller", fits, filters, reading), ...ofMinute];
	return [
		ranges("audit_entries_request_and_record", sql`${fits} AND ${isAbout} AND ${isLater}`, filters, reading),
		ofCreation(resourceId, fits, filters, reading),
		...ofMinute,
	];
}

/** The entry of its creation has the time of the record's own id. */
const ofCreation = (resourceId: string, fits: SQL | undefined, filters: EntryFilters, reading: Reading): SQL =>
	inPrimaryKey(
		resourceId.slice(4, 16),
		and(sql`${auditEntries.resourceId} = ${resourceId} AND NOT (${isLater})`, fits, passes(filters)),
		reading,
	);

/** The ids of the ranges of an index. `fits` is a condition on its columns between the tenant and the action. */
function ranges(index: string, fits: SQL | undefined, filters: EntryFilters, reading: Reading): SQL {
	const { tenantId, after, rising, take, others } = reading;
	const combos = combosIn(index, and(eq(auditEntries.tenantId, tenantId), fits), filters);
	const facets = [action, actor].map((column) => ({ column, values: [], wanted: undefined }));
	const merged = mergedRanges(
		{ table: auditEntries, tenantId, after, rising, index, facets, fits, combos },
		{ limit: take === undefined ? undefined : sql`${take}`, others },
	);
	return sql`WITH RECURSIVE ${merged} SELECT id FROM merged`;
}

/** Selects the actions with their actors that the index has: it seeks from each to the next one. */
function combosIn(index: string, fits: SQL | undefined, filters: EntryFilters): SQL {
	const { actionsOn } = filters;
	if (filters.action !== undefined && filters.actor !== undefined)
		return sql`SELECT json_array(${filters.action}, ${filters.actor})`;
	const next = (column: SQL, condition: SQL | undefined) =>
		sql`(SELECT ${column} FROM ${auditEntries} INDEXED BY ${sql.identifier(index)} WHERE ${and(fits, condition)} ORDER BY ${column} LIMIT 1)`;
	const nextAction = (beyond: SQL) => {
		const end = actionsOn === undefined ? undefined : sql`${action} < ${`${actionsOn}/`}`;
		return next(sql`${action}`, and(sql`${action} > ${beyond}`, end));
	};
	const nextActor = (beyond: SQL) => next(actor, sql`${action} = actions.action AND ${actor} > ${beyond}`);
	const actions =
		filters.action !== undefined
			? sql`SELECT ${filters.action}`
			: sql`SELECT ${nextAction(sql`${actionsOn === undefined ? "" : `${actionsOn}.`}`)}
				UNION ALL SELECT ${nextAction(sql`actions.action`)} FROM actions WHERE actions.action IS NOT NULL`;
	const actors =
		filters.actor !== undefined
			? sql`SELECT action, ${filters.actor} FROM actions`
			: sql`SELECT action, ${nextActor(sql`''`)} FROM actions
				UNION ALL SELECT actions.action, ${nextActor(sql`actions.actor`)} FROM actors actions WHERE actions.actor IS NOT NULL`;
	return sql`WITH RECURSIVE actions(action) AS (${actions}), actors(action, actor) AS (${actors})
		SELECT json_array(action, actor) FROM actors WHERE action IS NOT NULL AND actor IS NOT NULL`;
}

/** The entries whose ids begin with this time. */
function inPrimaryKey(time: string, condition: SQL | undefined, reading: Reading): SQL {
	const { tenantId, after, rising, take, others } = reading;
	const [begin, end] = [`aud_${time}`, `aud_${time}g`];
	const isInTime = rising
		? sql`${id} >= ${after !== undefined && after > begin ? after : begin} AND ${id} <> ${after ?? ""} AND ${id} < ${end}`
		: sql`${id} >= ${begin} AND ${id} < ${after !== undefined && after < end ? after : end}`;
	return sql`SELECT ${id} AS id FROM ${auditEntries}
		WHERE ${and(eq(auditEntries.tenantId, tenantId), isInTime, condition, others)}
		ORDER BY ${id} ${sql.raw(rising ? "ASC" : "DESC")}${take === undefined ? sql`` : sql` LIMIT ${take}`}`;
}

/** With a unary plus, SQLite does not choose an index by this condition. */
const passes = ({ action: wanted, actionsOn, actor: by }: EntryFilters): SQL | undefined =>
	and(
		wanted === undefined ? undefined : sql`+${action} = ${wanted}`,
		actionsOn === undefined ? undefined : sql`substr(${action}, 1, ${actionsOn.length + 1}) = ${`${actionsOn}.`}`,
		by === undefined ? undefined : sql`+(${actor}) = ${by}`,
	);
