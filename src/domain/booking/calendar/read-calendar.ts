import { and, asc, eq, gt, inArray, lt, ne, type SQL, sql } from "drizzle-orm";
import { longestTimeBlockMs } from "../../../platform/booking-rules/longest.ts";
import { mergeSpans, type Span } from "../../../platform/booking-rules/spans.ts";
import { openings } from "../../../platform/booking-rules/working-time.ts";
import type { Ctx } from "../../../platform/context.ts";
import {
	appointments,
	depositDueAt,
	depositStatus,
	type StoredDeposit,
} from "../../../platform/db/tables/data/appointments.ts";
import { artists } from "../../../platform/db/tables/data/artists.ts";
import { externalBusy, timeBlocks } from "../../../platform/db/tables/data/calendars.ts";
import { clients } from "../../../platform/db/tables/data/clients.ts";
import { eventTypes } from "../../../platform/db/tables/data/event-types.ts";
import { holds } from "../../../platform/db/tables/data/holds.ts";
import { together } from "../../../platform/db/together.ts";
import { dayMs } from "../../../platform/lib/time.ts";
import type { AppointmentRow } from "../appointments/schema.ts";
import { longestAppointmentMs } from "../busy-times/busy-times.ts";
import type { ArtistRow } from "../slots/booking-context.ts";
import { type Days, daysFrom } from "./days.ts";

/** One artist, or all active artists of a shop or of the studio. */
export type ArtistSelection = { artistId: string } | { shopId: string | undefined; after: string | undefined };

const artistsPerPage = 12;

/** The days that a page shows. */
export interface ShownDays {
	/** The first date. */
	first: string;
	count: number;
	/**
	 * With it the days of all artists are those of one zone, so that they can stand side by side: the zone that the artists
	 * share, otherwise this one. Without it the days of each artist are those of the artist's zone.
	 */
	commonZone?: string;
}

/** Far more than the artists of a page can have in a week. */
const maxAppointments = 1500;
const maxOthers = 3000;

/** The times on each side that are kept free of other appointments. */
interface Buffers {
	bufferBeforeMs: number;
	bufferAfterMs: number;
}

export interface CalendarAppointment
	extends Span,
		Buffers,
		Pick<AppointmentRow, "id" | "status" | "title" | "updatedAt"> {
	deposit: StoredDeposit["status"] | null;
	depositDueAt: number | null;
	client: string | null;
	type: string | null;
}

interface Block extends Span {
	id: string;
	reason: string | null;
}

/** A visitor of the booking page holds the time. */
interface Hold extends Span, Buffers {
	expiresAt: number;
}

export interface ArtistDays extends Days {
	artist: ArtistRow;
	openings: Span[];
	appointments: CalendarAppointment[];
	blocks: Block[];
	busy: Span[];
	holds: Hold[];
}

export interface CalendarRead {
	artists: ArtistDays[];
	/** The cursor of the next page: the id of the last artist. */
	next: string | undefined;
	/** The days have more entries than were read. */
	isTruncated: boolean;
}

