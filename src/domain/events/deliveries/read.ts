import { like, type SQL } from "drizzle-orm";
import type { Ctx } from "../../../platform/context.ts";
import { pageWithinBytes, trimToBytes } from "../../../platform/db/lists/byte-page.ts";
import { changesInOrder } from "../../../platform/db/lists/changes-in-order.ts";
import { mergedRanges, one } from "../../../platform/db/lists/merged-ranges.ts";
import { afterCursor, createdBefore, sortOfKnownIds } from "../../../platform/db/lists/page-order.ts";
import {
	type CreatedFilters,
	createdIn,
	type UpdatedFilters,
	updatedRange,
} from "../../../platform/db/lists/time-range.ts";
import { and, asc, eq, inArray, sql } from "../../../platform/db/statements/expression.ts";
import { events, type PublicEventType } from "../../../platform/db/tables/data/events.ts";
import {
	deliveries,
	deliveryAttempts,
	deliveryStatuses,
	webhookEndpoints,
} from "../../../platform/db/tables/data/webhooks.ts";
import { together } from "../../../platform/db/together.ts";
import type { PageRequest, PartialPage } from "../../../platform/http/endpoint/page.ts";
import { notFound } from "../../../platform/problems/problem.ts";
import { bodyOf } from "../attempts/body.ts";
import { maxResponseBytes } from "../attempts/post.ts";
import { maxKeptAttempts } from "../attempts/record-attempt.ts";
import { readStoredResponse } from "../attempts/stored-response.ts";
import { findEndpoint } from "../endpoints/operations.ts";
import { type FanOutDelivery, findInFanOut, listAllInFanOuts, listInFanOuts } from "../fan-outs/read.ts";
import { type Delivery, type DeliveryRow, shownAttemptBytes, toDelivery } from "./schema.ts";

export interface DeliveryFilters extends UpdatedFilters {
	status?: DeliveryRow["status"] | undefined;
	event_type?: PublicEventType | undefined;
}

export const listDeliveries = (ctx: Ctx, endpointId: string, filters: DeliveryFilters, page: PageRequest) =>
	listDeliveriesTo(ctx, { id: endpointId, find: (ctx) => findEndpoint(ctx, endpointId) }, filters, page);

/** The deliveries of a webhook endpoint or an automation hook. `find` refuses if there is none with this id. */
export async function listDeliveriesTo(
	ctx: Ctx,
	{ id: endpointId, find }: { id: string; find(ctx: Ctx): Promise<unknown> },
	filters: DeliveryFilters,
	page: PageRequest,
): Promise<PartialPage<Delivery>> {
	const of = and(eq(deliveries.tenantId, ctx.tenantId), eq(deliveries.endpointId, endpointId));
	const filtered = and(
		filters.status !== undefined ? eq(deliveries.status, filters.status) : undefined,
		filters.event_type !== undefined ? eq(deliveries.eventType, filters.event_type) : undefined,
	);
	const updated = updatedRange(filters);
	const wanted = page.byChange
		? changesInOrder(deliveries, ctx.tenantId, page, {
				updated,
				of: eq(deliveries.endpointId, endpointId),
				filters: filtered,
				changesIndex: "deliveries_endpoint_updated",
			})
		: and(of, filtered, afterCursor(deliveries, page, updated));
	const changedAt = page.byChange ? deliveries.updatedAt : undefined;
	// A delivery may leave its fan-out for a row of its own, so both are read from one state of the database.
	const [, found, inFanOuts] = await together(
		ctx,
		(ctx) => find(ctx),
		(ctx) => readDeliveries(ctx, pageWithinBytes(deliveries, shownBytes, wanted, page.take, changedAt), page),
		(ctx) => listInFanOuts(ctx, endpointId, filters, page),
	);
	return trimToBytes(merged([...found, ...inFanOuts.map(shownOfFanOut)], page));
}

