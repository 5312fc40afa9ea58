import * as z from "zod";
import { slot } from "../../../platform/booking-rules/refused-slot.ts";
import { endpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { queryInstant, reference } from "../../../platform/http/fields/fields.ts";
import { listAvailability } from "./operations.ts";

export const availabilityRoutes = [
	endpoint.get({
		id: "listAvailability",
		path: "/v1/availability",
		tag: "Appointments",
		summary: "List the free times of an artist",
		description:
			"Free times start every 15 minutes, counted from each opening, and are as long as the event type. They follow the same rules as a booking. One page holds the whole range.",
		scope: "read:appointments",
		query: z.object({
			artist_id: reference("an active artist"),
			event_type_id: reference("an event type of the artist"),
			from: queryInstant.meta({ description: "Only times that start at or after this time." }),
			to: queryInstant.meta({ description: "Only times that start before this time. At most 62 days after `from`." }),
		}),
		answer: z
			.object({
				object: z.literal("list"),
				data: z.array(slot),
				has_more: z.literal(false),
				next_cursor: z.null(),
			})
			.meta({ id: "Availability" }),
		errors: ["validation_error"],
		run: async (ctx, { query }) => ({
			object: "list" as const,
			data: await listAvailability(ctx, query),
			has_more: false as const,
			next_cursor: null,
		}),
	}),
];
