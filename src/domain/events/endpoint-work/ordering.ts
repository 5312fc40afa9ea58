import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Write } from "../../../platform/commit/write.ts";
import type { Database } from "../../../platform/db/database.ts";
import { laterThanBefore } from "../../../platform/db/record.ts";
import { endpointWork, type workKinds } from "../../../platform/db/tables/data/upkeep/endpoint-work.ts";
import { deliveries } from "../../../platform/db/tables/data/webhooks.ts";
import { newId } from "../../../platform/lib/ids.ts";
import type { Clocks } from "../dispatch/clocks.ts";
import { nudgeFirstDue } from "../dispatch/nudge-first-due.ts";
import { orderAssignments } from "../dispatch/order.ts";
import { type EndpointWork, perStep, type Step } from "./step.ts";

// An endpoint with pending deliveries becomes ordered, or stops being ordered. The change handles a small number of
// them, and leaves the others as work.

interface EndpointRef {
	tenantId: string;
	endpointId: string;
}

export const startOrdering = (of: EndpointRef, now: number): Write[] => [
	...deleteWork(of),
	assignOrder(
		of,
		sql`d.id IN (SELECT d.id FROM ${pendingDeliveries(of)} ORDER BY d.next_attempt_at, d.id LIMIT ${perStep})`,
	),
	beginWork(
		of,
		"order",
		sql`SELECT d.next_attempt_at AS at, d.id FROM ${pendingDeliveries(of)} ORDER BY d.next_attempt_at, d.id LIMIT 1 OFFSET ${perStep - 1}`,
		now,
	),
];

/** Deliveries that waited for an earlier one are due. */
export const endOrdering = (of: EndpointRef, clocks: Clocks): Write[] => [
	...deleteWork(of),
	unparkSome(of, clocks.now),
	beginWork(of, "disorder", sql`SELECT 0 AS at, '' AS id FROM ${parkedDeliveries(of)} LIMIT 1`, clocks.now),
	nudgeFirstDue(of, clocks),
];

/**
 * Goes through the deliveries by due time. Deliveries that are made or made due earlier meanwhile have their order from
 * then on (`orderAssignments`).
 */
export async function stepOrder(db: Database, work: EndpointWork): Promise<Step> {
	const afterPosition = sql`(d.next_attempt_at, d.id) > (${work.position}, ${work.positionId})`;
	const found = await db
		.select({ id: sql<string>`d.id`, at: sql<number>`d.next_attempt_at` })
		.from(sql`${pendingDeliveries(work)} AND ${afterPosition} ORDER BY d.next_attempt_at, d.id LIMIT ${perStep}`);
	const last = found.at(-1);
	if (!last) return { writes: [], next: null };
	return {
		writes: [assignOrder(work, sql`${afterPosition} AND (d.next_attempt_at, d.id) <= (${last.at}, ${last.id})`)],
		next: found.length === perStep ? { position: last.at, positionId: last.id } : null,
	};
}

export async function stepDisorder(db: Database, work: EndpointWork, now: number): Promise<Step> {
	const found = await db
		.select({ id: deliveries.id })
		.from(deliveries)
		.where(
			and(
				sql`${deliveries.status} = 'PENDING'`,
				eq(deliveries.tenantId, work.tenantId),
				eq(deliveries.endpointId, work.endpointId),
				isNull(deliveries.nextAttemptAt),
			),
		)
		.limit(perStep + 1);
	return { writes: [unparkSome(work, now)], next: found.length > perStep ? {} : null };
}

const deleteWork = ({ tenantId, endpointId }: EndpointRef): Write[] =>
	(["order", "disorder"] as const).map(
		(kind) =>
			sql`DELETE FROM ${endpointWork} WHERE tenant_id = ${tenantId} AND endpoint_id = ${endpointId} AND kind = ${kind}`,
	);

/** The work continues after the time and the id of the row that `after` finds. */
const beginWork = (
	{ tenantId, endpointId }: EndpointRef,
	kind: (typeof workKinds)[number],
	after: SQL,
	now: number,
): Write =>
	sql`INSERT INTO ${endpointWork} (id, tenant_id, endpoint_id, kind, position, position_id, until, stepped_at)
		SELECT ${newId("work", now)}, ${tenantId}, ${endpointId}, ${kind}, at, id, 0, ${now} FROM (${after})`;

const pendingDeliveries = ({ tenantId, endpointId }: EndpointRef): SQL =>
	sql`${deliveries} d INDEXED BY deliveries_due
		WHERE d.tenant_id = ${tenantId} AND d.endpoint_id = ${endpointId} AND d.status = 'PENDING'`;

const parkedDeliveries = ({ tenantId, endpointId }: EndpointRef): SQL =>
	sql`${deliveries} d INDEXED BY deliveries_due
		WHERE d.tenant_id = ${tenantId} AND d.endpoint_id = ${endpointId} AND d.status = 'PENDING' AND d.next_attempt_at IS NULL`;

/** Deliveries that have an order keep it. */
const assignOrder = ({ tenantId, endpointId }: EndpointRef, which: SQL): Write =>
	sql`UPDATE ${deliveries} AS d SET ${orderAssignments("d")}
		WHERE d.tenant_id = ${tenantId} AND d.endpoint_id = ${endpointId} AND d.status = 'PENDING' AND ${which}
			AND d.record_id IS NULL AND d.test_body IS NULL`;

const unparkSome = (of: EndpointRef, now: number): Write =>
	sql`UPDATE ${deliveries} SET next_attempt_at = ${now}, updated_at = ${laterThanBefore(now)}, queued_until = 0
		WHERE tenant_id = ${of.tenantId} AND endpoint_id = ${of.endpointId} AND id IN (SELECT d.id FROM ${parkedDeliveries(of)} LIMIT ${perStep})`;
