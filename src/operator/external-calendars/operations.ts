import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Span } from "../../booking/availability.ts";
import { cut, merged } from "../../booking/spans.ts";
import { loadCalendar } from "../../calendars/load.ts";
import { refreshMs } from "../../calendars/refresh.ts";
import { replaceBusy } from "../../calendars/replace.ts";
import type { Change } from "../../commit/commit.ts";
import { insert, remove, type Write } from "../../commit/write.ts";
import type { Caller } from "../../context.ts";
import { artists } from "../../db/tables/tenant/artists.ts";
import { externalCalendars } from "../../db/tables/tenant/calendars.ts";
import { unsafeReason } from "../../lib/safe-url.ts";
import { dayMs } from "../../lib/time.ts";
import { fieldProblem, notFound, problem } from "../../problems.ts";
import { busyCount, type ExternalCalendar, type newExternalCalendar, toExternalCalendar } from "./schema.ts";

const longestMs = 366 * dayMs;
/** As many rows as one transaction writes with ease: of busy times without a gap, 54 years. */
const maxRows = 20_000;

type Given = z.output<typeof newExternalCalendar>;

interface Artist {
	tenantId: string;
	artistId: string;
	timezone: string;
}

export const getExternalCalendar = async (caller: Caller, artistId: string): Promise<ExternalCalendar> =>
	await readCalendar(caller, await findArtist(caller, artistId));

async function readCalendar({ db }: Caller, artist: Artist): Promise<ExternalCalendar> {
	const [found] = await db
		.select({ row: externalCalendars, count: busyCount })
		.from(externalCalendars)
		.where(isOf(artist));
	if (!found) throw notFound("external calendar");
	return toExternalCalendar(found.row, found.count);
}

export async function setExternalCalendar(
	caller: Caller,
	artistId: string,
	given: Given,
): Promise<Change<ExternalCalendar>> {
	checkOneGiven(given);
	const artist = await findArtist(caller, artistId);
	return {
		result: none(caller, artistId),
		...(given.ics_url === null ? {} : { afterwards: () => readCalendar(caller, artist) }),
		tenantId: artist.tenantId,
		writes: given.busy ? setBusy(caller, artist, given.busy) : await setUrl(caller, artist, given.ics_url ?? null),
		audit: { action: "artist.external_calendar_set", resourceId: artistId },
	};
}

function checkOneGiven({ ics_url, busy }: Given): void {
	if ((ics_url === undefined) !== (busy === undefined)) return;
	const message = "exactly one of ics_url and busy must be given";
	throw problem("validation_error", `The body: ${message}.`, { errors: [{ location: "body", message }] });
}

/** The operator names an artist by id alone. */
async function findArtist({ db }: Caller, artistId: string): Promise<Artist> {
	const [artist] = await db
		.select({ tenantId: artists.tenantId, artistId: artists.id, timezone: artists.timezone })
		.from(artists)
		.where(eq(artists.id, artistId));
	if (!artist) throw notFound("artist");
	return artist;
}

/** A calendar that cannot be fetched is set all the same; until it can be, the busy times are the last that were good. */
async function setUrl(caller: Caller, artist: Artist, icsUrl: string | null): Promise<Write[]> {
	if (icsUrl === null) return [...replaceBusy(artist, []), remove(externalCalendars).where(isOf(artist))];
	const reason = unsafeReason(icsUrl, caller.rules);
	if (reason) throw fieldProblem("ics_url", reason);
	const loaded = await loadCalendar(caller, { icsUrl, timezone: artist.timezone, etag: null, lastModified: null });
	const nextFetchAt = caller.now + refreshMs;
	// Nothing was asked that "unchanged" could answer.
	if (loaded === "unchanged")
		return [put(caller, artist, { icsUrl, nextFetchAt, error: "The address answered with status 304." })];
	if ("error" in loaded) return [put(caller, artist, { icsUrl, nextFetchAt, error: loaded.error })];
	const { busy, ...validators } = loaded;
	return [
		put(caller, artist, { icsUrl, nextFetchAt, error: null, fetchedAt: caller.now, ...validators }),
		...replaceBusy(artist, busy),
	];
}

function setBusy(caller: Caller, artist: Artist, given: NonNullable<Given["busy"]>): Write[] {
	const spans = given.map(({ start_at, end_at }, i): Span => {
		if (end_at <= start_at) throw fieldProblem(`busy.${i}.end_at`, "must be after start_at");
		if (end_at - start_at > longestMs) throw fieldProblem(`busy.${i}.end_at`, "must be within a year of start_at");
		return { start: start_at, end: end_at };
	});
	const rows = [...cut(merged(spans))];
	if (rows.length > maxRows) throw fieldProblem("busy", `must not cover more than ${maxRows} days`);
	const set = { icsUrl: null, nextFetchAt: null, error: null, fetchedAt: null };
	return [put(caller, artist, set), ...replaceBusy(artist, rows)];
}

/** Whatever a refresh that is under way finds out about the calendar before, its revision is no longer the one it read. */
function put(
	{ now }: Caller,
	{ tenantId, artistId }: Artist,
	set: Partial<typeof externalCalendars.$inferInsert>,
): Write {
	const whole = { etag: null, lastModified: null, ...set, updatedAt: now };
	return insert(externalCalendars)
		.values({ tenantId, artistId, ...whole, createdAt: now })
		.onConflictDoUpdate({
			target: [externalCalendars.tenantId, externalCalendars.artistId],
			set: { ...whole, revision: sql`${externalCalendars.revision} + 1` },
		});
}

const isOf = ({ tenantId, artistId }: Artist) =>
	and(eq(externalCalendars.tenantId, tenantId), eq(externalCalendars.artistId, artistId));

const none = ({ now }: Caller, artistId: string): ExternalCalendar => ({
	object: "external_calendar",
	artist_id: artistId,
	ics_url: null,
	fetched_at: null,
	error: null,
	next_fetch_at: null,
	busy_count: 0,
	updated_at: new Date(now).toISOString(),
});
