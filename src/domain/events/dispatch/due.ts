import type { SQL } from "drizzle-orm";
import { isBusyWithFanOut, leasedFanOuts } from "../../../platform/commit/transaction/fan-out-statements.ts";
import { sql } from "../../../platform/db/statements/expression.ts";
import { fanOuts } from "../../../platform/db/tables/data/fan-outs.ts";
import { deliveries, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import type { Clocks } from "./clocks.ts";

// The conditions for sending a delivery. Its row has three times, by two clocks:
//
// - From `next_attempt_at` on, the delivery is due. This is the service's clock, because callers see this time.
// - Until `carried_until`, a queue message for it is probably on its way. This is the service's clock, too, because the
//   message is sent for `next_attempt_at`.
// - Until `claimed_until`, an attempt has leased the delivery. This is the machine's clock: when development moves the
//   service's clock forward, an attempt that is under way must keep its lease.
//
// The parameter `delivery` is the name of the row in the statement.
//
// A fan-out has the last two of these times for all its deliveries, as `queued_until` and `leased_until`.

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
	sql`${sql.raw(delivery)}.claimed_until <= ${machineNow}`;

/** No queue message for the delivery is on its way, as far as the row can tell. */
export const isUnqueued = (delivery: string, { now }: Pick<Clocks, "now">): SQL =>
	sql`${sql.raw(delivery)}.carried_until <= ${now}`;

/** The endpoint of the delivery has fewer attempts under way than it may have. */
export const hasRoom = (delivery: string, clocks: Pick<Clocks, "machineNow">): SQL => {
	const row = sql.raw(delivery);
	return sql`(
		SELECT count(*) FROM ${deliveries} o
		WHERE o.tenant_id = ${row}.tenant_id AND o.endpoint_id = ${row}.endpoint_id AND ${isLeased(clocks)}
	) + (
		SELECT count(*) FROM ${webhookEndpoints} e JOIN ${leasedFanOuts(clocks.machineNow)} AND e.tenant_id = ${row}.tenant_id AND e.id = ${row}.endpoint_id
	) < ${maxAttemptsPerEndpoint}`;
};

/** An attempt at the endpoint of the delivery is under way. */
export const isEndpointBusy = (delivery: string, clocks: Pick<Clocks, "machineNow">): SQL => {
	const row = sql.raw(delivery);
	return sql`(EXISTS (
		SELECT 1 FROM ${deliveries} o
		WHERE o.tenant_id = ${row}.tenant_id AND o.endpoint_id = ${row}.endpoint_id AND ${isLeased(clocks)}
	) OR EXISTS (
		SELECT 1 FROM ${webhookEndpoints} e
		WHERE e.tenant_id = ${row}.tenant_id AND e.id = ${row}.endpoint_id AND ${isBusyWithFanOut(clocks.machineNow)}
	))`;
};

/**
 * At the host of the delivery, the tenant has fewer attempts under way than it may have. `further` is the number of
 * those that begin together with this one.
 */
export const hasRoomAtHost = (delivery: string, clocks: Pick<Clocks, "machineNow">, further: SQL = sql`0`): SQL => {
	const row = sql.raw(delivery);
	const ofHost = sql`${webhookEndpoints} s
		JOIN ${webhookEndpoints} e ON e.tenant_id = s.tenant_id AND e.host = s.host`;
	const isThis = sql`s.tenant_id = ${row}.tenant_id AND s.id = ${row}.endpoint_id`;
	return sql`(
		SELECT count(*) FROM ${ofHost}
		CROSS JOIN ${deliveries} o ON o.tenant_id = e.tenant_id AND o.endpoint_id = e.id AND ${isLeased(clocks)}
		WHERE ${isThis}
	) + (
		SELECT count(*) FROM ${ofHost} CROSS JOIN ${leasedFanOuts(clocks.machineNow)} AND ${isThis}
	) + ${further} < ${maxAttemptsPerHost}`;
};

/** No attempt of fan-out `f` is under way. */
export const isFanOutFree = ({ machineNow }: Pick<Clocks, "machineNow">): SQL => sql`f.leased_until <= ${machineNow}`;

/** No queue message for fan-out `f` is on its way, as far as the row can tell. */
export const isFanOutUnqueued = ({ now }: Pick<Clocks, "now">): SQL => sql`f.queued_until <= ${now}`;

/** The pending fan-outs `f`. SQLite uses the partial index only where the statement repeats the index's condition. */
export const pendingFanOuts = sql`${fanOuts} f INDEXED BY fan_outs_pending WHERE f.status = 'PENDING'`;

/** SQLite uses the partial index `deliveries_claimed` only where the statement repeats the index's condition. */
const isLeased = ({ machineNow }: Pick<Clocks, "machineNow">): SQL =>
	sql`o.claimed_until > 0 AND o.claimed_until > ${machineNow}`;
