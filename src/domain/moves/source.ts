import type { Statement } from "../../platform/db/statements/statement.ts";
import { mailClaimedAt } from "../../platform/db/tables/both/mails.ts";
import { clock } from "../../platform/lib/clock.ts";
import { secondMs } from "../../platform/lib/time.ts";
import { assertChangedOne, type Move, rowsOf, transactionUnlessRefused } from "./move.ts";

// The statements of a move in the database that the tenant leaves.

/** Attempts and mails that began before the closing end within this time, or else they are made again, as after a crash. */
const longestWorkMs = 40 * secondMs;
/** A mail that was claimed longer ago has left, or has not (`longestSendMs`). */
const longestMailMs = 15 * secondMs;

/**
 * NEW: this move has done nothing here. CLOSING: changes are refused, and work that has begun may end. LEAVING: nothing
 * changes, and the rows are copied. DEPARTED: the tenant has left. CALLED_OFF: the tenant stays.
 */
export type Stage = "NEW" | "CLOSING" | "LEAVING" | "DEPARTED" | "CALLED_OFF";

export interface Standing {
	stage: Stage;
	/** When the tenant was closed to changes, by the clock of the machine. */
	closedAt: number | null;
}

interface Departure {
	number: number;
	closed_at: number | null;
	departed_at: number | null;
	called_off_at: number | null;
	state: Stage | null;
}

export const readStanding = ({ tenantId }: Move): Statement => ({
	sql: `SELECT d.number, d.closed_at, d.departed_at, d.called_off_at, t.state
		FROM departures d LEFT JOIN studios t ON t.tenant_id = d.tenant_id WHERE d.tenant_id = ?`,
	params: [tenantId],
});

/** The source decides a move. A later move calls an earlier one off. */
export function standingIn({ number }: Move, result: D1Result | undefined): Standing {
	const [departure] = rowsOf<Departure>(result);
	if (!departure || departure.number < number) return { stage: "NEW", closedAt: null };
	const { closed_at: closedAt, state } = departure;
	if (departure.number > number || departure.called_off_at !== null) return { stage: "CALLED_OFF", closedAt };
	if (departure.departed_at !== null) return { stage: "DEPARTED", closedAt };
	return { stage: state === "LEAVING" ? "LEAVING" : "CLOSING", closedAt };
}

export async function standingOf(move: Move): Promise<Standing> {
	const [result] = await move.writer.transaction(move.source, [readStanding(move)]);
	return standingIn(move, result);
}

const isThisMove = "tenant_id = ? AND number = ? AND departed_at IS NULL AND called_off_at IS NULL";

/** The database refuses to close for a move that has closed the tenant already, or was called off. */
export const closeTenant = (move: Move): Promise<D1Result[] | undefined> => {
	const { source, target, tenantId, number, id } = move;
	return transactionUnlessRefused(move, source, [
		{
			sql: `INSERT INTO departures (tenant_id, number, move_id, to_database, closed_at) VALUES (?, ?, ?, ?, ?)
				ON CONFLICT (tenant_id) DO UPDATE SET number = excluded.number, move_id = excluded.move_id, to_database = excluded.to_database,
					closed_at = excluded.closed_at, departed_at = NULL, called_off_at = NULL
				WHERE excluded.number > departures.number`,
			params: [tenantId, number, id, target.id, Date.now()],
		},
		assertChangedOne,
		{ sql: "UPDATE studios SET state = 'CLOSING' WHERE tenant_id = ? AND state = 'OPEN'", params: [tenantId] },
		assertChangedOne,
	]);
};

/** From now on nothing changes the tenant's rows. Returns false while an attempt or a mail is still under way. */
export async function beginLeaving({ writer, source, tenantId, number }: Move): Promise<boolean> {
	const [now, mailNow] = [Date.now(), clock.now()];
	const [result] = await writer.transaction(source, [
		{
			sql: `UPDATE studios SET state = 'LEAVING' WHERE tenant_id = ?1 AND state IN ('CLOSING', 'LEAVING')
				AND EXISTS (SELECT 1 FROM departures WHERE tenant_id = ?1 AND number = ?2 AND called_off_at IS NULL AND (closed_at <= ?3
					OR NOT (EXISTS (SELECT 1 FROM deliveries WHERE tenant_id = ?1 AND leased_until > 0 AND leased_until > ?4)
						OR EXISTS (SELECT 1 FROM mails WHERE tenant_id = ?1 AND failures > 0 AND ${mailClaimedAt} BETWEEN ?5 AND ?6))))`,
			params: [tenantId, number, now - longestWorkMs, now, mailNow - longestMailMs, mailNow],
		},
	]);
	return (result?.meta.changes ?? 0) > 0;
}

/** The point of no return: from now on the rows in the other database are the valid ones. */
export const departTenant = async (move: Move): Promise<boolean> =>
	(await transactionUnlessRefused(move, move.source, [
		{ sql: "UPDATE studios SET state = 'DEPARTED' WHERE tenant_id = ? AND state = 'LEAVING'", params: [move.tenantId] },
		assertChangedOne,
		{
			sql: `UPDATE departures SET departed_at = ? WHERE ${isThisMove}`,
			params: [clock.now(), move.tenantId, move.number],
		},
		assertChangedOne,
	])) !== undefined;

/** The tenant opens, unless it has departed. The row stays, so that no late run closes the tenant again. */
export async function callOffInSource(move: Move): Promise<Standing> {
	const { writer, source, tenantId, number, id, target } = move;
	const results = await writer.transaction(source, [
		{
			sql: `INSERT INTO departures (tenant_id, number, move_id, to_database, called_off_at) VALUES (?, ?, ?, ?, ?)
				ON CONFLICT (tenant_id) DO UPDATE SET number = excluded.number, move_id = excluded.move_id, to_database = excluded.to_database,
					departed_at = NULL, called_off_at = excluded.called_off_at
				WHERE excluded.number > departures.number OR (excluded.number = departures.number AND departures.departed_at IS NULL)`,
			params: [tenantId, number, id, target.id, clock.now()],
		},
		{
			sql: `UPDATE studios SET state = 'OPEN' WHERE tenant_id = ?1 AND state IN ('CLOSING', 'LEAVING')
				AND EXISTS (SELECT 1 FROM departures WHERE tenant_id = ?1 AND number = ?2 AND called_off_at IS NOT NULL)`,
			params: [tenantId, number],
		},
		readStanding(move),
	]);
	return standingIn(move, results[2]);
}
