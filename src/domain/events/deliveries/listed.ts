import type { SQL } from "drizzle-orm";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Ctx } from "../../../platform/context.ts";
import { deliveriesOfEvents } from "../../../platform/db/delivery-ids.ts";
import type { PublicEventType } from "../../../platform/db/tables/data/events.ts";
import { deliveries, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { together } from "../../../platform/db/together.ts";
import { newestAt } from "./lists.ts";

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

/** The newest first. `keys` selects their `endpoint_id` and `id`. */
async function readDeliveries(
	{ db, tenantId }: Ctx,
	keys: SQL,
	condition: SQL | undefined,
	take: number,
): Promise<ListedDelivery[]> {
	const ofLastAttempt = (name: string) => sql`${deliveries.attempts} ->> ${sql.raw(`'$[#-1].${name}'`)}`;
	return await db
		.select({
			id: deliveries.id,
			endpointId: deliveries.endpointId,
			eventId: deliveries.eventId,
			eventType: deliveries.eventType,
			status: deliveries.status,
			attemptCount: deliveries.attemptCount,
			isTest: sql`${deliveries.testBody} IS NOT NULL`.mapWith(Boolean),
			lastStatus: sql<number | null>`${ofLastAttempt("response_status")}`,
			lastError: sql<string | null>`${ofLastAttempt("error_message")}`,
			createdAt: deliveries.createdAt,
			url: webhookEndpoints.url,
		})
		.from(sql`(${keys}) k`)
		.crossJoin(deliveries)
		.innerJoin(
			webhookEndpoints,
			and(
				eq(webhookEndpoints.tenantId, deliveries.tenantId),
				eq(webhookEndpoints.id, deliveries.endpointId),
				sql`${webhookEndpoints.deletedAt} IS NULL AND ${webhookEndpoints.trigger} IS NULL`,
			),
		)
		.where(
			and(
				eq(deliveries.tenantId, tenantId),
				sql`${deliveries.endpointId} = k.endpoint_id AND ${deliveries.id} = k.id`,
				condition,
			),
		)
		.orderBy(desc(deliveries.id))
		.limit(take);
}

export const readDeliveriesOfEvent = (ctx: Ctx, eventId: string, take: number): Promise<ListedDelivery[]> =>
	readDeliveriesOf(ctx, sql`SELECT ${eventId} AS id`, take);

/** The newest first. `eventIds` selects the ids of the events as `id`. */
export const readDeliveriesOf = (ctx: Ctx, eventIds: SQL, take: number): Promise<ListedDelivery[]> =>
	readDeliveries(ctx, deliveriesOfEvents(ctx.tenantId, sql`(${eventIds})`), undefined, take);

export interface DeliveryFilters {
	status?: ListedDelivery["status"] | undefined;
	type?: PublicEventType | undefined;
	after?: string | undefined;
}

/** A page with a filter without an index looks at this many deliveries, and the next page continues after them. */
const mostLookedAt = sql.raw("500");

export async function listAtEndpoint(
	ctx: Ctx,
	endpointId: string,
	{ status, type, after }: DeliveryFilters,
	perPage: number,
): Promise<{ shown: ListedDelivery[]; after: string | undefined }> {
	const { first, endAfter } = newestAt(ctx, endpointId, status, { after });
	const checked = and(
		type === undefined ? undefined : eq(deliveries.eventType, type),
		status === undefined || status === "DEAD" ? undefined : eq(deliveries.status, status),
	);
	const looked = checked ? mostLookedAt : sql.raw(String(perPage + 1));
	const [found, [end]] = await together(
		ctx,
		(ctx) => readDeliveries(ctx, first(looked), checked, perPage + 1),
		({ db }) => (checked ? db.select({ at: sql<string | null>`${endAfter(looked)}` }).from(sql`(SELECT 1)`) : []),
	);
	const shown = found.slice(0, perPage);
	return { shown, after: (found.length > perPage ? shown.at(-1)?.id : end?.at) ?? undefined };
}
