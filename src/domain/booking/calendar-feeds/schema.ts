import * as z from "zod";
import { type calendarFeeds, feedDetails } from "../../../platform/db/tables/data/calendars.ts";
import { id, time } from "../../../platform/http/fields/fields.ts";
import { timestamp, timestampOrNull } from "../../../platform/lib/time.ts";

export const newCalendarFeed = z
	.object({ details: z.enum(feedDetails).default("full").meta({ leftOut: "Default: full." }) })
	.meta({ id: "NewCalendarFeed" });

export const calendarFeed = z
	.object({
		object: z.literal("calendar_feed"),
		details: z.enum(feedDetails),
		last_read_at: time.nullable(),
		created_at: time,
	})
	.meta({ id: "CalendarFeed" });

export const calendarFeedWithUrl = calendarFeed.extend({ url: z.string() }).meta({ id: "CalendarFeedWithUrl" });

export const deletedCalendarFeed = <K extends "artist" | "shop">(kind: K, name: string) =>
	z.object({ object: z.literal("calendar_feed"), id: id(kind), deleted: z.literal(true) }).meta({ id: name });

export type FeedRow = typeof calendarFeeds.$inferSelect;
export type NewCalendarFeed = z.output<typeof newCalendarFeed>;
export type CalendarFeed = z.output<typeof calendarFeed>;
export type CalendarFeedWithUrl = z.output<typeof calendarFeedWithUrl>;

export const toCalendarFeed = (row: FeedRow): CalendarFeed => ({
	object: "calendar_feed",
	details: row.details,
	last_read_at: timestampOrNull(row.lastReadAt),
	created_at: timestamp(row.createdAt),
});
