import { and, eq, gt, lte, sql } from "drizzle-orm";
import { type Change, type ChangeDecidedByCommit, changedSome, noChange } from "../../../platform/commit/change.ts";
import { insert, remove } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { holds } from "../../../platform/db/tables/data/holds.ts";
import { newId } from "../../../platform/lib/ids.ts";
import { minuteMs } from "../../../platform/lib/time.ts";
import { problem } from "../../../platform/problems/problem.ts";
import { refusedSlot } from "../appointments/slot-checks.ts";
import { findFreeTime } from "./free-time.ts";

/** Contract: Booking page 6. */
const holdMs = 10 * minuteMs;

export type Hold = typeof holds.$inferSelect;

interface NewHold {
	artistId: string;
	eventTypeId: string;
	start: number;
	/** A hash of the value that identifies the visitor's browser. */
	visitor: string;
	/** A hash of the address that the visitor comes from. */
	network: string;
}

const ofVisitor = ({ tenantId }: Pick<Ctx, "tenantId">, visitor: string) =>
	and(eq(holds.tenantId, tenantId), eq(holds.visitor, visitor));

/** The time that a visitor holds now. */
export async function findHold(ctx: Ctx, visitor: string): Promise<Hold | undefined> {
	const [found] = await ctx.db
		.select()
		.from(holds)
		.where(and(ofVisitor(ctx, visitor), gt(holds.expiresAt, ctx.now)));
	return found;
}

/** Holds a free time for a visitor, and releases the one that they held before. */
export async function placeHold(ctx: Ctx, wanted: NewHold): Promise<Change<Hold>> {
	const { artistId, eventTypeId, start, visitor, network } = wanted;
	const freeTime = await findFreeTime(ctx, wanted);
	const { rules, span } = freeTime;
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
		expiresAt: ctx.now + holdMs,
		createdAt: ctx.now,
	};
	const timeRefused = refusedSlot(ctx, freeTime);
	return {
		result: row,
		writes: [deleteHold(ctx, visitor), insert(holds).values(row)],
		onRefused: (refusal) =>
			refusal.kind === "raised" && refusal.name === "too_many_holds" ? tooManyHolds() : timeRefused(refusal),
	};
}

const tooManyHolds = () =>
	problem("rate_limit_exceeded", "Too many times are held at this moment. Try again in ten minutes.", {
		extra: { scope: "key", limit: 3, retry_after_seconds: holdMs / 1000 },
	}).with({ "Retry-After": String(holdMs / 1000) });

/** The transaction that books the time also does this, because the hold would block its own appointment. */
export const deleteHold = ({ tenantId }: Pick<Ctx, "tenantId">, visitor: string) =>
	remove(holds).where(ofVisitor({ tenantId }, visitor));

export const releaseHold = (ctx: Ctx, visitor: string | undefined): Change<null> =>
	visitor === undefined ? noChange(null) : { result: null, writes: [deleteHold(ctx, visitor)] };

const deletedPerStep = 500;

/** One step: deletes some of the expired holds. */
export const deleteExpiredHolds = (now: number): ChangeDecidedByCommit<boolean> => ({
	resultFrom: changedSome,
	writes: [
		remove(holds).where(
			sql`rowid IN (SELECT rowid FROM ${holds} WHERE ${lte(holds.expiresAt, now)} LIMIT ${deletedPerStep})`,
		),
	],
});
