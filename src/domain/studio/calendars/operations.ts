import { and, eq, type SQL, sql } from "drizzle-orm";
import type * as z from "zod";
import type { Span } from "../../../platform/booking-rules/spans.ts";
import { mergeSpans, splitByDay } from "../../../platform/booking-rules/spans.ts";
import { type AnyChange, type Change, mapResult, noChange } from "../../../platform/commit/change.ts";
import { insert, remove, updateIfUnchanged, type Write } from "../../../platform/commit/write.ts";
import type { Caller, Ctx } from "../../../platform/context.ts";
import { firstRevision, laterThanBefore, nextRevision } from "../../../platform/db/record.ts";
import { artists } from "../../../platform/db/tables/data/artists.ts";
import { externalBusy, externalCalendars } from "../../../platform/db/tables/data/calendars.ts";
import { together } from "../../../platform/db/together.ts";
import { dayMs } from "../../../platform/lib/time.ts";
import { unsafeReason } from "../../../platform/lib/url/safe-url.ts";
import { fieldProblem, notFound, problem } from "../../../platform/problems/problem.ts";
import { loadCalendar } from "./load.ts";
import { refreshMs } from "./refresh.ts";
import { replaceBusy } from "./replace-busy.ts";
import {
	busyCount,
	type CalendarRow,
	type DeletedExternalCalendar,
	type ExternalCalendar,
	type externalCalendarOrNone,
	toExternalCalendar,
} from "./schema.ts";
import { openUrl, sealUrl } from "./sealed-url.ts";

const longestBusyMs = 366 * dayMs;
/** One transaction can easily write this many rows. They are enough for 54 years of busy time without a gap. */
const maxRows = 20_000;

type Given = z.output<typeof externalCalendarOrNone>;

interface Artist {
	tenantId: string;
	artistId: string;
	timezone: string;
	revision: number;
	updatedAt: number;
}

export async function getExternalCalendar(ctx: Ctx, artistId: string): Promise<ExternalCalendar> {
	const [artist, present] = await together(
		ctx,
		(ctx) => findArtist(ctx, artistId),
		(ctx) => readCalendar(ctx, artistId),
	);
	if (!present) throw notFound("external calendar");
	return await toExternalCalendar(ctx.vault, { ...present, version: artist.revision });
}

interface StoredCalendar {
	row: CalendarRow;
	count: number;
}

async function readCalendar({ db, tenantId }: Ctx, artistId: string): Promise<StoredCalendar | undefined> {
	const [found] = await db
		.select({ row: externalCalendars, count: busyCount })
		.from(externalCalendars)
		.where(isCalendarOf({ tenantId, artistId }));
	return found;
}

export async function setExternalCalendar(ctx: Ctx, artistId: string, given: Given): Promise<Change<ExternalCalendar>> {
	const artist = await findArtist(ctx, artistId);
	checkOneGiven(given);
	const { set, busy } = given.busy ? givenState(given.busy) : await fetchedState(ctx, artist, given.ics_url ?? null);
	const present = await readCalendar(ctx, artistId);
	const before = present?.row ?? emptyRow(ctx, artist);
	const count = present?.count ?? 0;
	const isRemoved = given.ics_url === null;
	const staysAsItIs = isRemoved ? !present : given.busy && present && (await isStored(ctx, present.row, busy ?? []));
	if (staysAsItIs)
		return noChange(await toExternalCalendar(ctx.vault, { row: before, count, version: artist.revision }));

	const isSameUrl = typeof given.ics_url === "string" && given.ics_url === (await urlOf(ctx, before));
	const whole = { etag: null, lastModified: null, ...set };
	const row = { ...before, ...whole, ...(present && !isSameUrl ? nextRevision(before, ctx.now) : {}) };
	const shown = { row, count: busy ? mergeSpans(busy).length : count };
	const writes = [
		isRemoved
			? remove(externalCalendars).where(isCalendarOf(artist))
			: upsertCalendar(row, { ...whole, ...(isSameUrl ? {} : { updatedAt: laterThanBefore(row.updatedAt) }) }),
		...(busy ? replaceBusy(artist, busy) : []),
	];
	const { tenantId, revision } = artist;
	// The same address again is another fetch, and no change of the calendar (contract: Wire 25).
	if (isSameUrl)
		return { result: await toExternalCalendar(ctx.vault, { ...shown, version: revision }), tenantId, writes };
	return {
		result: await toExternalCalendar(ctx.vault, { ...shown, version: revision + 1 }),
		tenantId,
		writes: [...writes, updateIfUnchanged(artists, { id: artistId, ...artist }, nextRevision(artist, ctx.now))],
		audit: { action: "artist.external_calendar_set", resourceId: artistId },
	};
}

export async function deleteExternalCalendar(ctx: Ctx, artistId: string): Promise<AnyChange<DeletedExternalCalendar>> {
	const change = await setExternalCalendar(ctx, artistId, { ics_url: null });
	if (change.writes.length === 0) throw notFound("external calendar");
	return mapResult(change, () => ({ object: "external_calendar", id: artistId, deleted: true }));
}

/** True if no address could bring other busy times. */
async function isStored({ db }: Ctx, { tenantId, artistId, icsUrl }: CalendarRow, busy: Span[]): Promise<boolean> {
	const stored = await db
		.select({ start: externalBusy.startAt, end: externalBusy.endAt })
		.from(externalBusy)
		.where(and(eq(externalBusy.tenantId, tenantId), eq(externalBusy.artistId, artistId)))
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

async function findArtist({ db, tenantId }: Ctx, id: string): Promise<Artist> {
	const [artist] = await db
		.select({
			tenantId: artists.tenantId,
			artistId: artists.id,
			timezone: artists.timezone,
			revision: artists.revision,
			updatedAt: artists.updatedAt,
		})
		.from(artists)
		.where(and(eq(artists.tenantId, tenantId), eq(artists.id, id)));
	if (!artist) throw notFound("artist");
	return artist;
}

/** Without `busy`, the busy times do not change. */
interface CalendarState {
	set: Partial<CalendarRow>;
	busy?: Span[];
}

/** A calendar is set even if it cannot be fetched. The last good busy times stay until a fetch succeeds. */
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

type ChangedCalendar = { [Name in keyof CalendarRow]?: CalendarRow[Name] | SQL };

/** Raises the revision, so that the database refuses a refresh that runs at the same time. */
const upsertCalendar = (row: CalendarRow, set: ChangedCalendar): Write =>
	insert(externalCalendars)
		.values(row)
		.onConflictDoUpdate({
			target: [externalCalendars.tenantId, externalCalendars.artistId],
			set: { ...set, revision: sql`${externalCalendars.revision} + 1` },
		});

const isCalendarOf = ({ tenantId, artistId }: Pick<Artist, "tenantId" | "artistId">) =>
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
