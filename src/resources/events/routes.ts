import { z } from "zod";
import { publicEventTypes } from "../../db/tables/data/events.ts";
import { endpoint } from "../../http/endpoint.ts";
import { createdSince } from "../../http/fields.ts";
import { event, getEvent, listEvents } from "./operations.ts";

const tag = "Events";
const scope = "read:events" as const;

export const eventRoutes = [
	endpoint.list({
		id: "listEvents",
		path: "/v1/events",
		tag,
		summary: "List events",
		description: "The tenant's event log of the last 30 days.",
		scope,
		query: z.object({ type: z.enum(publicEventTypes).optional(), created_since: createdSince }),
		answer: event,
		run: (ctx, { query, page }) => listEvents(ctx, query, page),
	}),
	endpoint.get({
		id: "getEvent",
		path: "/v1/events/:event_id",
		tag,
		summary: "Get an event",
		scope,
		params: { event_id: "event" },
		answer: event,
		run: (ctx, { params: { event_id } }) => getEvent(ctx, event_id),
	}),
];
