import { sql } from "drizzle-orm";
import * as z from "zod";
import { externalBusy, type externalCalendars } from "../../../platform/db/tables/data/calendars.ts";
import { id, instant, time } from "../../../platform/http/fields/fields.ts";
import { targetUrl } from "../../../platform/http/fields/web-url.ts";
import { withTagOf, withVersion } from "../../../platform/http/versions/version.ts";
import type { Vault } from "../../../platform/lib/secrets/vault.ts";
import { dayMs, timestamp, timestampOrNull } from "../../../platform/lib/time.ts";
import { openUrl, shownUrl } from "./sealed-url.ts";

const maxBusy = 1000;

const isFetched = "The service fetches it at once and then every 15 minutes.";

/** The body of the operator and of the dashboard, which removes a calendar with null. */
export const externalCalendarOrNone = z.object({
	ics_url: targetUrl
		.nullable()
		.optional()
		.meta({ description: `${isFetched} Null removes the calendar and its busy times.` }),
	busy: z
		.array(z.object({ start_at: instant, end_at: instant }))
		.max(maxBusy)
		.optional()
		.meta({ description: "The busy times themselves, instead of a URL." }),
});

export const newExternalCalendar = externalCalendarOrNone
	.extend({ ics_url: targetUrl.optional().meta({ description: `${isFetched} No answer shows it.` }) })
	.meta({ id: "NewExternalCalendar" });

export const externalCalendar = z
	.object({
		object: z.literal("external_calendar"),
		artist_id: id("artist"),
		fetched_at: time.nullable().meta({ description: "When the busy times were last read from the URL." }),
		error: z.string().nullable().meta({ description: "Why the last fetch failed. The last good busy times stay." }),
		next_fetch_at: time.nullable().meta({ description: "Null: the busy times were given directly." }),
		busy_count: z
			.int()
			.meta({ description: "The number of stretches of busy time. Stretches that overlap or adjoin count as one." }),
		created_at: time,
		updated_at: time,
	})
	.meta({ id: "ExternalCalendar" });

/** The calendar as the operator and the people of the studio see it. */
export const externalCalendarWithUrl = externalCalendar
	.extend({
		ics_url: z
			.string()
			.nullable()
			.meta({ description: "Without its query. Null: the busy times were given directly, or there are none." }),
	})
	.meta({ id: "ExternalCalendarWithUrl" });

/** The id is that of the artist, who has one calendar at most. */
export const deletedExternalCalendar = z
	.object({ object: z.literal("external_calendar"), id: id("artist"), deleted: z.literal(true) })
	.meta({ id: "DeletedExternalCalendar" });

export type ExternalCalendar = z.output<typeof externalCalendarWithUrl>;
export type DeletedExternalCalendar = z.output<typeof deletedExternalCalendar>;
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

interface ShownCalendar {
	row: CalendarRow;
	count: number;
	version: number;
}

/** Each reading of the calendar shows another state of the same version (contract: Versions 3). */
export const toExternalCalendar = async (
	vault: Vault,
	{ row, count, version }: ShownCalendar,
): Promise<ExternalCalendar> =>
	withVersion(
		version,
		{
			object: "external_calendar",
			artist_id: row.artistId,
			ics_url: row.icsUrl === null ? null : shownUrl(await openUrl(vault, row, row.icsUrl)),
			fetched_at: timestampOrNull(row.fetchedAt),
			error: row.error,
			next_fetch_at: timestampOrNull(row.nextFetchAt),
			busy_count: count,
			created_at: timestamp(row.createdAt),
			updated_at: timestamp(row.updatedAt),
		},
		String(row.revision),
	);

/** The address is write-only under /v1: it often holds a secret. */
export function withoutUrl(calendar: ExternalCalendar): z.output<typeof externalCalendar> {
	const { ics_url: _, ...shown } = calendar;
	return withTagOf(calendar, shown);
}