export interface AllDeliveriesFilters extends CreatedFilters {
	event_id?: string | undefined;
	endpoint_id?: string | undefined;
	status?: DeliveryRow["status"] | undefined;
}

/** Lists the deliveries of all webhook endpoints, the newest first. A tenant has few endpoints, and each is a range. */
export async function listAllDeliveries(
	ctx: Ctx,
	filters: AllDeliveriesFilters,
	listed: PageRequest,
): Promise<PartialPage<Delivery>> {
	const page = createdBefore(listed, "delivery", filters);
	const since = createdIn(deliveries.id, "delivery", { created_since: filters.created_since });
	const { event_id: eventId, endpoint_id: endpointId, status } = filters;
	const endpointIds = sql`SELECT e.id FROM ${webhookEndpoints} e WHERE e.tenant_id = ${ctx.tenantId} AND e.trigger IS NULL AND e.deleted_at IS NULL${
		endpointId === undefined ? sql`` : sql` AND e.id = ${endpointId}`
	}`;
	const ofEvent = and(
		eq(deliveries.tenantId, ctx.tenantId),
		eq(deliveries.eventId, eventId ?? ""),
		sql`${deliveries.endpointId} IN (${endpointIds})`,
		status === undefined ? undefined : sql`+${deliveries.status} = ${status}`,
		page.after === undefined ? undefined : sql`+${deliveries.id} < ${page.after}`,
		since,
	);
	const statuses = sql`(SELECT value FROM json_each(${JSON.stringify(one(status) ?? deliveryStatuses)}))`;
	const newest = mergedRanges(
		{
			...{ table: deliveries, tenantId: ctx.tenantId, after: page.after, index: "deliveries_endpoint_status" },
			facets: [
				{ column: deliveries.endpointId, values: [], wanted: undefined },
				{ column: deliveries.status, values: [], wanted: undefined },
			],
			combos: sql`SELECT json_array(e.id, s.value) FROM (${endpointIds}) e CROSS JOIN ${statuses} s`,
		},
		{ limit: sql`${page.take}`, others: since },
	);
	const wanted =
		eventId === undefined
			? sql`${deliveries.id} IN (WITH RECURSIVE ${newest} SELECT id FROM merged)`
			: sql`${deliveries.id} IN (SELECT ${deliveries.id} FROM ${deliveries} INDEXED BY deliveries_event WHERE ${ofEvent})`;
	// A delivery may leave its fan-out for a row of its own, so both are read from one state of the database.
	const [found, inFanOuts] = await together(
		ctx,
		(ctx) => readDeliveries(ctx, pageWithinBytes(deliveries, shownBytes, wanted, page.take), page),
		(ctx) => listAllInFanOuts(ctx, filters, page),
	);
	return trimToBytes(merged([...found, ...inFanOuts.map(shownOfFanOut)], page));
}

/** Each part holds as much as a page, so the page is in both together. */
function merged(all: { row: Delivery; size: number }[], { take, byChange }: PageRequest) {
	const key = ({ row: { id, updated_at } }: { row: Delivery }) => (byChange ? updated_at + id : id);
	const isBefore = (a: string, b: string) => (byChange ? a < b : a > b);
	return all.sort((a, b) => (isBefore(key(a), key(b)) ? -1 : 1)).slice(0, take);
}

const shownOfFanOut = ({ delivery, attempt, event, endpoint, size }: FanOutDelivery) => ({
	row: toDelivery(shownRow(delivery, endpoint.status), attempt ? [attempt] : [], bodyOf(null, event, endpoint.trigger)),
	size,
});

export async function getDelivery(ctx: Ctx, id: string): Promise<Delivery> {
	// The deliveries of an automation hook are read below the hook. The ids of webhook endpoints begin with `whe`.
	// A delivery may leave its fan-out for a row of its own, so both are read from one state of the database.
	const [[found], inFanOut] = await together(
		ctx,
		(ctx) =>
			readDeliveries(ctx, and(eq(deliveries.id, id), like(deliveries.endpointId, "whe%")), {
				after: undefined,
				take: 1,
			}),
		(ctx) => findInFanOut(ctx, id),
	);
	const shown = found ?? (inFanOut && shownOfFanOut(inFanOut));
	if (!shown) throw notFound("delivery");
	return shown.row;
}

