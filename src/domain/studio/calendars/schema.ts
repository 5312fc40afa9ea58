import { sql } from "drizzle-orm";
import { z } from "zod";
import { externalBusy, type externalCalendars } from "../../../platform/db/tables/data/calendars.ts";
import { id, instant, time } from "../../../platform/http/fields/fields.ts";
import { targetUrl } from "../../../platform/http/fields/web-url.ts";
import { dayMs, timestamp, timestampOrNull } from "../../../platform/lib/time.ts";
import type { Vault } from "../../../platform/lib/vault.ts";
import { openUrl, shownUrl } from "./sealed-url.ts";

const maxBusy = 1000;

export const newExternalCalendar = z.object({
	ics_url: targetUrl.nullable().optional().meta({
		description:
			"The service fetches it at once and then every 15 minutes. Null removes the calendar and its busy times.",
	}),
	busy: z
		.array(z.object({ start_at: instant, end_at: instant }))
		.max(maxBusy)
		.optional()
		.meta({ description: "The busy times themselves, instead of a URL." }),
});

export const externalCalendar = z
	.object({
		object: z.literal("external_calendar"),
		artist_id: id("artist"),
		ics_url: z
			.string()
			.nullable()
			.meta({ description: "Without its query. Null: the busy times were given directly, or there are none." }),
		fetched_at: time.nullable().meta({ description: "When the busy times were last read from the URL." }),
		error: z.string().nullable().meta({ description: "Why the last fetch failed. The last good busy times stay." }),
		next_fetch_at: time.nullable(),
		busy_count: z
			.int()
			.meta({ description: "The number of stretches of busy time. Stretches that overlap or adjoin count as one." }),
		updated_at: time,
	})
	.meta({ id: "ExternalCalendar" });

export type ExternalCalendar = z.output<typeof externalCalendar>;
export type CalendarRow = typeof externalCalendars.$inferSelect;

/** A stretch may be stored in pieces. This counts only the first piece: each later one begins where another ends. */
export const busyCount = sql<number>`(
	SELECT count(*) FROM ${externalBusy} b
	WHERE b.tenant_id = external_calendars.tenant_id AND b.artist_id = external_calendars.artist_id AND NOT EXISTS (
		SELECT 1 FROM ${externalBusy} p
		WHERE p.tenant_id = b.tenant_id AND p.artist_id = b.artist_id
			AND p.start_at >= b.start_at - ${dayMs} AND p.start_at < b.start_at AND p.end_at = b.start_at
	)
)`;

export const toExternalCalendar = async (vault: Vault, row: CalendarRow, count: number): Promise<ExternalCalendar> => ({
	object: "external_calendar",
	artist_id: row.artistId,
	ics_url: row.icsUrl === null ? null : shownUrl(await openUrl(vault, row, row.icsUrl)),
	fetched_at: timestampOrNull(row.fetchedAt),
	error: row.error,
	next_fetch_at: timestampOrNull(row.nextFetchAt),
	busy_count: count,
	updated_at: timestamp(row.updatedAt),
});
