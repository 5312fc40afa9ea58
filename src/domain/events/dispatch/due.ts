import { type SQL, sql } from "drizzle-orm";
import { deliveries, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import type { Clocks } from "./clocks.ts";

// The conditions for sending a delivery. Its row has three times, by two clocks:
//
// - From `next_attempt_at` on, the delivery is due. This is the service's clock, because callers see this time.
// - Until `queued_until`, a queue message for it is probably on its way. This is the service's clock, too, because the
//   message is sent for `next_attempt_at`.
// - Until `leased_until`, an attempt has leased the delivery. This is the machine's clock: when development moves the
//   service's clock forward, an attempt that is under way must keep its lease.
//
// The parameter `delivery` is the name of the row in the statement.

/** At most this many attempts run at one endpoint at the same time, so a receiver that hangs holds up no other. */
export const maxAttemptsPerEndpoint = 10;

/** At most this many attempts run at one host for one tenant, however many endpoints and hooks it has there. */
const maxAttemptsPerHost = 20;

/** The delivery is pending, and the time of its next attempt has come. */
export const isDue = (delivery: string, { now }: Pick<Clocks, "now">): SQL => {
	const row = sql.raw(delivery);
	return sql`${row}.status = 'PENDING' AND ${row}.next_attempt_at <= ${now}`;
};

/** No attempt at the delivery is under way. */
export const isFree = (delivery: string, { machineNow }: Pick<Clocks, "machineNow">): SQL =>
	sql`${sql.raw(delivery)}.leased_until <= ${machineNow}`;

/** No queue message for the delivery is on its way, as far as the row can tell. */
export const isUnqueued = (delivery: string, { now }: Pick<Clocks, "now">): SQL =>
	sql`${sql.raw(delivery)}.queued_until <= ${now}`;

/**
 * The endpoint of the delivery has fewer attempts under way than it may have. `further` is the number of those that begin
 * together with this one.
 */
export const hasRoom = (delivery: string, clocks: Pick<Clocks, "machineNow">, further: SQL): SQL =>
	sql`(SELECT count(*) FROM ${leasedAtEndpointOf(delivery, clocks)}) + ${further} < ${maxAttemptsPerEndpoint}`;

/** An attempt at the endpoint of the delivery is under way. */
export const isEndpointBusy = (delivery: string, clocks: Pick<Clocks, "machineNow">): SQL =>
	sql`EXISTS (SELECT 1 FROM ${leasedAtEndpointOf(delivery, clocks)})`;

const leasedAtEndpointOf = (delivery: string, clocks: Pick<Clocks, "machineNow">): SQL => {
	const row = sql.raw(delivery);
	return sql`${deliveries} o WHERE o.tenant_id = ${row}.tenant_id AND o.endpoint_id = ${row}.endpoint_id AND ${isLeased(clocks)}`;
};

/**
 * At the host of the delivery, the tenant has fewer attempts under way than it may have. `further` counts those that
 * begin together with this one.
 */
export const hasRoomAtHost = (delivery: string, clocks: Pick<Clocks, "machineNow">, further: SQL): SQL => {
	const row = sql.raw(delivery);
	return sql`(
		SELECT count(*) FROM ${webhookEndpoints} s
		JOIN ${webhookEndpoints} e ON e.tenant_id = s.tenant_id AND e.host = s.host
		CROSS JOIN ${deliveries} o ON o.tenant_id = e.tenant_id AND o.endpoint_id = e.id AND ${isLeased(clocks)}
		WHERE s.tenant_id = ${row}.tenant_id AND s.id = ${row}.endpoint_id
	) + ${further} < ${maxAttemptsPerHost}`;
};

/** SQLite uses the partial index `deliveries_leased` only where the statement repeats the index's condition. */
const isLeased = ({ machineNow }: Pick<Clocks, "machineNow">): SQL =>
	sql`o.leased_until > 0 AND o.leased_until > ${machineNow}`;
