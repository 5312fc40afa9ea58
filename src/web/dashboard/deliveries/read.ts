import { and, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../../platform/context.ts";
import type { PublicEventType } from "../../../platform/db/tables/data/events.ts";
import { deliveries, deliveryAttempts, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { boundedScan } from "../lists/bounded-scan.ts";

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
export async function readDeliveries(
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
	const [found, end] = await Promise.all([
		readDeliveries(ctx, both ? and(scan.condition, sql`+${deliveries.status} = ${status}`) : indexed, perPage + 1),
		both ? scan.lastId() : undefined,
	]);
	const shown = found.slice(0, perPage);
	return { shown, after: found.length > perPage ? shown.at(-1)?.id : end };
}
