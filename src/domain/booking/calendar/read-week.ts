import { and, asc, eq, gt, inArray, lt, ne, type SQL, sql } from "drizzle-orm";
import { longestTimeBlockMs } from "../../../platform/booking-rules/longest.ts";
import { mergeSpans, type Span } from "../../../platform/booking-rules/spans.ts";
import { openings } from "../../../platform/booking-rules/working-time.ts";
import type { Ctx } from "../../../platform/context.ts";
import { appointments } from "../../../platform/db/tables/data/appointments.ts";
import { artists } from "../../../platform/db/tables/data/artists.ts";
import { externalBusy, timeBlocks } from "../../../platform/db/tables/data/calendars.ts";
import { clients } from "../../../platform/db/tables/data/clients.ts";
import { eventTypes } from "../../../platform/db/tables/data/event-types.ts";
import { together } from "../../../platform/db/together.ts";
import { dayMs } from "../../../platform/lib/time.ts";
import type { AppointmentRow } from "../appointments/schema.ts";
import { longestAppointmentMs } from "../busy-times/busy-times.ts";
import type { ArtistRow } from "../slots/booking-context.ts";
import { type Week, weekFrom } from "./week.ts";

/** One artist, or all active artists of a shop or of the studio. */
export type ArtistSelection = { artistId: string } | { shopId: string | undefined; after: string | undefined };

const artistsPerPage = 12;

/** Far more than the artists of a page can have in a week. */
const maxAppointments = 1500;
const maxOthers = 3000;

export interface CalendarAppointment extends Span, Pick<AppointmentRow, "id" | "status" | "title"> {
	client: string | null;
	type: string | null;
}

interface Block extends Span {
	reason: string | null;
}

export interface ArtistWeek {
	artist: ArtistRow;
	week: Week;
	openings: Span[];
	appointments: CalendarAppointment[];
	blocks: Block[];
	busy: Span[];
}

export interface Weeks {
	weeks: ArtistWeek[];
	/** The cursor of the next page: the id of the last artist. */
	next: string | undefined;
	/** The week has more entries than were read. */
	isTruncated: boolean;
}

/** In every time zone a week begins and ends within a day of the week in UTC, so one round trip reads all of them. */
export async function readWeeks(
	{ db, tenantId }: Ctx,
	selection: ArtistSelection,
	monday: string,
	withCancelled: boolean,
): Promise<Weeks> {
	const from = Date.parse(`${monday}T00:00:00Z`) - dayMs;
	const to = from + 9 * dayMs;
	const chosen = chosenArtists(tenantId, selection);
	const take = artistsPerPage + 1;
	const ids = db.select({ id: artists.id }).from(artists).where(chosen).orderBy(asc(artists.id)).limit(artistsPerPage);
	const ofSelectedArtists = (
		column: typeof appointments.artistId | typeof timeBlocks.artistId | typeof externalBusy.artistId,
	) => ("artistId" in selection ? eq(column, selection.artistId) : inArray(column, ids));
	const rowid = sql`${appointments}.rowid`;
	const inWeek = and(
		eq(appointments.tenantId, tenantId),
		ofSelectedArtists(appointments.artistId),
		gt(appointments.startAt, from - longestAppointmentMs),
		lt(appointments.startAt, to),
		gt(appointments.endAt, from),
		withCancelled ? undefined : ne(appointments.status, "CANCELLED"),
	);
	// The index is named, because otherwise SQLite reads the week of the whole studio.
	const [found, booked, blocks, busy] = await together(
		{ db },
		({ db }) => db.select().from(artists).where(chosen).orderBy(asc(artists.id)).limit(take),
		({ db }) =>
			db
				.select({
					id: appointments.id,
					artistId: appointments.artistId,
					start: appointments.startAt,
					end: appointments.endAt,
					status: appointments.status,
					title: appointments.title,
					firstName: clients.firstName,
					lastName: clients.lastName,
					type: eventTypes.name,
				})
				.from(appointments)
				.leftJoin(clients, and(eq(clients.tenantId, appointments.tenantId), eq(clients.id, appointments.clientId)))
				.leftJoin(
					eventTypes,
					and(eq(eventTypes.tenantId, appointments.tenantId), eq(eventTypes.id, appointments.eventTypeId)),
				)
				.where(
					sql`${rowid} IN (SELECT ${rowid} FROM ${appointments} INDEXED BY appointments_artist_start WHERE ${inWeek} LIMIT ${maxAppointments + 1})`,
				),
		({ db }) =>
			db
				.select({
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
	);
	const shown = found.slice(0, artistsPerPage);
	return {
		weeks: shown.map((artist) => {
			const week = weekFrom(monday, artist.timezone);
			const own = <T extends Span & { artistId: string }>(all: readonly T[]) =>
				all.filter(
					({ artistId, start, end }) => artistId === artist.id && start < week.span.end && week.span.start < end,
				);
			return {
				artist,
				week,
				openings: openings(artist.workingHours, artist.timezone, week.span),
				appointments: own(booked).map(({ firstName, lastName, ...entry }) => ({
					...entry,
					client: [firstName, lastName].filter(Boolean).join(" ") || null,
				})),
				blocks: own(blocks),
				busy: mergeSpans(own(busy)),
			};
		}),
		next: found.length > artistsPerPage ? shown.at(-1)?.id : undefined,
		isTruncated: booked.length > maxAppointments || blocks.length > maxOthers || busy.length > maxOthers,
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
