import { and, asc, desc, eq, isNull, lte, type SQL, sql } from "drizzle-orm";
import { insert, toStatements, update, type Write } from "../../platform/commit/write.ts";
import type { Writer } from "../../platform/commit/writer.ts";
import type { Database } from "../../platform/db/database.ts";
import { laterThanBefore } from "../../platform/db/record.ts";
import { tenantMoves } from "../../platform/db/tables/control/tenant-moves.ts";
import { withVersion } from "../../platform/http/versions/version.ts";
import { clock } from "../../platform/lib/clock.ts";
import { newId } from "../../platform/lib/ids.ts";
import { timestamp, timestampOrNull } from "../../platform/lib/time.ts";
import type { TenantMove } from "./move.ts";

// The record of a move in the control database.

/** The unique index refuses a second move of the tenant that is under way. */
export function newMove(
	of: { tenantId: string; from: string; to: string },
	now: number,
): { row: TenantMove; write: Write } {
	const row: TenantMove = {
		id: newId("tenant_move", now),
		number: 1,
		...of,
		status: "COPYING",
		rowsCopied: 0,
		rowsTotal: 0,
		longestRefusalMs: 0,
		error: null,
		leasedUntil: 0,
		progressedAt: now,
		updatedAt: now,
		startedAt: now,
		finishedAt: null,
	};
	const earlier = sql`SELECT coalesce(max(m.number), 0) + 1 FROM ${tenantMoves} m WHERE m.tenant_id = ${of.tenantId}`;
	return { row, write: insert(tenantMoves).values({ ...row, number: sql`(${earlier})` }) };
}

/** The columns of the unique index that allows one move at a time. A refusal of the database names them like this. */
export const oneMoveAtATime = "tenant_moves.tenant_id";

export async function latestMove(control: Database, tenantId: string): Promise<TenantMove | undefined> {
	const [move] = await control
		.select()
		.from(tenantMoves)
		.where(eq(tenantMoves.tenantId, tenantId))
		.orderBy(desc(tenantMoves.number))
		.limit(1);
	return move;
}

export async function moveUnderWay(control: Database, tenantId: string): Promise<TenantMove | undefined> {
	const [move] = await control
		.select()
		.from(tenantMoves)
		.where(and(eq(tenantMoves.tenantId, tenantId), isNull(tenantMoves.finishedAt)));
	return move;
}

/** Leases of moves follow the clock of the machine. */
const isUnclaimed = (): SQL | undefined =>
	and(isNull(tenantMoves.finishedAt), lte(tenantMoves.leasedUntil, Date.now()));

export const areMovesUnclaimed = (): SQL => sql`EXISTS (SELECT 1 FROM ${tenantMoves} WHERE ${isUnclaimed()})`;

export async function unclaimedMoves(control: Database): Promise<string[]> {
	const moves = await control
		.select({ tenantId: tenantMoves.tenantId })
		.from(tenantMoves)
		.where(isUnclaimed())
		.orderBy(asc(tenantMoves.leasedUntil))
		.limit(100);
	return moves.map(({ tenantId }) => tenantId);
}

/** The version is the tenant's, and each change of the move is another state of it (contract: Databases 4). */
export const shownMove = (move: TenantMove, { revision }: { revision: number }) =>
	withVersion(
		revision,
		{
			object: "tenant_move" as const,
			tenant_id: move.tenantId,
			from: move.from,
			to: move.to,
			status: move.status,
			rows_copied: move.rowsCopied,
			rows_total: move.rowsTotal,
			longest_refusal_ms: move.longestRefusalMs,
			error: move.error,
			started_at: timestamp(move.startedAt),
			finished_at: timestampOrNull(move.finishedAt),
			created_at: timestamp(move.startedAt),
			updated_at: timestamp(Math.max(move.updatedAt, move.startedAt)),
		},
		`${move.id}-${move.updatedAt}`,
	);

/** It rises even if the clock does not. */
const changedNow = () => laterThanBefore(clock.now());

const isUnderWay = (id: string) => and(eq(tenantMoves.id, id), isNull(tenantMoves.finishedAt));

/** Returns whether this run may work on the move. A second run at the same time would do no harm. */
export async function claimMove(writer: Writer, move: TenantMove, forMs: number): Promise<boolean> {
	const now = Date.now();
	const write = update(tenantMoves)
		.set({ leasedUntil: now + forMs })
		.where(and(isUnderWay(move.id), lte(tenantMoves.leasedUntil, now)));
	const [result] = await writer.transaction(writer.databases.control, toStatements(write));
	return (result?.meta.changes ?? 0) > 0;
}

/** A lease is no change that the operator sees. */
export function updateMove(writer: Writer, id: string, set: Partial<TenantMove>): Promise<D1Result[]> {
	const isShown = Object.keys(set).some((name) => name !== "leasedUntil");
	const write = update(tenantMoves)
		.set(isShown ? { ...set, updatedAt: changedNow() } : set)
		.where(isUnderWay(id));
	return writer.transaction(writer.databases.control, toStatements(write));
}
