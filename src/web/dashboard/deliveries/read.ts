import type { SQL } from "drizzle-orm";
import { type FanOutDelivery, listInFanOuts, ofEventsInFanOuts } from "../../../domain/events/fan-outs/read.ts";
import type { Ctx } from "../../../platform/context.ts";
import { boundedScan } from "../../../platform/db/lists/bounded-scan.ts";
import { and, desc, eq, lt, sql } from "../../../platform/db/statements/expression.ts";
import type { PublicEventType } from "../../../platform/db/tables/data/events.ts";
import { deliveries, deliveryAttempts, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { together } from "../../../platform/db/together.ts";

/** A delivery without its bodies. */
export interface ListedDelivery {
	id: string;
	endpointId: string;
	eventId: string;
	eventType: string;
	status: (typeof deliveries.$inferSelect)["status"];
	attemptCount: number;
	isTest: boolean;
	lastStatus: number | null;
	lastError: string | null;
	createdAt: number;
	url: string;
}

/** Deliveries, newest first, with the results of their last attempts. */
async function readDeliveries(
	{ db, tenantId }: Ctx,
	condition: SQL | undefined,
	take: number,
): Promise<ListedDelivery[]> {
	return await db
		.select({
			id: deliveries.id,
			endpointId: deliveries.endpointId,
			eventId: deliveries.eventId,
			eventType: deliveries.eventType,
			status: deliveries.status,
			attemptCount: deliveries.attemptCount,
			isTest: sql`${deliveries.testBody} IS NOT NULL`.mapWith(Boolean),
			lastStatus: deliveryAttempts.responseStatus,
			lastError: deliveryAttempts.errorMessage,
			createdAt: deliveries.createdAt,
			url: webhookEndpoints.url,
		})
		.from(deliveries)
		.innerJoin(
			webhookEndpoints,
			and(
				eq(webhookEndpoints.tenantId, deliveries.tenantId),
				eq(webhookEndpoints.id, deliveries.endpointId),
				sql`${webhookEndpoints.deletedAt} IS NULL AND ${webhookEndpoints.trigger} IS NULL`,
			),
		)
		.leftJoin(
			deliveryAttempts,
			and(eq(deliveryAttempts.deliveryId, deliveries.id), eq(deliveryAttempts.attempt, deliveries.attemptCount)),
		)
		.where(and(eq(deliveries.tenantId, tenantId), condition))
		.orderBy(desc(deliveries.id))
		.limit(take);
}

/** The deliveries of some events, newest first. `eventKeys` selects the tenant and the id of each. */
export async function readDeliveriesOf(ctx: Ctx, eventKeys: SQL, take: number): Promise<ListedDelivery[]> {
	// A delivery may leave its fan-out for a row of its own, so both are read from one state of the database.
	const [own, inFanOuts] = await together(
		ctx,
		(ctx) => readDeliveries(ctx, sql`(${deliveries.tenantId}, ${deliveries.eventId}) IN (${eventKeys})`, take),
		(ctx) => ofEventsInFanOuts(ctx, eventKeys, take),
	);
	return newestOf([...own, ...inFanOuts.map(listedOfFanOut)], take);
}

const newestOf = (all: ListedDelivery[], take: number): ListedDelivery[] =>
	all.sort((a, b) => (a.id > b.id ? -1 : 1)).slice(0, take);

const listedOfFanOut = ({ delivery, attempt, endpoint }: FanOutDelivery): ListedDelivery => ({
	id: delivery.id,
	endpointId: delivery.endpointId,
	eventId: delivery.eventId,
	eventType: delivery.eventType,
	status: delivery.status,
	attemptCount: delivery.attemptCount,
	isTest: false,
	lastStatus: attempt?.responseStatus ?? null,
	lastError: attempt?.errorMessage ?? null,
	createdAt: delivery.createdAt,
	url: endpoint.url,
});

export interface DeliveryFilters {
	status?: ListedDelivery["status"] | undefined;
	type?: PublicEventType | undefined;
	after?: string | undefined;
}

/** A page of the deliveries of an endpoint, and the cursor of the next page. */
export async function listAtEndpoint(
	ctx: Ctx,
	endpointId: string,
	{ status, type, after }: DeliveryFilters,
	perPage: number,
): Promise<{ shown: ListedDelivery[]; after: string | undefined }> {
	const indexed = and(
		eq(deliveries.tenantId, ctx.tenantId),
		eq(deliveries.endpointId, endpointId),
		type !== undefined
			? eq(deliveries.eventType, type)
			: status !== undefined
				? eq(deliveries.status, status)
				: undefined,
		after ? lt(deliveries.id, after) : undefined,
	);
	// Each filter has an index, but not both together. The unary `+` keeps SQLite from using the index of the status.
	const both = type !== undefined && status !== undefined;
	const scan = boundedScan(ctx.db, deliveries, indexed);
	// A delivery may leave its fan-out for a row of its own, so both are read from one state of the database.
	const [own, end, inFanOuts] = await together(
		ctx,
		(ctx) =>
			readDeliveries(ctx, both ? and(scan.condition, sql`+${deliveries.status} = ${status}`) : indexed, perPage + 1),
		({ db }) => (both ? scan.lastId(db) : undefined),
		(ctx) =>
			listInFanOuts(ctx, endpointId, { status, event_type: type }, { after, take: perPage + 1 }, { withEvents: false }),
	);
	// After the end of the scan other deliveries may come before those of fan-outs.
	const reached = inFanOuts.map(listedOfFanOut).filter(({ id }) => end === undefined || id >= end);
	const found = newestOf([...own, ...reached], perPage + 1);
	const shown = found.slice(0, perPage);
	return { shown, after: found.length > perPage ? shown.at(-1)?.id : end };
}
