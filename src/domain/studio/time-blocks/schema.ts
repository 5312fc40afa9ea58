import * as z from "zod";
import type { timeBlocks } from "../../../platform/db/tables/data/calendars.ts";
import { id, instant, text, time } from "../../../platform/http/fields/fields.ts";
import { withVersion } from "../../../platform/http/versions/version.ts";
import { timestamp } from "../../../platform/lib/time.ts";

export const newTimeBlock = z
	.object({
		start_at: instant,
		end_at: instant.meta({ description: "After `start_at`, by at most 366 days." }),
		reason: text(500).nullable().default(null),
	})
	.meta({ id: "NewTimeBlock" });

export const timeBlock = z
	.object({
		object: z.literal("time_block"),
		id: id("time_block"),
		artist_id: id("artist"),
		start_at: time,
		end_at: time,
		reason: z.string().nullable(),
		created_at: time,
		updated_at: time,
	})
	.meta({ id: "TimeBlock" });

export type NewTimeBlock = z.output<typeof newTimeBlock>;
export type TimeBlock = z.output<typeof timeBlock>;
export type TimeBlockRow = typeof timeBlocks.$inferSelect;

export const toTimeBlock = (row: TimeBlockRow): TimeBlock =>
	withVersion(row.createdAt, {
		object: "time_block",
		id: row.id,
		artist_id: row.artistId,
		start_at: timestamp(row.startAt),
		end_at: timestamp(row.endAt),
		reason: row.reason,
		created_at: timestamp(row.createdAt),
		// A time block never changes.
		updated_at: timestamp(row.createdAt),
	});
