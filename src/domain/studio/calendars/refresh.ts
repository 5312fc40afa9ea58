import { and, eq, sql } from "drizzle-orm";
import type { Change, ChangeDecidedByCommit } from "../../../platform/commit/change.ts";
import { execute } from "../../../platform/commit/execute.ts";
import { requireOpenStudio } from "../../../platform/commit/transaction/open-studio.ts";
import { mustChangeRows, update } from "../../../platform/commit/write.ts";
import type { Writer } from "../../../platform/commit/writer.ts";
import type { Caller } from "../../../platform/context.ts";
import { artists } from "../../../platform/db/tables/data/artists.ts";
import { externalCalendars } from "../../../platform/db/tables/data/calendars.ts";
import { dayMs, minuteMs } from "../../../platform/lib/time.ts";
import type { CalendarNudge } from "./due.ts";
import { loadCalendar } from "./load.ts";
import { replaceBusy } from "./replace-busy.ts";
import { openUrl } from "./sealed-url.ts";

/** Contract: Calendars 2. */
export const refreshMs = 15 * minuteMs;

/** Longer than fetching and reading take. If the calendar was claimed and not read, it is due again after this time. */
export const leaseMs = 2 * minuteMs;

interface ClaimedCalendar {
	tenantId: string;
	artistId: string;
	/** As it is stored: sealed. */
	icsUrl: string;
	etag: string | null;
	lastModified: string | null;
	fetchedAt: number | null;
	error: string | null;
	revision: number;
	timezone: string;
	artistUpdatedAt: number;
}

/**
 * If the calendar cannot be fetched, it shows the error. If the queue delivers the message twice, the second message
 * does nothing.
 */
export async function refreshCalendar(caller: Caller, writer: Writer, which: CalendarNudge): Promise<void> {
	const { result: claimed } = await execute(writer, caller, () => claimCalendar(which, caller.now));
	if (!claimed) return;
	const change = await readClaimed(caller, claimed);
	await execute(writer, caller, () => change);
}

/** A claim moves the due time. */
const claimCalendar = (
	{ tenant_id, artist_id }: CalendarNudge,
	now: number,
): ChangeDecidedByCommit<ClaimedCalendar | undefined> => ({
	resultFrom: ([claimed]) => (claimed?.results as ClaimedCalendar[] | undefined)?.[0],
	writes: [
		sql`UPDATE ${externalCalendars} SET next_fetch_at = ${now + leaseMs}, queued_until = 0
			WHERE tenant_id = ${tenant_id} AND artist_id = ${artist_id} AND ics_url IS NOT NULL AND next_fetch_at <= ${now}
			RETURNING tenant_id AS tenantId, artist_id AS artistId, ics_url AS icsUrl, etag, last_modified AS lastModified,
				fetched_at AS fetchedAt, error, revision,
				(SELECT a.timezone FROM ${artists} a WHERE a.tenant_id = external_calendars.tenant_id AND a.id = external_calendars.artist_id) AS timezone,
				(SELECT a.updated_at FROM ${artists} a WHERE a.tenant_id = external_calendars.tenant_id AND a.id = external_calendars.artist_id) AS artistUpdatedAt`,
		requireOpenStudio(tenant_id),
	],
});

/** The database refuses the change if the calendar was replaced meanwhile. */
async function readClaimed(caller: Caller, calendar: ClaimedCalendar): Promise<Change<null>> {
	const { etag, lastModified } = isBusyTimeCurrent(calendar, caller.now)
		? calendar
		: { etag: null, lastModified: null };
	const icsUrl = await openUrl(caller.vault, calendar, calendar.icsUrl);
	const loaded = await loadCalendar(caller, { ...calendar, icsUrl, etag, lastModified });
	const good = { fetchedAt: caller.now, error: null };
	const write = (set: Partial<typeof externalCalendars.$inferInsert>) =>
		mustChangeRows(
			update(externalCalendars)
				.set({ ...set, nextFetchAt: caller.now + refreshMs, revision: calendar.revision + 1 })
				.where(
					and(
						eq(externalCalendars.tenantId, calendar.tenantId),
						eq(externalCalendars.artistId, calendar.artistId),
						eq(externalCalendars.revision, calendar.revision),
						// A calendar that was removed and set again starts with revision 1 again. Its sealed URL always differs.
						eq(externalCalendars.icsUrl, calendar.icsUrl),
					),
				),
		);
	const { tenantId, artistId } = calendar;
	const open = requireOpenStudio(tenantId);
	if (loaded === "unchanged") return { result: null, writes: [write(good), open] };
	if ("error" in loaded) {
		const failed = { result: null, writes: [write({ error: loaded.error }), open] };
		// The audit log shows a failure once, and not every quarter of an hour.
		if (calendar.error !== null) return failed;
		return { ...failed, tenantId, audit: { action: "artist.external_calendar_failed", resourceId: artistId } };
	}
	const { busy, ...validators } = loaded;
	return { result: null, writes: [write({ ...good, ...validators }), ...replaceBusy(calendar, busy), open] };
}

/**
 * Whether the stored busy times are still right if the file is "not modified". They also depend on the day, because
 * each day brings more recurrences into the window, and on the artist's time zone. The request that sets a calendar
 * changes the artist at the time of the fetch.
 */
const isBusyTimeCurrent = ({ fetchedAt, artistUpdatedAt }: ClaimedCalendar, now: number): boolean =>
	fetchedAt !== null && Math.floor(fetchedAt / dayMs) === Math.floor(now / dayMs) && artistUpdatedAt <= fetchedAt;
