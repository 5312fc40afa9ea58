import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Span } from "../../../platform/booking-rules/spans.ts";
import { mergeSpans, splitByDay } from "../../../platform/booking-rules/spans.ts";
import { type Change, noChange } from "../../../platform/commit/change.ts";
import { inTenantOfRecord } from "../../../platform/commit/tenant-of-record.ts";
import { insert, remove, type Write } from "../../../platform/commit/write.ts";
import type { Caller } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import { firstRevision } from "../../../platform/db/record.ts";
import { artists } from "../../../platform/db/tables/data/artists.ts";
import { externalBusy, externalCalendars } from "../../../platform/db/tables/data/calendars.ts";
import { unsafeReason } from "../../../platform/lib/safe-url.ts";
import { dayMs } from "../../../platform/lib/time.ts";
import { fieldProblem, notFound, problem } from "../../../platform/problems/problem.ts";
import { loadCalendar } from "./load.ts";
import { refreshMs } from "./refresh.ts";
import { replaceBusy } from "./replace-busy.ts";
import {
	busyCount,
	type CalendarRow,
	type ExternalCalendar,
	type newExternalCalendar,
	toExternalCalendar,
} from "./schema.ts";
import { openUrl, sealUrl } from "./sealed-url.ts";

const longestBusyMs = 366 * dayMs;
/** One transaction can easily write this many rows. They are enough for 54 years of busy time without a gap. */
const maxRows = 20_000;

type Given = z.output<typeof newExternalCalendar>;

interface Artist {
	/** The database of the tenant's data. */
	db: Database;
	tenantId: string;
	artistId: string;
	timezone: string;
}

export async function getExternalCalendar(caller: Caller, artistId: string): Promise<ExternalCalendar> {
	const present = await readCalendar(await findArtist(caller, artistId));
	if (!present) throw notFound("external calendar");
	return await toExternalCalendar(caller.vault, present.row, present.count);
}

interface StoredCalendar {
	row: CalendarRow;
	/** The number of stretches of busy time. */
	count: number;
}

async function readCalendar({ db, ...artist }: Artist): Promise<StoredCalendar | undefined> {
	const [found] = await db
		.select({ row: externalCalendars, count: busyCount })
		.from(externalCalendars)
		.where(isCalendarOf(artist));
	return found;
}

export async function setExternalCalendar(
	caller: Caller,
	artistId: string,
	given: Given,
): Promise<Change<ExternalCalendar>> {
	checkOneGiven(given);
	const artist = await findArtist(caller, artistId);
	const { set, busy } = given.busy ? givenState(given.busy) : await fetchedState(caller, artist, given.ics_url ?? null);
	const present = await readCalendar(artist);
	const before = present?.row ?? emptyRow(caller, artist);
	const count = present?.count ?? 0;
	const isRemoved = given.ics_url === null;
	const staysAsItIs = isRemoved ? !present : given.busy && present && (await isStored(artist, present.row, busy ?? []));
	if (staysAsItIs) return noChange(await toExternalCalendar(caller.vault, before, count));

	const isSameUrl = typeof given.ics_url === "string" && given.ics_url === (await urlOf(caller, before));
	const whole = { etag: null, lastModified: null, ...set, updatedAt: isSameUrl ? before.updatedAt : caller.now };
	const row = { ...before, ...whole };
	return {
		result: await toExternalCalendar(caller.vault, row, busy ? mergeSpans(busy).length : count),
		tenantId: artist.tenantId,
		writes: [
			isRemoved ? remove(externalCalendars).where(isCalendarOf(artist)) : upsertCalendar(row, whole),
			...(busy ? replaceBusy(artist, busy) : []),
		],
		// The same address again is another fetch, and no change of the calendar (contract: Wire 25).
		...(isSameUrl ? {} : { audit: { action: "artist.external_calendar_set", resourceId: artistId } }),
	};
}

/** Whether the calendar has these busy times, and no address from which others would come. */
async function isStored({ db, ...artist }: Artist, { icsUrl }: CalendarRow, busy: Span[]): Promise<boolean> {
	const stored = await db
		.select({ start: externalBusy.startAt, end: externalBusy.endAt })
		.from(externalBusy)
		.where(and(eq(externalBusy.tenantId, artist.tenantId), eq(externalBusy.artistId, artist.artistId)))
		.orderBy(externalBusy.startAt);
	const isSame = ({ start, end }: Span, n: number) => stored[n]?.start === start && stored[n]?.end === end;
	return icsUrl === null && stored.length === busy.length && busy.every(isSame);
}

