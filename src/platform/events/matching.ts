import { type SQL, sql } from "drizzle-orm";
import { recordKeyOf, recordKeys } from "../db/tables/data/events.ts";
import { filterKeys } from "../db/tables/data/webhooks.ts";
import type { EventDraft } from "./event-draft.ts";

export interface EventSql {
	type: SQL;
	actorType: SQL;
	actorId: SQL;
	/** The value of a property of the event's data, such as `artistId`. */
	property(key: string): SQL;
}

/** Whether endpoint `e` gets a delivery of an event (contract: Deliveries 1, Webhooks 16, Webhooks 17). */
export const matchesEndpoint = (event: EventSql): SQL =>
	sql`${listens(event)} AND NOT ${isOwn(event)} AND ${passesFilter(event)}`;

export const listens = ({ type }: EventSql): SQL =>
	sql`EXISTS (SELECT 1 FROM json_each(e.events) WHERE value IN ('*', ${type}))`;

/** Whether endpoint `e` skips the event because the endpoint's creator caused it. */
export const isOwn = ({ actorType, actorId }: EventSql): SQL =>
	sql`(e.exclude_own AND e.creator_type IS ${actorType} AND e.creator_id IS ${actorId})`;

export const passesFilter = ({ property }: EventSql): SQL =>
	sql`(e."filter" IS NULL OR (${sql.join(
		Object.entries(filterKeys).map(([name, key]) => isInFilter(sql.raw(`'$.${name}'`), property(key))),
		sql` AND `,
	)}))`;

const isInFilter = (list: SQL, value: SQL): SQL =>
	sql`(e."filter" -> ${list} IS NULL OR ${value} IN (SELECT value FROM json_each(e."filter", ${list})))`;

/** The properties of an event's data that its deliveries depend on. Their values are texts, or absent. */
export const matchedProperties = (data: Record<string, unknown>): Record<string, string | null> =>
	Object.fromEntries(Object.values(filterKeys).map((key) => [key, idIn(data, key)]));

/** The event in the row `v` of a query. */
export const storedEvent: EventSql = {
	type: sql`v.type`,
	actorType: sql`v.actor_type`,
	actorId: sql`v.actor_id`,
	property: (key) => sql.raw(`json_extract(v.data, '$.${key}')`),
};

/** Internal publishers choose their event data freely. A longer value is no id. */
const longestId = 200;

const idIn = (data: Record<string, unknown>, key: string): string | null => {
	const value = data[key];
	return typeof value === "string" && value.length <= longestId ? value : null;
};

export const recordOf = ({ type, data }: EventDraft): string | null => idIn(data, recordKeyOf(type));

const recordPath = sql.raw(
	`'$.' || CASE substr(v.type, 1, instr(v.type, '.') - 1) ${Object.entries(recordKeys)
		.map(([domain, key]) => `WHEN '${domain}' THEN '${key}'`)
		.join(" ")} END`,
);

/** The record of the event in the row `v`, as `recordOf` has it. */
export const storedRecord: SQL = sql`(SELECT atom FROM json_each(v.data, ${recordPath}) WHERE type = 'text' AND length(atom) <= ${longestId})`;
