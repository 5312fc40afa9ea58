import { and, eq, sql } from "drizzle-orm";
import type { Change, ChangeDecidedByCommit } from "../commit/change.ts";
import { execute } from "../commit/execute.ts";
import { guarded, update } from "../commit/write.ts";
import type { Writer } from "../commit/writer.ts";
import type { Caller } from "../context.ts";
import { safeMessage } from "../db/errors.ts";
import { artists } from "../db/tables/tenant/artists.ts";
import { externalCalendars } from "../db/tables/tenant/calendars.ts";
import { dayMs, minuteMs } from "../lib/time.ts";
import { log } from "../log.ts";
import { Problem } from "../problems.ts";
import { loadCalendar } from "./load.ts";
import { replaceBusy } from "./replace.ts";

/** Contract: Calendars 2. */
export const refreshMs = 15 * minuteMs;

/** A run claims few calendars at a time: if it dies, those that it claimed and did not fetch wait 15 minutes. */
const perClaim = 10;
/** With a run every minute this is enough for 1500 calendars. Others wait for the next run. */
const claimsPerRun = 10;
/** Cloudflare gives an invocation six connections. */
const atOnce = 4;

interface DueCalendar {
	tenantId: string;
	artistId: string;
	icsUrl: string;
	etag: string | null;
	lastModified: string | null;
	fetchedAt: number | null;
	revision: number;
	timezone: string;
	artistUpdatedAt: number;
}

/** Fetches the calendars that are due. A calendar that cannot be fetched shows the error and holds up no other. */
export async function refreshDueCalendars(caller: Caller, writer: Writer): Promise<void> {
	for (let n = 0; n < claimsPerRun; n++) {
		const { result: due } = await execute(writer, caller, () => claimDue(caller.now));
		if (due.length === 0) return;
		await Promise.all(Array.from({ length: atOnce }, () => refreshAll(caller, writer, due)));
	}
}

async function refreshAll(caller: Caller, writer: Writer, due: DueCalendar[]): Promise<void> {
	for (let calendar = due.shift(); calendar; calendar = due.shift())
		await refreshCalendar(caller, calendar)
			.then((change) => execute(writer, caller, () => change))
			.catch(report);
}

/** Moving the due time claims a calendar. Of two runs only one gets it, and after a crash it is due again later. */
const claimDue = (now: number): ChangeDecidedByCommit<DueCalendar[]> => ({
	resultFrom: ([claimed]) => (claimed?.results ?? []) as DueCalendar[],
	writes: [
		sql`UPDATE ${externalCalendars} SET next_fetch_at = ${now + refreshMs}
			WHERE (tenant_id, artist_id) IN (
				SELECT tenant_id, artist_id FROM ${externalCalendars}
				WHERE ics_url IS NOT NULL AND next_fetch_at <= ${now} ORDER BY next_fetch_at LIMIT ${perClaim}
			)
			RETURNING tenant_id AS tenantId, artist_id AS artistId, ics_url AS icsUrl, etag, last_modified AS lastModified,
				fetched_at AS fetchedAt, revision,
				(SELECT a.timezone FROM ${artists} a WHERE a.tenant_id = external_calendars.tenant_id AND a.id = external_calendars.artist_id) AS timezone,
				(SELECT a.updated_at FROM ${artists} a WHERE a.tenant_id = external_calendars.tenant_id AND a.id = external_calendars.artist_id) AS artistUpdatedAt`,
	],
});

/** Fetches a calendar and decides the change. The commit refuses it if the calendar was replaced meanwhile. */
async function refreshCalendar(caller: Caller, calendar: DueCalendar): Promise<Change<null>> {
	const { etag, lastModified } = isCurrent(calendar, caller.now) ? calendar : { etag: null, lastModified: null };
	const loaded = await loadCalendar(caller, { ...calendar, etag, lastModified });
	const good = { fetchedAt: caller.now, error: null };
	const write = (set: Partial<typeof externalCalendars.$inferInsert>) =>
		guarded(
			update(externalCalendars)
				.set({ ...set, revision: calendar.revision + 1 })
				.where(
					and(
						eq(externalCalendars.tenantId, calendar.tenantId),
						eq(externalCalendars.artistId, calendar.artistId),
						eq(externalCalendars.revision, calendar.revision),
						// A calendar that was removed and set again begins with revision 1 again.
						eq(externalCalendars.icsUrl, calendar.icsUrl),
					),
				),
		);
	if (loaded === "unchanged") return { result: null, writes: [write(good)] };
	if ("error" in loaded) return { result: null, writes: [write({ error: loaded.error })] };
	const { busy, ...validators } = loaded;
	return { result: null, writes: [write({ ...good, ...validators }), ...replaceBusy(calendar, busy)] };
}

/**
 * Whether the stored busy times are right when the file is "not modified". They also depend on the day, because each
 * day brings more recurrences into the window, and on the artist's zone.
 */
const isCurrent = ({ fetchedAt, artistUpdatedAt }: DueCalendar, now: number): boolean =>
	fetchedAt !== null && Math.floor(fetchedAt / dayMs) === Math.floor(now / dayMs) && artistUpdatedAt < fetchedAt;

function report(error: unknown): void {
	// The calendar was replaced meanwhile. The new one was fetched when it was set.
	if (error instanceof Problem && error.code === "conflict") return;
	log.error("step", { step: "calendars", message: safeMessage(error) });
}