const urlOf = async ({ vault }: Caller, row: CalendarRow): Promise<string | null> =>
	row.icsUrl === null ? null : await openUrl(vault, row, row.icsUrl);

function checkOneGiven({ ics_url, busy }: Given): void {
	if ((ics_url === undefined) !== (busy === undefined)) return;
	const message = "exactly one of ics_url and busy must be given";
	throw problem("validation_error", `The body: ${message}.`, { errors: [{ location: "body", message }] });
}

/** The operator gives the id of the artist alone, without the tenant. */
async function findArtist(caller: Caller, artistId: string): Promise<Artist> {
	const { db } = await inTenantOfRecord(caller, artists, artistId, "artist");
	const [artist] = await db
		.select({ tenantId: artists.tenantId, artistId: artists.id, timezone: artists.timezone })
		.from(artists)
		.where(eq(artists.id, artistId));
	if (!artist) throw notFound("artist");
	return { ...artist, db };
}

/** The new state of a calendar. Without `busy`, the busy times do not change. */
interface CalendarState {
	set: Partial<CalendarRow>;
	busy?: Span[];
}

/** Sets a calendar even if it cannot be fetched. The last good busy times stay until a fetch succeeds. */
async function fetchedState(caller: Caller, artist: Artist, icsUrl: string | null): Promise<CalendarState> {
	if (icsUrl === null) return { set: { icsUrl: null, nextFetchAt: null, error: null, fetchedAt: null }, busy: [] };
	const reason = unsafeReason(icsUrl, caller.settings);
	if (reason) throw fieldProblem("ics_url", reason);
	const loaded = await loadCalendar(caller, { icsUrl, timezone: artist.timezone, etag: null, lastModified: null });
	const common = { icsUrl: await sealUrl(caller.vault, artist, icsUrl), nextFetchAt: caller.now + refreshMs };
	// The request was not conditional, so a 304 is a failure here.
	if (loaded === "unchanged") return { set: { ...common, error: "The address answered with status 304." } };
	if ("error" in loaded) return { set: { ...common, error: loaded.error } };
	const { busy, ...validators } = loaded;
	return { set: { ...common, error: null, fetchedAt: caller.now, ...validators }, busy };
}

function givenState(given: NonNullable<Given["busy"]>): CalendarState {
	const spans = given.map(({ start_at, end_at }, i): Span => {
		if (end_at <= start_at) throw fieldProblem(`busy.${i}.end_at`, "must be after start_at");
		if (end_at - start_at > longestBusyMs) throw fieldProblem(`busy.${i}.end_at`, "must be within a year of start_at");
		return { start: start_at, end: end_at };
	});
	const busy = [...splitByDay(mergeSpans(spans))];
	if (busy.length > maxRows) throw fieldProblem("busy", `must not cover more than ${maxRows} days`);
	return { set: { icsUrl: null, nextFetchAt: null, error: null, fetchedAt: null }, busy };
}

/** Raises the revision, so that the database refuses a refresh that runs at the same time. */
const upsertCalendar = (row: CalendarRow, set: Partial<CalendarRow>): Write =>
	insert(externalCalendars)
		.values(row)
		.onConflictDoUpdate({
			target: [externalCalendars.tenantId, externalCalendars.artistId],
			set: { ...set, revision: sql`${externalCalendars.revision} + 1` },
		});

const isCalendarOf = ({ tenantId, artistId }: Omit<Artist, "db" | "timezone">) =>
	and(eq(externalCalendars.tenantId, tenantId), eq(externalCalendars.artistId, artistId));

const emptyRow = ({ now }: Caller, { tenantId, artistId }: Artist): CalendarRow => ({
	tenantId,
	artistId,
	icsUrl: null,
	etag: null,
	lastModified: null,
	fetchedAt: null,
	error: null,
	nextFetchAt: null,
	queuedUntil: 0,
	...firstRevision(now),
});
