import { and, desc, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import { Temporal } from "temporal-polyfill";
import type { Ctx } from "../../../platform/context.ts";
import { lastNumber } from "../../../platform/db/last-number.ts";
import { apiKeys } from "../../../platform/db/tables/control/api-keys.ts";
import { invitations, memberships } from "../../../platform/db/tables/control/people.ts";
import { artists } from "../../../platform/db/tables/data/artists.ts";
import { externalCalendars } from "../../../platform/db/tables/data/calendars.ts";
import { eventTypes as eventTypeTable } from "../../../platform/db/tables/data/event-types.ts";
import { events } from "../../../platform/db/tables/data/events.ts";
import { storedBytes } from "../../../platform/db/tables/data/upkeep/stored-bytes.ts";
import { deliveries, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { together } from "../../../platform/db/together.ts";
import { firstIdAt } from "../../../platform/lib/ids.ts";

const hasRows = async (rows: Promise<unknown[]>): Promise<boolean> => (await rows).length > 0;

/** Calendars of artists whose last reading failed. */
export const failingCalendars = ({ db, tenantId }: Ctx) =>
	db
		.select({ artistId: artists.id, artist: artists.name, error: externalCalendars.error })
		.from(externalCalendars)
		.innerJoin(
			artists,
			and(eq(artists.tenantId, externalCalendars.tenantId), eq(artists.id, externalCalendars.artistId)),
		)
		.where(and(eq(externalCalendars.tenantId, tenantId), isNotNull(externalCalendars.error)))
		.limit(10);

const isShown = ({ tenantId }: Ctx) =>
	and(eq(webhookEndpoints.tenantId, tenantId), isNull(webhookEndpoints.trigger), isNull(webhookEndpoints.deletedAt));

/** A larger number is shown as “at least”. */
const maxCounted = 100;

export async function endpointsInUse(ctx: Ctx): Promise<{ active: number; more: boolean; any: boolean }> {
	const rows = await ctx.db
		.select({ status: webhookEndpoints.status })
		.from(webhookEndpoints)
		.where(isShown(ctx))
		.limit(maxCounted + 1);
	const active = rows.slice(0, maxCounted).filter(({ status }) => status === "ACTIVE").length;
	return { active, more: rows.length > maxCounted, any: rows.length > 0 };
}

/** From this many failures in a row on, the endpoint needs attention. */
const fewFailures = 3;

/** Endpoints that the service has disabled, and active ones that fail repeatedly. */
export const failingEndpoints = (ctx: Ctx) =>
	ctx.db
		.select({
			id: webhookEndpoints.id,
			url: webhookEndpoints.url,
			status: webhookEndpoints.status,
			disabledReason: webhookEndpoints.disabledReason,
			failures: webhookEndpoints.consecutiveFailures,
		})
		.from(webhookEndpoints)
		.where(
			and(
				isShown(ctx),
				or(
					sql`${webhookEndpoints.status} = 'DISABLED' AND ${webhookEndpoints.disabledReason} <> 'manual'`,
					sql`${webhookEndpoints.status} = 'ACTIVE' AND ${webhookEndpoints.consecutiveFailures} >= ${fewFailures}`,
				),
			),
		)
		.orderBy(desc(webhookEndpoints.id))
		.limit(10);

export const bytesInUse = async ({ db, tenantId }: Ctx): Promise<number> => {
	const [row] = await db.select().from(storedBytes).where(eq(storedBytes.tenantId, tenantId));
	return row ? row.counted + row.added : 0;
};

export const hasDelivery = ({ db, tenantId }: Ctx): Promise<boolean> =>
	hasRows(db.select({ id: deliveries.id }).from(deliveries).where(eq(deliveries.tenantId, tenantId)).limit(1));

export const hasKey = ({ control, tenantId }: Ctx): Promise<boolean> =>
	hasRows(control.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.tenantId, tenantId)).limit(1));

/** At most this many artists are checked for working hours. */
const maxArtists = 100;

/** A studio needs all of these to be booked. */
export async function bookingSetUp({ db, tenantId }: Ctx) {
	const [found, eventTypes] = await together(
		{ db },
		({ db }) =>
			db
				.select({ hasHours: sql<number>`${artists.workingHours} <> '[]'` })
				.from(artists)
				.where(eq(artists.tenantId, tenantId))
				.limit(maxArtists),
		({ db }) =>
			hasRows(
				db.select({ id: eventTypeTable.id }).from(eventTypeTable).where(eq(eventTypeTable.tenantId, tenantId)).limit(1),
			),
	);
	return { artists: found.length > 0, hours: found.some(({ hasHours }) => hasHours === 1), eventTypes };
}

/** Tells whether the studio has another member or an open invitation. */
export async function hasColleague({ control, tenantId }: Ctx): Promise<boolean> {
	const [members, invited] = await together(
		{ control },
		({ control }) =>
			control.select({ id: memberships.userId }).from(memberships).where(eq(memberships.tenantId, tenantId)).limit(2),
		({ control }) =>
			control.select({ id: invitations.userId }).from(invitations).where(eq(invitations.tenantId, tenantId)).limit(1),
	);
	return members.length + invited.length > 1;
}

/** The beginnings of the last days, of today and of tomorrow, in the studio's time zone. */
export function lastDays(days: number, now: number, zone: string): number[] {
	const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate();
	return Array.from(
		{ length: days + 1 },
		(_, n) => today.add({ days: n - days + 1 }).toZonedDateTime(zone).epochMilliseconds,
	);
}

/** Sequence numbers have no gaps, so the first number of each day suffices. */
export async function eventsOfDays({ db, tenantId }: Ctx, begins: number[]): Promise<number[]> {
	const ids = JSON.stringify(begins.map((begin) => firstIdAt("event", begin)));
	const [firsts, [last]] = await together(
		{ db },
		({ db }) =>
			db
				.select({
					first: sql<number | null>`(
					SELECT sequence FROM ${events} WHERE tenant_id = ${tenantId} AND id >= begin.value ORDER BY id LIMIT 1
				)`,
				})
				.from(sql`json_each(${ids}) AS begin`)
				.orderBy(sql`begin.key`),
		({ db }) => db.select({ last: lastNumber(tenantId) }).from(sql`(SELECT 1)`),
	);
	const end = (last?.last ?? 0) + 1;
	const numbers = firsts.map(({ first }) => first ?? end);
	return begins.slice(1).map((_, day) => Math.max(0, (numbers[day + 1] ?? end) - (numbers[day] ?? end)));
}
