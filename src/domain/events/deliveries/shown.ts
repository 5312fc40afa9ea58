import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "../../../platform/context.ts";
import { hasDeliveryId } from "../../../platform/db/delivery-ids.ts";
import { events } from "../../../platform/db/tables/data/events.ts";
import { deliveries, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { together } from "../../../platform/db/together.ts";
import { notFound } from "../../../platform/problems/problem.ts";
import { bodyOf } from "../attempts/request/body.ts";
import { openSecrets } from "../attempts/request/secrets.ts";
import { getDelivery } from "./read.ts";
import type { Delivery } from "./schema.ts";

export interface ShownDelivery {
	delivery: Delivery;
	body: string;
	isTest: boolean;
	/** The request that caused the event. */
	requestId: string | null;
	endpoint: { url: string; description: string | null; isDisabled: boolean };
	/** The secrets that sign now. */
	secrets: string[];
}

export async function readDelivery(ctx: Ctx, id: string): Promise<ShownDelivery> {
	const [delivery, found] = await together(
		ctx,
		(ctx) => getDelivery(ctx, id),
		(ctx) => readAround(ctx, id),
	);
	if (!found) throw notFound("delivery");
	const { endpoint, event, testBody } = found;
	return {
		delivery,
		body: bodyOf(testBody, event),
		isTest: testBody !== null,
		requestId: event?.requestId ?? null,
		endpoint: { url: endpoint.url, description: endpoint.description, isDisabled: endpoint.status === "DISABLED" },
		secrets: await openSecrets(ctx.vault, { ...endpoint, endpointId: endpoint.id }, ctx.now),
	};
}

async function readAround({ db, tenantId }: Ctx, id: string) {
	const [found] = await db
		.select({ endpoint: webhookEndpoints, event: events, testBody: deliveries.testBody })
		.from(deliveries)
		.innerJoin(
			webhookEndpoints,
			and(
				eq(webhookEndpoints.tenantId, deliveries.tenantId),
				eq(webhookEndpoints.id, deliveries.endpointId),
				sql`${webhookEndpoints.deletedAt} IS NULL`,
			),
		)
		.leftJoin(events, and(eq(events.tenantId, deliveries.tenantId), eq(events.id, deliveries.eventId)))
		.where(hasDeliveryId(tenantId, id));
	return found;
}