/** About the size of an attempt without its bodies, and of an envelope without its data. */
const attemptBytes = 512;

/** The answer shows the request body with every attempt of a delivery, although it is stored once. */
const shownBytes = sql<number>`${attemptBytes} + min(${shownAttemptBytes}, min(${deliveries.attemptCount}, ${maxKeptAttempts}) * (${attemptBytes} + coalesce(
		octet_length(${deliveries.testBody}),
		(SELECT octet_length(v.data) FROM ${events} v WHERE v.tenant_id = ${deliveries.tenantId} AND v.id = ${deliveries.eventId}),
		0
	)) + coalesce(
		(SELECT sum(iif(a.response_gzip IS NULL, octet_length(a.response_body), ${maxResponseBytes}))
			FROM ${deliveryAttempts} a WHERE a.delivery_id = ${deliveries.id}),
		0
	))`;

/** Reads deliveries with their attempts and request bodies, in two queries at the same time. */
async function readDeliveries(
	{ db, tenantId }: Ctx,
	condition: SQL | undefined,
	page: PageRequest,
): Promise<{ row: Delivery; size: number }[]> {
	// The unary plus makes SQLite search by the ids of the condition, and not go through an index of all deliveries.
	const where = and(sql`+${deliveries.tenantId} = ${tenantId}`, condition);
	const ids = db
		.select({ id: deliveries.id })
		.from(deliveries)
		.where(where)
		.orderBy(...sortOfKnownIds(deliveries, page))
		.limit(page.take);
	const ofDelivery = and(
		eq(webhookEndpoints.tenantId, deliveries.tenantId),
		eq(webhookEndpoints.id, deliveries.endpointId),
		sql`${webhookEndpoints.deletedAt} IS NULL`,
	);
	// Both are read from one state, so that the attempts are those that the row counts.
	const [rows, attempts] = await together(
		{ db },
		({ db }) =>
			db
				.select({
					delivery: deliveries,
					event: events,
					endpointStatus: webhookEndpoints.status,
					trigger: webhookEndpoints.trigger,
					size: shownBytes,
				})
				.from(deliveries)
				.innerJoin(webhookEndpoints, ofDelivery)
				.leftJoin(events, and(eq(events.tenantId, deliveries.tenantId), eq(events.id, deliveries.eventId)))
				.where(where)
				.orderBy(...sortOfKnownIds(deliveries, page))
				.limit(page.take),
		({ db }) =>
			db
				.select()
				.from(deliveryAttempts)
				.where(inArray(deliveryAttempts.deliveryId, ids))
				.orderBy(asc(deliveryAttempts.attempt)),
	);
	const attemptsWithBodies = await Promise.all(
		attempts.map(async (attempt) => ({ ...attempt, responseBody: await readStoredResponse(attempt) })),
	);
	return rows.map(({ delivery, event, endpointStatus, trigger, size }) => ({
		row: toDelivery(
			shownRow(delivery, endpointStatus),
			attemptsWithBodies.filter(({ deliveryId }) => deliveryId === delivery.id),
			bodyOf(delivery.testBody, event, trigger),
		),
		size,
	}));
}

const shownRow = (delivery: DeliveryRow, endpointStatus: "ACTIVE" | "DISABLED"): DeliveryRow => ({
	...delivery,
	nextAttemptAt: isPaused(delivery, endpointStatus) ? null : delivery.nextAttemptAt,
});

/** At a disabled endpoint even due deliveries wait, but test sends never do. */
const isPaused = ({ testBody }: DeliveryRow, endpointStatus: "ACTIVE" | "DISABLED"): boolean =>
	endpointStatus === "DISABLED" && testBody === null;
