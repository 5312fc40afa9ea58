import * as z from "zod";
import { eventTypeKinds, visibilities } from "../../../platform/db/tables/data/event-types.ts";
import { endpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { idFilter, queryFlag, syncQuery, text } from "../../../platform/http/fields/fields.ts";
import { getEventType, listEventTypes } from "./operations.ts";
import { eventType } from "./schema.ts";

const tag = "Event types";

export const eventTypeRoutes = [
	endpoint.list({
		id: "listEventTypes",
		path: "/v1/event_types",
		tag,
		summary: "List event types",
		scope: "read:event_types",
		query: z.object({
			...syncQuery,
			artist_id: idFilter("an artist", "artist"),
			shop_id: idFilter("the shop whose artists' event types are wanted", "shop"),
			kind: z.enum(eventTypeKinds).optional(),
			slug: text(200).optional().meta({ description: "Each artist has at most one." }),
			is_active: queryFlag.optional(),
			visibility: z.enum(visibilities).optional(),
		}),
		answer: eventType,
		run: (ctx, { query, page }) => listEventTypes(ctx, query, page),
	}),
	endpoint.get({
		id: "getEventType",
		path: "/v1/event_types/:event_type_id",
		tag,
		summary: "Get an event type",
		scope: "read:event_types",
		params: { event_type_id: "event_type" },
		answer: eventType,
		run: (ctx, { params: { event_type_id } }) => getEventType(ctx, event_type_id),
	}),
];
