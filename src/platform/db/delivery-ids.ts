import { type SQL, sql } from "drizzle-orm";
import { firstIdAt, idPrefix } from "../lib/ids.ts";
import { deliveries, webhookEndpoints } from "./tables/data/webhooks.ts";

// The id of a delivery is the prefix, 25 digits of the id of its event, and the number of its endpoint. So a delivery is
// found by its id, and the deliveries of an event by the event, without an index of their own. A delivery that was made
// later than its event has digits of its own, so that ids are in the order of creation, and is in an index by event.

const prefix = idPrefix("delivery");
const digitsOfEvent = 25;
const digitsOfNumber = 7;

export const deliveryIdFor = (eventId: string, endpointNumber: number): string =>
	prefix +
	eventId.slice(prefix.length, prefix.length + digitsOfEvent) +
	String(endpointNumber).padStart(digitsOfNumber, "0");

/** The id of the delivery of an event to endpoint `e`. */
export const deliveryIdOf = (eventId: SQL): SQL =>
	sql`'${sql.raw(prefix)}' || substr(${eventId}, ${sql.raw(String(prefix.length + 1))}, ${sql.raw(String(digitsOfEvent))}) || ${ofNumber}`;

/** The id of a new delivery of a missed event to endpoint `e`. The database gives the random part of its UUIDv7. */
export const idOfMissed = (now: number): SQL =>
	sql`${firstIdAt("delivery", now)} || '7' || substr(lower(hex(randomblob(2))), 2)
		|| substr('89ab', 1 + (random() & 3), 1) || lower(hex(randomblob(4))) || ${ofNumber}`;

const ofNumber = sql.raw(`printf('%0${digitsOfNumber}d', e.number)`);

export const nextNumber = (tenantId: string): SQL<number> =>
	sql<number>`(SELECT 1 + coalesce(max(n.number), 0) FROM ${webhookEndpoints} n WHERE n.tenant_id = ${tenantId})`;

export const hasDeliveryId = (tenantId: string, id: string, row: SQL = sql`${deliveries}`): SQL => {
	const digits = id.slice(-digitsOfNumber);
	const number = /^\d+$/.test(digits) ? Number(digits) : 0;
	return sql`${row}.tenant_id = ${tenantId} AND ${row}.endpoint_id = (
		SELECT n.id FROM ${webhookEndpoints} n WHERE n.tenant_id = ${tenantId} AND n.number = ${number}
	) AND ${row}.id = ${id}`;
};

/** Selects `endpoint_id` and `id` of the deliveries of the tenant's events whose ids are the column `id` of `events`. */
export const deliveriesOfEvents = (tenantId: string | SQL, events: SQL): SQL =>
	sql`SELECT k.endpoint_id, k.id FROM ${events} v
			CROSS JOIN ${webhookEndpoints} e ON e.tenant_id = ${tenantId}
			CROSS JOIN ${deliveries} k ON k.tenant_id = ${tenantId} AND k.endpoint_id = e.id AND k.id = ${deliveryIdOf(sql`v.id`)}
		UNION ALL
		SELECT k.endpoint_id, k.id FROM ${events} v
			CROSS JOIN ${deliveries} k INDEXED BY deliveries_missed ON k.tenant_id = ${tenantId} AND k.event_id = v.id AND k.missed = 1`;

/** The id of the delivery of event `v` to endpoint `e`; null if there is none. */
export const idOfDelivery: SQL = sql`coalesce(
	(SELECT k.id FROM ${deliveries} k WHERE k.tenant_id = e.tenant_id AND k.endpoint_id = e.id AND k.id = ${deliveryIdOf(sql`v.id`)}),
	(SELECT k.id FROM ${deliveries} k INDEXED BY deliveries_missed
		WHERE k.tenant_id = e.tenant_id AND k.event_id = v.id AND k.endpoint_id = e.id AND k.missed = 1)
)`;
