import { sql } from "drizzle-orm";
import type { Change } from "../../../platform/commit/change.ts";
import type { Ctx } from "../../../platform/context.ts";
import { deliveryIdFor } from "../../../platform/db/delivery-ids.ts";
import type { PublicEventType } from "../../../platform/db/tables/data/events.ts";
import { deliveries } from "../../../platform/db/tables/data/webhooks.ts";
import { queuedMs } from "../../../platform/events/nudges.ts";
import { dueDelivery } from "../../../platform/events/publish.ts";
import { newId } from "../../../platform/lib/ids.ts";
import { envelope } from "../attempts/request/envelope.ts";
import { exampleOf } from "../catalogue/catalogue.ts";
import { findEndpoint } from "../endpoints/operations.ts";
import { type Delivery, type DeliveryRow, toDelivery } from "./schema.ts";

/** The example event goes to this endpoint alone. It has no sequence, is not in the feed and is not retried. */
export async function testEndpoint(
	ctx: Ctx,
	endpointId: string,
	type: PublicEventType | undefined,
): Promise<Change<Delivery>> {
	const endpoint = await findEndpoint(ctx, endpointId);
	const firstType = endpoint.events[0];
	const sent =
		type ?? (firstType === undefined || firstType === "*" ? "client.created" : (firstType as PublicEventType));
	const event = {
		id: newId("event", ctx.now),
		type: sent,
		tenantId: ctx.tenantId,
		createdAt: ctx.now,
		actorType: ctx.actor.type,
		actorId: ctx.actor.id,
		data: exampleOf(sent),
	};
	const { sequence: _, ...unnumbered } = envelope({ ...event, sequence: 0 });
	const row: DeliveryRow = {
		id: deliveryIdFor(event.id, endpoint.number),
		tenantId: ctx.tenantId,
		endpointId,
		eventId: event.id,
		eventType: sent,
		missed: false,
		recordId: null,
		sequence: null,
		status: "PENDING",
		attemptCount: 0,
		nextAttemptAt: ctx.now,
		replaying: true,
		testBody: JSON.stringify({ ...unnumbered, test: true }),
		leasedUntil: 0,
		queuedUntil: ctx.now + queuedMs,
		createdAt: ctx.now,
		updatedAt: ctx.now,
		attempts: [],
	};
	return {
		result: await toDelivery(row, ""),
		writes: [
			sql`INSERT INTO ${deliveries} (tenant_id, endpoint_id, id, event_id, event_type, status, next_attempt_at, replaying, test_body,
					queued_until, created_at, updated_at)
				VALUES (${row.tenantId}, ${row.endpointId}, ${row.id}, ${row.eventId}, ${row.eventType}, ${row.status}, ${row.nextAttemptAt}, 1,
					${row.testBody}, ${row.queuedUntil}, ${row.createdAt}, ${row.updatedAt})
				RETURNING ${dueDelivery}`,
		],
		audit: { action: "webhook_endpoint.tested", resourceId: endpointId },
	};
}
