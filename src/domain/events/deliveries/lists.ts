import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../../platform/context.ts";
import { deliveriesOfEvents } from "../../../platform/db/delivery-ids.ts";
import { createdBefore, type PageRequest } from "../../../platform/db/lists/page-order.ts";
import {
	type CreatedFilters,
	createdIn,
	inTimeRange,
	type UpdatedFilters,
	updatedRange,
} from "../../../platform/db/lists/time-range.ts";
import type { PublicEventType } from "../../../platform/db/tables/data/events.ts";
import { deliveries, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { together } from "../../../platform/db/together.ts";
import type { PartialPage } from "../../../platform/http/endpoint/page.ts";
import { findEndpoint } from "../endpoints/operations.ts";
import { changesAt } from "./changes.ts";
import type { Delivery, DeliveryRow } from "./schema.ts";
import { listAlong, type Walk } from "./walk.ts";

export interface DeliveryFilters extends UpdatedFilters {
	status?: DeliveryRow["status"] | undefined;
	event_type?: PublicEventType | undefined;
}

export const listDeliveries = (ctx: Ctx, endpointId: string, filters: DeliveryFilters, page: PageRequest) =>
	listDeliveriesTo(ctx, { id: endpointId, find: (ctx) => findEndpoint(ctx, endpointId) }, filters, page);

/** `find` refuses if there is no endpoint or hook with this id. */
export async function listDeliveriesTo(
	ctx: Ctx,
	{ id: endpointId, find }: { id: string; find(ctx: Ctx): Promise<unknown> },
	filters: DeliveryFilters,
	page: PageRequest,
): Promise<PartialPage<Delivery>> {
	const updated = updatedRange(filters);
	const isOfType = filters.event_type === undefined ? undefined : eq(deliveries.eventType, filters.event_type);
	const hasStatus = filters.status === undefined ? undefined : eq(deliveries.status, filters.status);
	const list = async (ctx: Ctx) =>
		page.byChange
			? await listAlong(ctx, await changesAt(ctx, endpointId, page, updated), and(isOfType, hasStatus), page)
			: await listAlong(
					ctx,
					newestAt(ctx, endpointId, filters.status, page),
					and(isOfType, filters.status === "DEAD" ? undefined : hasStatus, inTimeRange(deliveries.updatedAt, updated)),
					page,
				);
	const [, listed] = await together(ctx, find, list);
	return listed;
}

/** The newest first. Only the dead deliveries have an index of their own. */
export function newestAt(
	{ tenantId }: Pick<Ctx, "tenantId">,
	endpointId: string,
	status: DeliveryRow["status"] | undefined,
	{ after }: Pick<PageRequest, "after">,
	condition?: SQL,
): Walk {
	const range = sql`FROM ${deliveries} ${status === "DEAD" ? isDead.indexed : sql``} WHERE ${and(
		eq(deliveries.tenantId, tenantId),
		eq(deliveries.endpointId, endpointId),
		status === "DEAD" ? isDead.condition : undefined,
		after === undefined ? undefined : lt(deliveries.id, after),
		condition,
	)} ORDER BY ${deliveries.id} DESC`;
	return {
		first: (count) => sql`SELECT endpoint_id, id ${range} LIMIT ${count}`,
		endAfter: (count) => sql`(SELECT id ${range} LIMIT 1 OFFSET ${count} - 1)`,
	};
}

/** SQLite uses a partial index only where the statement repeats its condition. */
const isDead = {
	indexed: sql`INDEXED BY deliveries_dead`,
	condition: sql`${deliveries.status} = 'DEAD'`,
};

export interface AllDeliveriesFilters extends CreatedFilters {
	event_id?: string | undefined;
	endpoint_id?: string | undefined;
	status?: DeliveryRow["status"] | undefined;
}

/** A tenant has few endpoints, and each is a range. */
export async function listAllDeliveries(
	ctx: Ctx,
	filters: AllDeliveriesFilters,
	listed: PageRequest,
): Promise<PartialPage<Delivery>> {
	const page = createdBefore(listed, "delivery", filters);
	const since = createdIn(deliveries.id, "delivery", { created_since: filters.created_since });
	const hasStatus = filters.status === undefined ? undefined : eq(deliveries.status, filters.status);
	const { event_id: eventId, endpoint_id: endpointId } = filters;
	if (eventId !== undefined)
		return await listAlong(ctx, ofEvent(ctx, eventId, filters, and(since, hasStatus), page), undefined, page);
	const walk =
		endpointId === undefined
			? newestOfAll(ctx, filters, since, page)
			: newestAt(
					ctx,
					endpointId,
					filters.status,
					page,
					and(since, sql`endpoint_id IN (${shownEndpoints(ctx, filters)})`),
				);
	return await listAlong(ctx, walk, filters.status === "DEAD" ? undefined : hasStatus, page);
}

const shownEndpoints = ({ tenantId }: Ctx, { endpoint_id: id }: AllDeliveriesFilters): SQL =>
	sql`SELECT e.id FROM ${webhookEndpoints} e WHERE e.tenant_id = ${tenantId} AND e.trigger IS NULL AND e.deleted_at IS NULL${
		id === undefined ? sql`` : sql` AND e.id = ${id}`
	}`;

/** The queue of `merged` has the next delivery of each endpoint. */
function newestOfAll(ctx: Ctx, filters: AllDeliveriesFilters, since: SQL | undefined, { after }: PageRequest): Walk {
	const isDeadAlone = filters.status === "DEAD";
	const from = sql`FROM ${deliveries}${isDeadAlone ? sql` ${isDead.indexed}` : sql``} WHERE tenant_id = ${ctx.tenantId}`;
	const next = (endpoint: SQL, before: SQL | undefined) => sql`(
		SELECT id ${from} AND ${and(sql`endpoint_id = ${endpoint}`, before, isDeadAlone ? isDead.condition : undefined, since)}
		ORDER BY id DESC LIMIT 1
	)`;
	const merged = (count: SQL) => sql`WITH RECURSIVE merged(id, endpoint_id) AS (
		SELECT ${next(sql`e.id`, after === undefined ? undefined : lt(deliveries.id, after))}, e.id FROM (${shownEndpoints(ctx, filters)}) e
		UNION ALL
		SELECT ${next(sql`merged.endpoint_id`, sql`id < merged.id`)}, merged.endpoint_id FROM merged WHERE merged.id IS NOT NULL
		ORDER BY 1 DESC LIMIT ${count}
	)`;
	return {
		first: (count) => sql`${merged(count)} SELECT endpoint_id, id FROM merged ORDER BY id DESC`,
		endAfter: (count) => sql`(${merged(count)} SELECT id FROM merged ORDER BY id DESC LIMIT 1 OFFSET ${count} - 1)`,
	};
}

/** An event has at most one delivery for each endpoint. */
function ofEvent(
	ctx: Ctx,
	eventId: string,
	filters: AllDeliveriesFilters,
	checked: SQL | undefined,
	{ after }: PageRequest,
): Walk {
	const keys = deliveriesOfEvents(ctx.tenantId, sql`(SELECT ${eventId} AS id)`);
	const range = sql`FROM (${keys}) k CROSS JOIN ${deliveries} ON ${and(
		eq(deliveries.tenantId, ctx.tenantId),
		sql`${deliveries.endpointId} = k.endpoint_id AND ${deliveries.id} = k.id`,
	)} WHERE ${and(
		sql`${deliveries.eventId} = ${eventId} AND ${deliveries.endpointId} IN (${shownEndpoints(ctx, filters)})`,
		checked,
		after === undefined ? undefined : lt(deliveries.id, after),
	)} ORDER BY ${deliveries.id} DESC`;
	return {
		first: (count) => sql`SELECT k.endpoint_id, k.id ${range} LIMIT ${count}`,
		endAfter: () => sql`NULL`,
	};
}