/** In every time zone a day begins and ends within a day of the day in UTC, so one round trip reads all of them. */
export async function readCalendar(
	{ db, tenantId, now }: Ctx,
	selection: ArtistSelection,
	{ first, count, commonZone }: ShownDays,
	withCancelled: boolean,
): Promise<CalendarRead> {
	const from = Date.parse(`${first}T00:00:00Z`) - dayMs;
	const to = from + (count + 2) * dayMs;
	const chosen = chosenArtists(tenantId, selection);
	const take = artistsPerPage + 1;
	const ids = db.select({ id: artists.id }).from(artists).where(chosen).orderBy(asc(artists.id)).limit(artistsPerPage);
	const ofSelectedArtists = (
		column:
			| typeof appointments.artistId
			| typeof timeBlocks.artistId
			| typeof externalBusy.artistId
			| typeof holds.artistId,
	) => ("artistId" in selection ? eq(column, selection.artistId) : inArray(column, ids));
	const rowid = sql`${appointments}.rowid`;
	const inRange = and(
		eq(appointments.tenantId, tenantId),
		ofSelectedArtists(appointments.artistId),
		gt(appointments.startAt, from - longestAppointmentMs),
		lt(appointments.startAt, to),
		gt(appointments.endAt, from),
		withCancelled ? undefined : ne(appointments.status, "CANCELLED"),
	);
	// The index is named, because otherwise SQLite reads the days of the whole studio.
	const [found, booked, blocks, busy, held] = await together(
		{ db },
		({ db }) => db.select().from(artists).where(chosen).orderBy(asc(artists.id)).limit(take),
		({ db }) =>
			db
				.select({
					id: appointments.id,
					artistId: appointments.artistId,
					start: appointments.startAt,
					end: appointments.endAt,
					bufferBeforeMs: appointments.bufferBeforeMs,
					bufferAfterMs: appointments.bufferAfterMs,
					status: appointments.status,
					title: appointments.title,
					updatedAt: appointments.updatedAt,
					firstName: clients.firstName,
					lastName: clients.lastName,
					type: eventTypes.name,
					deposit: sql<StoredDeposit["status"] | null>`${depositStatus}`,
					depositDueAt: sql<number | null>`${depositDueAt}`,
				})
				.from(appointments)
				.leftJoin(clients, and(eq(clients.tenantId, appointments.tenantId), eq(clients.id, appointments.clientId)))
				.leftJoin(
					eventTypes,
					and(eq(eventTypes.tenantId, appointments.tenantId), eq(eventTypes.id, appointments.eventTypeId)),
				)
				.where(
					sql`${rowid} IN (SELECT ${rowid} FROM ${appointments} INDEXED BY appointments_artist_start WHERE ${inRange} LIMIT ${maxAppointments + 1})`,
				),
		({ db }) =>
			db
				.select({
					id: timeBlocks.id,
					artistId: timeBlocks.artistId,
					start: timeBlocks.startAt,
					end: timeBlocks.endAt,
					reason: timeBlocks.reason,
				})
				.from(timeBlocks)
				.where(
					and(
						eq(timeBlocks.tenantId, tenantId),
						ofSelectedArtists(timeBlocks.artistId),
						gt(timeBlocks.endAt, from),
						lt(timeBlocks.endAt, to + longestTimeBlockMs),
						lt(timeBlocks.startAt, to),
					),
				)
				.limit(maxOthers + 1),
		({ db }) =>
			db
				.select({ artistId: externalBusy.artistId, start: externalBusy.startAt, end: externalBusy.endAt })
				.from(externalBusy)
				.where(
					and(
						eq(externalBusy.tenantId, tenantId),
						ofSelectedArtists(externalBusy.artistId),
						gt(externalBusy.startAt, from - dayMs),
						lt(externalBusy.startAt, to),
					),
				)
				.limit(maxOthers + 1),
		({ db }) =>
			db
				.select({
					artistId: holds.artistId,
					start: holds.startAt,
					end: holds.endAt,
					bufferBeforeMs: holds.bufferBeforeMs,
					bufferAfterMs: holds.bufferAfterMs,
					expiresAt: holds.expiresAt,
				})
				.from(holds)
				.where(
					and(
						eq(holds.tenantId, tenantId),
						ofSelectedArtists(holds.artistId),
						gt(holds.startAt, from - longestAppointmentMs),
						lt(holds.startAt, to),
						gt(holds.expiresAt, now),
					),
				)
				.limit(maxOthers + 1),
	);
	const shown = found.slice(0, artistsPerPage);
	const zones = new Set(shown.map(({ timezone }) => timezone));
	const [onlyZone] = zones;
	const zoneOfAll = commonZone === undefined || zones.size > 1 ? commonZone : onlyZone;
	const byZone = new Map(
		[...zones, ...(zoneOfAll ? [zoneOfAll] : [])].map((zone) => [zone, daysFrom(first, count, zone)]),
	);
	return {
		artists: shown.map((artist) => {
			const days = byZone.get(zoneOfAll ?? artist.timezone) as Days;
			const own = <T extends Span & { artistId: string }>(all: readonly T[]) =>
				all.filter(
					({ artistId, start, end }) => artistId === artist.id && start < days.span.end && days.span.start < end,
				);
			return {
				...days,
				artist,
				openings: openings(artist.workingHours, artist.timezone, days.span),
				appointments: own(booked).map(({ firstName, lastName, ...entry }) => ({
					...entry,
					client: [firstName, lastName].filter(Boolean).join(" ") || null,
				})),
				blocks: own(blocks),
				busy: mergeSpans(own(busy)),
				holds: own(held),
			};
		}),
		next: found.length > artistsPerPage ? shown.at(-1)?.id : undefined,
		isTruncated: booked.length > maxAppointments || [blocks, busy, held].some(({ length }) => length > maxOthers),
	};
}

function chosenArtists(tenantId: string, selection: ArtistSelection): SQL | undefined {
	if ("artistId" in selection) return and(eq(artists.tenantId, tenantId), eq(artists.id, selection.artistId));
	return and(
		eq(artists.tenantId, tenantId),
		eq(artists.status, "ACTIVE"),
		selection.shopId === undefined ? undefined : eq(artists.shopId, selection.shopId),
		selection.after === undefined ? undefined : gt(artists.id, selection.after),
	);
}
