import { refusalIn } from "../../platform/commit/transaction/refusals.ts";
import type { Writer } from "../../platform/commit/writer.ts";
import type { Store } from "../../platform/db/database.ts";
import type { Statement } from "../../platform/db/statements/statement.ts";
import type { tenantMoves } from "../../platform/db/tables/control/tenant-moves.ts";

export type TenantMove = typeof tenantMoves.$inferSelect;

/** A move as a run works on it. */
export interface Move {
	writer: Writer;
	id: string;
	/** Of two moves of a tenant, the later one has the higher number. */
	number: number;
	tenantId: string;
	source: Store;
	target: Store;
}

export const moveFrom = (writer: Writer, { id, number, tenantId, from, to }: TenantMove): Move => ({
	writer,
	id,
	number,
	tenantId,
	source: writer.databases.data(from),
	target: writer.databases.data(to),
});

/** The move can never succeed. The message is for the operator. */
export class MoveFailure extends Error {}

/** Another run has taken the step, or the move is over: this run has nothing more to do here. */
export class Overtaken extends Error {}

/** The database undoes the whole transaction if the condition is not true. */
export const assertHolds = (condition: string, ...params: unknown[]): Statement => ({
	sql: `INSERT INTO commit_guard (reason, holds) SELECT 'stale_write', coalesce((${condition}), 0)`,
	params,
});

/** The statement before this one changed one row. */
export const assertChangedOne: Statement = assertHolds("changes() = 1");

/** Undefined if the database refused the transaction. */
export async function transactionUnlessRefused(
	{ writer }: Pick<Move, "writer">,
	store: Store,
	statements: Statement[],
): Promise<D1Result[] | undefined> {
	try {
		return await writer.transaction(store, statements);
	} catch (error) {
		if (refusalIn(error)) return undefined;
		throw error;
	}
}

export const rowsOf = <T>(result: D1Result | undefined): T[] => (result?.results ?? []) as T[];
