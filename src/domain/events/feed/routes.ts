import * as z from "zod";
import { endpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { createdQuery, idFilter, text } from "../../../platform/http/fields/fields.ts";
import { readFeed } from "./feed.ts";
import { event, getEvent, listEvents } from "./operations.ts";
import { singleType, typesInQuery } from "./types-in-query.ts";

const tag = "Events";
const scope = "read:events" as const;

export const eventRoutes = [
	endpoint.list({
		id: "listEvents",
		path: "/v1/events",
		tag,
		summary: "List events",
		description:
			"The tenant's event log of the last 30 days, newest first. With `after_sequence` it is the feed: rising, and it waits for what comes where `wait` says so. Go on with `next_after_sequence`.",
		scope,
		query: z.object({
			type: typesInQuery.optional(),
			about: text(200).optional().meta({
				description: "The id of the record that the events are about.",
			}),
			request_id: idFilter("their request (`X-Request-ID`)", "request"),
			...createdQuery,
		}),
		answer: event,
		errors: ["validation_error", "events_expired"],
		run: (ctx, { query, page }) => listEvents(ctx, { ...query, type: singleType(query.type) }, page),
		feed: {
			typesOf: ({ type }) => (type === undefined ? null : [type].flat()),
			read: (ctx, { query: { type, about, request_id }, ...range }) =>
				readFeed(ctx, { types: type === undefined ? null : [type].flat(), about, request_id, ...range }),
		},
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
