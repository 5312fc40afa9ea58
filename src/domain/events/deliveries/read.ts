import { and, eq, like, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../../platform/context.ts";
import { hasDeliveryId } from "../../../platform/db/delivery-ids.ts";
import { maxPageBytes } from "../../../platform/db/lists/byte-page.ts";
import type { PageRequest } from "../../../platform/db/lists/page-order.ts";
import { events } from "../../../platform/db/tables/data/events.ts";
import { deliveries, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { notFound } from "../../../platform/problems/problem.ts";
import { maxKeptAttempts } from "../attempts/record-attempts.ts";
import { bodyOf } from "../attempts/request/body.ts";
import { maxResponseBytes } from "../attempts/request/post.ts";
import { type Delivery, type DeliveryRow, shownAttemptBytes, toDelivery } from "./schema.ts";

export async function getDelivery(ctx: Ctx, id: string): Promise<Delivery> {
	// The deliveries of an automation hook are read below the hook. The ids of webhook endpoints begin with `whe`.
	const key = sql`SELECT endpoint_id, id FROM ${deliveries} WHERE ${and(hasDeliveryId(ctx.tenantId, id), like(deliveries.endpointId, "whe%"))}`;
	const [found] = await readDeliveries(ctx, key, { after: undefined, take: 1 });
	if (!found) throw notFound("delivery");
	return found.row;
}

/** About the size of an attempt without its bodies, and of an envelope without its data. */
const attemptBytes = 512;

/** The answer shows the request body with every attempt of a delivery, although it is stored once. */
const shownBytes = sql<number>`${attemptBytes} + min(${shownAttemptBytes}, min(${deliveries.attemptCount}, ${maxKeptAttempts}) * (${attemptBytes} + coalesce(
		octet_length(${deliveries.testBody}),
		(SELECT octet_length(v.data) FROM ${events} v WHERE v.tenant_id = ${deliveries.tenantId} AND v.id = ${deliveries.eventId}),
		0
	)) + coalesce(
		(SELECT sum(iif(a.value ->> 'response_gzip' IS NULL, octet_length(a.value ->> 'response_body'), ${maxResponseBytes}))
			FROM json_each(${deliveries.attempts}) a),
		0
	))`;

/**
 * `keys` selects `endpoint_id` and `id` of those that the page may have. The statement adds up the sizes, so that
 * deliveries that do not fit are never loaded.
 */
export async function readDeliveries(
	{ db, tenantId }: Ctx,
	keys: SQL,
	{ byChange }: PageRequest,
): Promise<{ row: Delivery; size: number }[]> {
	const order = byChange ? sql`changed, id` : sql`id DESC`;
	const page = sql`(
		SELECT endpoint_id, id, size, sum(size) OVER page - size AS before, row_number() OVER page AS n FROM (
			SELECT ${deliveries.endpointId} AS endpoint_id, ${deliveries.id} AS id, ${deliveries.updatedAt} AS changed, ${shownBytes} AS size
			FROM (${keys}) k CROSS JOIN ${deliveries}
				ON ${deliveries.tenantId} = ${tenantId} AND ${deliveries.endpointId} = k.endpoint_id AND ${deliveries.id} = k.id
		) WINDOW page AS (ORDER BY ${order})
	) p`;
	const rows = await db
		.select({
			delivery: deliveries,
			event: events,
			endpointStatus: webhookEndpoints.status,
			trigger: webhookEndpoints.trigger,
			size: sql<number>`p.size`,
		})
		.from(page)
		// It keeps SQLite from going through all deliveries of the tenant.
		.crossJoin(deliveries)
		.innerJoin(
			webhookEndpoints,
			and(
				eq(webhookEndpoints.tenantId, deliveries.tenantId),
				eq(webhookEndpoints.id, deliveries.endpointId),
				sql`${webhookEndpoints.deletedAt} IS NULL`,
			),
		)
		.leftJoin(events, and(eq(events.tenantId, deliveries.tenantId), eq(events.id, deliveries.eventId)))
		.where(
			and(
				eq(deliveries.tenantId, tenantId),
				sql`${deliveries.endpointId} = p.endpoint_id AND ${deliveries.id} = p.id AND (p.before <= ${maxPageBytes} OR p.n <= 2)`,
			),
		)
		.orderBy(sql`p.n`);
	return await Promise.all(
		rows.map(async ({ delivery, event, endpointStatus, trigger, size }) => ({
			row: await toDelivery(shownRow(delivery, endpointStatus), bodyOf(delivery.testBody, event, trigger)),
			size,
		})),
	);
}

const shownRow = (delivery: DeliveryRow, endpointStatus: "ACTIVE" | "DISABLED"): DeliveryRow => ({
	...delivery,
	nextAttemptAt: isPaused(delivery, endpointStatus) ? null : delivery.nextAttemptAt,
});

/** At a disabled endpoint even due deliveries wait, but test sends never do. */
const isPaused = ({ testBody }: DeliveryRow, endpointStatus: "ACTIVE" | "DISABLED"): boolean =>
	endpointStatus === "DISABLED" && testBody === null;
