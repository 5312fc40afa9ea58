import { and, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import { bookableStarts } from "../../../platform/booking-rules/availability.ts";
import { localDay } from "../../../platform/booking-rules/working-time.ts";
import {
	type Change,
	type ChangeDecidedByCommit,
	changedSome,
	decideAgain,
	noChange,
} from "../../../platform/commit/change.ts";
import { isStale } from "../../../platform/commit/transaction/refusals.ts";
import { insert, remove, type Write } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { appointments } from "../../../platform/db/tables/data/appointments.ts";
import { artists } from "../../../platform/db/tables/data/artists.ts";
import { holds } from "../../../platform/db/tables/data/holds.ts";
import { newId } from "../../../platform/lib/ids.ts";
import { minuteMs } from "../../../platform/lib/time.ts";
import type { ArtistRow } from "../slots/booking-context.ts";
import { refusedSlot } from "../slots/slot-checks.ts";
import { findFreeTime } from "./free-time.ts";

/** Contract: Booking page 6. */
const holdMs = 10 * minuteMs;
/** The holds of one artist at a time: those from one network, and all. */
const capOfNetwork = 3;
const capOfArtist = 40;

export type Hold = typeof holds.$inferSelect;

interface ChosenTime {
	artistId: string;
	eventTypeId: string;
	start: number;
	/** A hash of the value that identifies the visitor's browser. */
	visitor: string;
	/** A hash of the network that the visitor comes from. */
	network: string;
	/** False if that network has had its holds of this hour. */
	mayHold: boolean;
}

const ofVisitor = ({ tenantId }: Pick<Ctx, "tenantId">, visitor: string) =>
	and(eq(holds.tenantId, tenantId), eq(holds.visitor, visitor));

export async function findHold(ctx: Ctx, visitor: string): Promise<Hold | undefined> {
	const [found] = await ctx.db
		.select()
		.from(holds)
		.where(and(ofVisitor(ctx, visitor), gt(holds.expiresAt, ctx.now)));
	return found;
}

/**
 * The visitor's earlier hold is released. Past a cap the result is null: the time is free, and the visitor can book it
 * without a hold.
 */
export async function createHold(ctx: Ctx, chosen: ChosenTime): Promise<ChangeDecidedByCommit<Hold | null>> {
	const { artistId, eventTypeId, start, visitor, network, mayHold } = chosen;
	const freeTime = await findFreeTime(ctx, chosen);
	if (!mayHold) return { resultFrom: () => null, writes: [deleteHold(ctx, visitor)] };
	const { artist, rules, span, heldUntil } = freeTime;
	const timeRefused = refusedSlot(ctx, freeTime);
	const row: Hold = {
		id: newId("hold", ctx.now),
		tenantId: ctx.tenantId,
		artistId,
		eventTypeId,
		startAt: start,
		endAt: span.end,
		bufferBeforeMs: rules.bufferBeforeMs,
		bufferAfterMs: rules.bufferAfterMs,
		visitor,
		network,
		// A hold that began again and again would keep its notice for ever.
		expiresAt: start >= bookableStarts(rules, ctx.now).start ? ctx.now + holdMs : (heldUntil ?? ctx.now),
		createdAt: ctx.now,
	};
	return {
		resultFrom: ([, , pastCap]) => (pastCap?.results.length === 0 ? row : null),
		writes: [
			deleteHold(ctx, visitor),
			insert(holds).values(row),
			{ write: deleteHoldPastCap(row), condition: isDayInCap(row, artist), reason: "stale_write" },
		],
		// Somebody else took the last place of the day: the next decision finds that and suggests other times.
		onRefused: async (refusal) => (isStale(refusal) ? decideAgain : await timeRefused(refusal)),
	};
}

/** The transaction that inserts the hold decides, so that no flood of parallel requests passes a cap. */
function deleteHoldPastCap({ tenantId, artistId, id, network, createdAt }: Hold): Write {
	const live = sql`SELECT count(*) FROM ${holds} h
		WHERE h.tenant_id = ${tenantId} AND h.artist_id = ${artistId} AND h.expires_at > ${createdAt}`;
	return sql`DELETE FROM ${holds} WHERE tenant_id = ${tenantId} AND id = ${id}
		AND ((${live}) > ${capOfArtist} OR (${live} AND h.network = ${network}) > ${capOfNetwork}) RETURNING id`;
}

/** Holds and live appointments share the places of a day. For appointments, triggers check the same. */
function isDayInCap({ tenantId, artistId, startAt, createdAt }: Hold, { timezone }: ArtistRow): SQL {
	const day = localDay(startAt, timezone);
	const onDay = (table: SQL, condition: SQL) => sql`(SELECT count(*) FROM ${table} o
		WHERE o.tenant_id = ${tenantId} AND o.artist_id = ${artistId} AND ${condition}
			AND o.start_at >= ${day.start} AND o.start_at < ${day.end})`;
	const booked = onDay(sql`${appointments}`, sql`o.status = 'SCHEDULED'`);
	const held = onDay(sql`${holds}`, sql`o.expires_at > ${createdAt}`);
	return sql`(SELECT a.max_appointments_per_day IS NULL OR a.max_appointments_per_day >= ${booked} + ${held}
		FROM ${artists} a WHERE a.tenant_id = ${tenantId} AND a.id = ${artistId})`;
}

/** The transaction that books the time also does this, because the hold would block its own appointment. */
export const deleteHold = ({ tenantId }: Pick<Ctx, "tenantId">, visitor: string) =>
	remove(holds).where(ofVisitor({ tenantId }, visitor));

export const releaseHold = (ctx: Ctx, visitor: string | undefined): Change<null> =>
	visitor === undefined ? noChange(null) : { result: null, writes: [deleteHold(ctx, visitor)] };

const deletedPerStep = 500;

const expiredHolds = (now: number): SQL =>
	sql`SELECT rowid FROM ${holds} WHERE ${lte(holds.expiresAt, now)} LIMIT ${deletedPerStep}`;

export const areHoldsExpired = (now: number): SQL => sql`EXISTS (${expiredHolds(now)})`;

/** One step: deletes some of the expired holds. */
export const deleteExpiredHolds = (now: number): ChangeDecidedByCommit<boolean> => ({
	resultFrom: changedSome,
	writes: [remove(holds).where(sql`rowid IN (${expiredHolds(now)})`)],
});
