import type { SQL } from "drizzle-orm";
import { sql } from "../../db/statements/expression.ts";
import { fanOuts } from "../../db/tables/data/fan-outs.ts";
import { webhookEndpoints } from "../../db/tables/data/webhooks.ts";
import { type DueFanOut, queuedMs } from "../after/queue-messages.ts";
import type { Write } from "../write.ts";

// The deliveries of an event to endpoints of one group share a row until one of them fails (docs/architecture/webhooks.md).
// The id of this row, and those of its deliveries, follow from the id of the event and the group.

/** The attempts of a fan-out share the six connections of one invocation with the database. */
const entriesPerFanOut = 5;

const digitsOfGroup = 6;
const beforeGroup = 29;
const beforeNumber = beforeGroup + digitsOfGroup;

const beginOfIds = (eventId: string): string => `wbd_${eventId.slice("evt_".length, beforeGroup)}`;

/** The fan-out of an event to endpoints of a group. */
export const fanOutOf = (eventId: SQL, group: SQL): SQL =>
	sql`('wbd_' || substr(${eventId}, 5, ${beforeGroup - 4}) || ${group} || '0')`;

/** The group and the fan-out of which a delivery with this id would be. */
export const placeOf = (deliveryId: string): { group: string; id: string } => ({
	group: deliveryId.slice(beforeGroup, beforeNumber),
	id: `${deliveryId.slice(0, beforeNumber)}0`,
});

/** The id of a delivery of fan-out `f`, by its number. */
export const deliveryIdIn = (f: string, n: SQL): SQL => sql`(substr(${sql.raw(f)}.id, 1, ${beforeNumber}) || (${n}))`;

/** The same of an entry that was read. */
export const deliveryIdOf = (fanOutId: string, n: number): string => `${fanOutId.slice(0, beforeNumber)}${n}`;

interface PublishedEvent {
	id: string;
	type: string;
	now: number;
	/** Selects endpoints `e`: all that get the event by one nudge each, in any order. */
	receivers: SQL;
}

/** Makes the fan-outs of an event. An endpoint that stays alone in its group has one, too: it writes half of the rows. */
export const insertFanOuts = ({ id, type, now, receivers }: PublishedEvent): Write =>
	sql`INSERT INTO ${fanOuts} (tenant_id, delivery_group, id, event_id, event_type, status, entries, queued_until, created_at, updated_at)
		SELECT tenant_id, delivery_group, ${beginOfIds(id)} || delivery_group || '0', ${id}, ${type}, 'PENDING',
			json_group_array(json_object('n', n, 'endpoint', id)), ${now + queuedMs}, ${now}, ${now}
		FROM (
			SELECT e.tenant_id, e.delivery_group, e.id, row_number() OVER (PARTITION BY e.delivery_group ORDER BY e.id) AS n
			${receivers}
		) WHERE n <= ${entriesPerFanOut} GROUP BY tenant_id, delivery_group
		RETURNING ${dueFanOut}`;

/** Selects the fan-outs of events of a tenant. */
export const fanOutsOfEvents = (tenantId: string, eventIds: readonly string[]): SQL =>
	sql`SELECT fo.entries FROM json_each(${JSON.stringify(eventIds)}) v
		CROSS JOIN (SELECT DISTINCT delivery_group FROM ${webhookEndpoints} WHERE tenant_id = ${tenantId}) g
		CROSS JOIN ${fanOuts} fo ON fo.tenant_id = ${tenantId} AND fo.delivery_group = g.delivery_group AND fo.id = ${fanOutOf(sql`v.value`, sql`g.delivery_group`)}`;

/** Selects the version of a delivery in a fan-out. */
export const versionInFanOut = (tenantId: string, deliveryId: string): SQL => {
	const { group, id } = placeOf(deliveryId);
	return sql`SELECT fo.updated_at AS version FROM ${fanOuts} fo, json_each(fo.entries) fe
		WHERE fo.tenant_id = ${tenantId} AND fo.delivery_group = ${group} AND fo.id = ${id}
			AND ${deliveryIdIn("fo", sql`fe.value ->> 'n'`)} = ${deliveryId}`;
};

/** Whether endpoint `e` is in a fan-out of the event. */
export const isInFanOut = (eventId: SQL): SQL =>
	sql`EXISTS (
		SELECT 1 FROM ${fanOuts} fo, json_each(fo.entries) fe
		WHERE fo.tenant_id = e.tenant_id AND fo.delivery_group = e.delivery_group AND fo.id = ${fanOutOf(eventId, sql`e.delivery_group`)}
			AND fe.value ->> 'endpoint' = e.id
	)`;

/** Whether an attempt of a fan-out at endpoint `e` is under way. */
export const isBusyWithFanOut = (machineNow: number): SQL => sql`EXISTS (SELECT 1 FROM ${leasedFanOuts(machineNow)})`;

/** The attempts of fan-outs that are under way at endpoint `e`. */
export const leasedFanOuts = (machineNow: number): SQL =>
	sql`${fanOuts} fl INDEXED BY fan_outs_pending, json_each(fl.entries) le
		WHERE fl.status = 'PENDING' AND fl.tenant_id = e.tenant_id AND fl.delivery_group = e.delivery_group AND fl.leased_until > ${machineNow}
			AND le.value ->> 'endpoint' = e.id`;

/** A group with room for a new endpoint of the tenant, as SQL. */
export const groupForEndpoint = (tenantId: string): SQL<string> =>
	sql<string>`coalesce(
		(SELECT g.delivery_group FROM ${webhookEndpoints} g WHERE g.tenant_id = ${tenantId}
			GROUP BY g.delivery_group HAVING count(*) < ${entriesPerFanOut} ORDER BY g.delivery_group LIMIT 1),
		(SELECT printf('%06d', max(CAST(g.delivery_group AS INTEGER)) + 1) FROM ${webhookEndpoints} g WHERE g.tenant_id = ${tenantId})
	)`;

/** A statement that makes fan-outs returns this of each, so that the commit nudges it. */
const dueFanOut = sql`id AS fan_out_id, tenant_id AS fan_out_tenant, delivery_group AS fan_out_group, (
	SELECT json_group_array(json_object('endpoint_id', h.id, 'host', h.host)) FROM json_each(entries) j
	JOIN ${webhookEndpoints} h ON h.tenant_id = ${fanOuts.tenantId} AND h.id = j.value ->> 'endpoint'
) AS fan_out_receivers`;

interface FanOutRow {
	fan_out_id: string;
	fan_out_tenant: string;
	fan_out_group: string;
	fan_out_receivers: string;
}

const isFanOutRow = (row: unknown): row is FanOutRow => typeof row === "object" && row !== null && "fan_out_id" in row;

/** The fan-outs that a transaction made. */
export const fanOutsIn = (results: D1Result[]): DueFanOut[] =>
	results
		.flatMap(({ results: rows = [] }) => rows.filter(isFanOutRow))
		.map((row) => ({
			fan_out_id: row.fan_out_id,
			tenant_id: row.fan_out_tenant,
			delivery_group: row.fan_out_group,
			receivers: JSON.parse(row.fan_out_receivers),
		}));
