import * as z from "zod";
import { deliveryStatuses } from "../../../platform/db/tables/data/webhooks.ts";
import { endpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { createdQuery, idFilter, publicEventType, syncQuery } from "../../../platform/http/fields/fields.ts";
import { listDeliveriesOfEvent } from "./deliveries-of-event.ts";
import { listAllDeliveries, listDeliveries } from "./lists.ts";
import { replayDelivery } from "./operations.ts";
import { getDelivery } from "./read.ts";
import { delivery, eventDelivery } from "./schema.ts";

const tag = "Deliveries";
const params = { delivery_id: "delivery" } as const;

export const deliveryRoutes = [
	endpoint.list({
		id: "listDeliveries",
		path: "/v1/webhook_endpoints/:endpoint_id/deliveries",
		tag,
		summary: "List a webhook endpoint's deliveries",
		description: "Deliveries of the last 30 days. Each has every attempt.",
		scope: "read:deliveries",
		params: { endpoint_id: "webhook_endpoint" },
		query: z.object({
			status: z.enum(deliveryStatuses).optional(),
			event_type: publicEventType.optional(),
			...syncQuery,
		}),
		answer: delivery,
		run: (ctx, { params: { endpoint_id }, query, page }) => listDeliveries(ctx, endpoint_id, query, page),
	}),
	endpoint.list({
		id: "listAllDeliveries",
		path: "/v1/deliveries",
		tag,
		summary: "List the deliveries of all webhook endpoints",
		description: "Deliveries of the last 30 days. Each has every attempt.",
		scope: "read:deliveries",
		query: z.object({
			event_id: idFilter("an event", "event"),
			endpoint_id: idFilter("a webhook endpoint", "webhook_endpoint"),
			status: z.enum(deliveryStatuses).optional(),
			...createdQuery,
		}),
		answer: delivery,
		run: (ctx, { query, page }) => listAllDeliveries(ctx, query, page),
	}),
	endpoint.list({
		id: "listEventDeliveries",
		path: "/v1/events/:event_id/deliveries",
		tag,
		summary: "List the deliveries of an event, and why endpoints have none",
		scope: "read:deliveries",
		params: { event_id: "event" },
		answer: eventDelivery,
		run: (ctx, { params: { event_id }, page }) => listDeliveriesOfEvent(ctx, event_id, page),
	}),
	endpoint.get({
		id: "getDelivery",
		path: "/v1/deliveries/:delivery_id",
		tag,
		summary: "Get a delivery",
		scope: "read:deliveries",
		params,
		answer: delivery,
		run: (ctx, { params: { delivery_id } }) => getDelivery(ctx, delivery_id),
	}),
	endpoint.change("POST", {
		id: "replayDelivery",
		path: "/v1/deliveries/:delivery_id/replay",
		tag,
		summary: "Send a delivery once more",
		description:
			"Adds one attempt to a delivery that is SUCCEEDED or DEAD; if it fails, the delivery is DEAD. Of a PENDING one it makes the next attempt now, and a failure is followed by the wait of its number. 409 `conflict` while an attempt at a PENDING one is under way or its endpoint is not ACTIVE.",
		scope: "write:deliveries",
		params,
		answer: delivery,
		run: (ctx, { params: { delivery_id } }) => replayDelivery(ctx, delivery_id),
	}),
];
