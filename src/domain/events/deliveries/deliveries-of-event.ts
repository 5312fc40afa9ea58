import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../../platform/context.ts";
import { idOfDelivery } from "../../../platform/db/delivery-ids.ts";
import type { PageRequest } from "../../../platform/db/lists/page-order.ts";
import { studios } from "../../../platform/db/tables/data/studios.ts";
import {
	deliveries,
	type deliveryStatuses,
	type disabledReasons,
	webhookEndpoints,
} from "../../../platform/db/tables/data/webhooks.ts";
import { isOwn, listens, passesFilter, storedEvent } from "../../../platform/events/matching.ts";
import { notFound } from "../../../platform/problems/problem.ts";
import type { EventDelivery, WhyNot } from "./schema.ts";

export interface EndpointOfEvent {
	id: string;
	url: string;
	description: string | null;
	status: "ACTIVE" | "DISABLED";
	disabledAt: number | null;
	disabledReason: (typeof disabledReasons)[number] | null;
	createdAt: number;
	updatedAt: number;
	deliveryId: string | null;
	deliveryStatus: (typeof deliveryStatuses)[number] | null;
	eventCreatedAt: number;
	plan: string;
	listens: number;
	isOwn: number;
	passesFilter: number;
}

/** The studio's endpoints, the newest first. There are none if the event does not exist. */
export async function endpointsOfEvent(
	{ db, tenantId }: Ctx,
	eventId: string,
	{ after, take }: PageRequest,
): Promise<EndpointOfEvent[]> {
	const answer = (condition: SQL) => sql<number>`coalesce(${condition}, 0)`;
	const e = sql.raw("e");
	const of = (column: string) => sql.raw(`e.${column}`);
	return await db
		.select({
			id: sql<string>`${of("id")}`,
			url: sql<string>`${of("url")}`,
			description: sql<string | null>`${of("description")}`,
			status: sql<EndpointOfEvent["status"]>`${of("status")}`,
			disabledAt: sql<number | null>`${of("disabled_at")}`,
			disabledReason: sql<EndpointOfEvent["disabledReason"]>`${of("disabled_reason")}`,
			createdAt: sql<number>`${of("created_at")}`,
			updatedAt: sql<number>`${of("updated_at")}`,
			deliveryId: sql<string | null>`${idOfDelivery}`,
			deliveryStatus: sql<EndpointOfEvent["deliveryStatus"]>`(SELECT d.status FROM ${deliveries} d
				WHERE d.tenant_id = e.tenant_id AND d.endpoint_id = e.id AND d.id = ${idOfDelivery})`,
			eventCreatedAt: sql<number>`v.created_at`,
			plan: sql<string>`(SELECT s.plan FROM ${studios} s WHERE s.tenant_id = v.tenant_id)`,
			listens: answer(listens(storedEvent)),
			isOwn: answer(isOwn(storedEvent)),
			passesFilter: answer(passesFilter(storedEvent)),
		})
		.from(
			sql`events v JOIN ${webhookEndpoints} ${e} ON e.tenant_id = v.tenant_id AND e."trigger" IS NULL AND e.deleted_at IS NULL`,
		)
		.where(
			sql`v.tenant_id = ${tenantId} AND v.id = ${eventId}${after === undefined ? sql`` : sql` AND e.id < ${after}`}`,
		)
		.orderBy(sql`e.id DESC`)
		.limit(take);
}

/** Whether each endpoint got the event, and if not, why (contract: Deliveries 21). */
export async function listDeliveriesOfEvent(ctx: Ctx, eventId: string, page: PageRequest): Promise<EventDelivery[]> {
	const found = await endpointsOfEvent(ctx, eventId, page);
	if (found.length === 0 && !(await eventExists(ctx, eventId))) throw notFound("event");
	return found.map((endpoint) => ({
		object: "event_delivery",
		endpoint_id: endpoint.id,
		delivery_id: endpoint.deliveryId,
		status: endpoint.deliveryStatus,
		reason: whyNot(endpoint)?.reason ?? null,
	}));
}

async function eventExists({ db, tenantId }: Ctx, id: string): Promise<boolean> {
	const rows = await db.select({ one: sql`1` }).from(sql`events`).where(sql`tenant_id = ${tenantId} AND id = ${id}`);
	return rows.length > 0;
}

/**
 * The reason why an endpoint has no delivery of the event; null if it has one. Earlier settings and plans are not kept. If
 * today's would send the event, the reason is a guess: the endpoint was disabled if it has changed since, or else the
 * studio was on Light.
 */
export function whyNot(endpoint: EndpointOfEvent): { reason: WhyNot; isGuess: boolean } | null {
	if (endpoint.deliveryId !== null) return null;
	const certain = (reason: WhyNot) => ({ reason, isGuess: false });
	if (endpoint.createdAt > endpoint.eventCreatedAt) return certain("created_later");
	if (!endpoint.listens) return certain("not_subscribed");
	if (endpoint.isOwn) return certain("own");
	if (!endpoint.passesFilter) return certain("filtered");
	if (endpoint.disabledAt !== null && endpoint.disabledAt <= endpoint.eventCreatedAt)
		return certain(endpoint.disabledReason === "plan_limit" ? "plan_limit" : "disabled");
	if (endpoint.plan === "light") return certain("light");
	return { reason: endpoint.updatedAt > endpoint.eventCreatedAt ? "disabled" : "light", isGuess: true };
}
