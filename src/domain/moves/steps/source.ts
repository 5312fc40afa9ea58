import type { Statement } from "../../../platform/db/statements/statement.ts";
import { clock } from "../../../platform/lib/clock.ts";
import { secondMs } from "../../../platform/lib/time.ts";
import { assertChangedOne, assertHolds, type Move, rowsOf, transactionUnlessRefused } from "../move.ts";

// The statements of a move in the database that the tenant leaves.

/** Changes are refused for at most this long at a time. */
export const closingMs = 2 * secondMs;
/** With this limit, changes are refused for less than five seconds in all (contract: Databases 5). */
const maxClosings = 2;
/** Between two closings the tenant works as usual for this time. */
const openBetweenMs = 10 * secondMs;

const databaseNow = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

export type Stage = "NEW" | "LEAVING" | "DEPARTED" | "CALLED_OFF";

interface Departure {
	number: number;
	departed_at: number | null;
	called_off_at: number | null;
}

export const readDeparture = ({ tenantId }: Move): Statement => ({
	sql: "SELECT number, departed_at, called_off_at FROM departures WHERE tenant_id = ?",
	params: [tenantId],
});

/** Returns the stage of this move in the source, which decides it. A later move calls an earlier one off. */
export function stageIn({ number }: Move, result: D1Result | undefined): Stage {
	const [departure] = rowsOf<Departure>(result);
	if (!departure || departure.number < number) return "NEW";
	if (departure.number > number || departure.called_off_at !== null) return "CALLED_OFF";
	return departure.departed_at === null ? "LEAVING" : "DEPARTED";
}

export async function stageOf(move: Move): Promise<Stage> {
	const [result] = await move.writer.transaction(move.source, [readDeparture(move)]);
	return stageIn(move, result);
}

/** Starts the journal: from now on the triggers record which rows change. */
export const startLeaving = ({ writer, source, target, tenantId, number, id }: Move): Promise<D1Result[]> =>
	writer.transaction(source, [
		assertHolds("SELECT state = 'OPEN' FROM studios WHERE tenant_id = ?", tenantId),
		{
			sql: `INSERT INTO departures (tenant_id, number, move_id, to_database) VALUES (?, ?, ?, ?)
				ON CONFLICT (tenant_id) DO UPDATE SET number = excluded.number, move_id = excluded.move_id, to_database = excluded.to_database,
					closings = 0, closed_at = NULL, departed_at = NULL, called_off_at = NULL
				WHERE excluded.number > departures.number`,
			params: [tenantId, number, id, target.id],
		},
	]);

const isLeaving = "tenant_id = ? AND number = ? AND departed_at IS NULL AND called_off_at IS NULL";

export const deleteJournal = (tenantId: string, upTo: number): Statement => ({
	sql: "DELETE FROM move_journal WHERE tenant_id = ? AND number <= ?",
	params: [tenantId, upTo],
});

/** Refuses the tenant's changes for a short time. The database refuses a closing beyond the limit or too early. */
export const closeTenant = ({ tenantId, number }: Move): Statement[] => [
	{
		sql: `UPDATE studios SET closed_until = ${databaseNow} + ? WHERE tenant_id = ? AND state = 'OPEN' AND closed_until <= ${databaseNow} - ?`,
		params: [closingMs, tenantId, openBetweenMs],
	},
	assertChangedOne,
	{
		sql: `UPDATE departures SET closings = closings + 1, closed_at = ? WHERE ${isLeaving} AND closings < ?`,
		params: [Date.now(), tenantId, number, maxClosings],
	},
	assertChangedOne,
];

/** Reads how many closings are left for this move, and how long the tenant must stay open before the next one. */
export async function closingsOf({
	writer,
	source,
	tenantId,
	number,
}: Move): Promise<{ left: number; waitMs: number }> {
	const [result] = await writer.transaction(source, [
		{
			sql: `SELECT d.closings, t.closed_until + ? - ${databaseNow} AS wait FROM departures d JOIN studios t ON t.tenant_id = d.tenant_id
				WHERE d.tenant_id = ? AND d.number = ?`,
			params: [openBetweenMs, tenantId, number],
		},
	]);
	const [found] = rowsOf<{ closings: number; wait: number }>(result);
	return { left: maxClosings - (found?.closings ?? 0), waitMs: Math.max(0, found?.wait ?? 0) };
}

/** Opens the tenant before its closing expires. */
export const reopenTenant = ({ tenantId }: Move): Statement => ({
	sql: `UPDATE studios SET closed_until = min(closed_until, ${databaseNow}) WHERE tenant_id = ? AND state = 'OPEN'`,
	params: [tenantId],
});

/**
 * The point of no return. The tenant departs only while it is closed and its journal is empty: the other database then
 * has every row as it is here. Returns whether it departed.
 */
export const departTenant = async (move: Move, applied: number): Promise<boolean> =>
	(await transactionUnlessRefused(move, move.source, [
		deleteJournal(move.tenantId, applied),
		assertHolds("NOT EXISTS (SELECT 1 FROM move_journal WHERE tenant_id = ?)", move.tenantId),
		{
			sql: `UPDATE studios SET state = 'DEPARTED' WHERE tenant_id = ? AND state = 'OPEN' AND closed_until > ${databaseNow}`,
			params: [move.tenantId],
		},
		assertChangedOne,
		{
			sql: `UPDATE departures SET departed_at = ? WHERE ${isLeaving}`,
			params: [clock.now(), move.tenantId, move.number],
		},
		assertChangedOne,
	])) !== undefined;

/** Ends the move here, unless the tenant has departed. The row stays, so that no late run starts the move again. */
export async function callOffInSource(move: Move): Promise<Stage> {
	const { writer, source, tenantId, number, id, target } = move;
	const results = await writer.transaction(source, [
		{
			sql: `INSERT INTO departures (tenant_id, number, move_id, to_database, called_off_at) VALUES (?, ?, ?, ?, ?)
				ON CONFLICT (tenant_id) DO UPDATE SET number = excluded.number, move_id = excluded.move_id, to_database = excluded.to_database,
					departed_at = NULL, called_off_at = excluded.called_off_at
				WHERE excluded.number > departures.number OR (excluded.number = departures.number AND departures.departed_at IS NULL)`,
			params: [tenantId, number, id, target.id, clock.now()],
		},
		reopenTenant(move),
		readDeparture(move),
	]);
	return stageIn(move, results[2]);
}

/** Some entries of a journal that nobody reads any more. */
export const deleteSomeOfJournal = ({ tenantId }: Move): Statement => ({
	sql: `DELETE FROM move_journal WHERE number IN (SELECT number FROM move_journal WHERE tenant_id = ?1 ORDER BY number LIMIT 1000)
		AND NOT EXISTS (SELECT 1 FROM departures WHERE tenant_id = ?1 AND departed_at IS NULL AND called_off_at IS NULL)`,
	params: [tenantId],
});
