import type { Statement } from "../../platform/db/statements/statement.ts";
import type { arrivalPhases } from "../../platform/db/tables/data/upkeep/moves.ts";
import { clock } from "../../platform/lib/clock.ts";
import { assertChangedOne, assertHolds, type Move, rowsOf, transactionUnlessRefused } from "./move.ts";
import type { Key } from "./rows/read-rows.ts";

// The statements of a move in the database to which the tenant goes.

/** The position of a move in the target, from which any run can continue. */
export interface Arrival {
	phase: (typeof arrivalPhases)[number];
	/** The table that is worked on, and the position in it after which the work continues; null: its beginning. */
	table: string | null;
	after: Key | null;
	/** How often the copying has begun. */
	round: number;
	rowsCopied: number;
	steps: number;
}

interface ArrivalRow {
	phase: Arrival["phase"];
	table_name: string | null;
	after: string | null;
	round: number;
	rows_copied: number;
	steps: number;
}

export async function readArrival({ writer, target, tenantId, number }: Move): Promise<Arrival | undefined> {
	const [result] = await writer.transaction(target, [
		{
			sql: "SELECT phase, table_name, after, round, rows_copied, steps FROM arrivals WHERE tenant_id = ? AND number = ?",
			params: [tenantId, number],
		},
	]);
	const [row] = rowsOf<ArrivalRow>(result);
	return (
		row && {
			phase: row.phase,
			table: row.table_name,
			after: row.after === null ? null : (JSON.parse(row.after) as Key),
			round: row.round,
			rowsCopied: row.rows_copied,
			steps: row.steps,
		}
	);
}

export async function startArrival({ writer, source, target, tenantId, number, id }: Move): Promise<void> {
	await writer.transaction(target, [
		assertHolds("NOT EXISTS (SELECT 1 FROM studios WHERE tenant_id = ? AND state = 'OPEN')", tenantId),
		assertHolds("NOT EXISTS (SELECT 1 FROM departures WHERE tenant_id = ? AND number >= ?)", tenantId, number),
		assertHolds("NOT EXISTS (SELECT 1 FROM arrivals WHERE tenant_id = ? AND number > ?)", tenantId, number),
		{
			sql: `INSERT INTO studios (tenant_id, state, effects, name, email, timezone, plan) VALUES (?, 'ARRIVING', 0, '', '', '', 'light')
				ON CONFLICT (tenant_id) DO UPDATE SET state = 'ARRIVING'`,
			params: [tenantId],
		},
		{ sql: "DELETE FROM departures WHERE tenant_id = ?", params: [tenantId] },
		{
			sql: `INSERT INTO arrivals (tenant_id, number, move_id, from_database, phase, stepped_at) VALUES (?, ?, ?, ?, 'CLEARING', ?)
				ON CONFLICT (tenant_id) DO UPDATE SET number = excluded.number, move_id = excluded.move_id, from_database = excluded.from_database,
					phase = 'CLEARING', stepped_at = excluded.stepped_at, steps = 0, table_name = NULL, after = NULL, round = 1, rows_copied = 0
				WHERE excluded.number > arrivals.number`,
			params: [tenantId, number, id, source.id, clock.now()],
		},
	]);
}

/** If two runs take the same step, the database refuses one of them. */
export const takeStep = ({ tenantId, number }: Move, from: Arrival, to: Arrival): Statement[] => [
	{
		sql: `UPDATE arrivals SET steps = steps + 1, stepped_at = ?, phase = ?, table_name = ?, after = ?, round = ?, rows_copied = ?
			WHERE tenant_id = ? AND number = ? AND steps = ?`,
		params: [
			...[clock.now(), to.phase, to.table, to.after && JSON.stringify(to.after), to.round, to.rowsCopied],
			...[tenantId, number, from.steps],
		],
	},
	assertChangedOne,
];

export interface Studio {
	effects: number;
	name: string;
	email: string;
	timezone: string;
	plan: string;
	accent_color: string | null;
	logo_id: string | null;
	logo_width: number | null;
	logo_height: number | null;
}

/** Returns whether this call opened the tenant. */
export async function openTenant(move: Move, studio: Studio): Promise<boolean> {
	const { target, tenantId, number } = move;
	const results = await transactionUnlessRefused(move, target, [
		{ sql: "DELETE FROM arrivals WHERE tenant_id = ? AND number = ?", params: [tenantId, number] },
		assertChangedOne,
		{
			sql: `UPDATE studios SET state = 'OPEN', arrived_at = ?, effects = ?, name = ?, email = ?, timezone = ?, plan = ?,
				accent_color = ?, logo_id = ?, logo_width = ?, logo_height = ?
				WHERE tenant_id = ? AND state = 'ARRIVING'`,
			params: [
				...[Date.now(), studio.effects, studio.name, studio.email, studio.timezone, studio.plan],
				...[studio.accent_color, studio.logo_id, studio.logo_width, studio.logo_height, tenantId],
			],
		},
		assertChangedOne,
	]);
	return results !== undefined;
}

export async function isTenantOpen({ writer, target, tenantId }: Move): Promise<boolean> {
	const [result] = await writer.transaction(target, [
		{ sql: "SELECT 1 FROM studios WHERE tenant_id = ? AND state = 'OPEN'", params: [tenantId] },
	]);
	return rowsOf(result).length > 0;
}

/** Ends the arrival. The copied rows are removed later (remove-departed.ts). */
export const callOffInTarget = ({ writer, target, tenantId, number, id }: Omit<Move, "source">): Promise<D1Result[]> =>
	writer.transaction(target, [
		{
			sql: `UPDATE studios SET state = 'DEPARTED' WHERE tenant_id = ? AND state = 'ARRIVING'
				AND EXISTS (SELECT 1 FROM arrivals a WHERE a.tenant_id = studios.tenant_id AND a.number = ?)`,
			params: [tenantId, number],
		},
		{ sql: "DELETE FROM arrivals WHERE tenant_id = ? AND number = ?", params: [tenantId, number] },
		{
			sql: `INSERT INTO departures (tenant_id, number, move_id, to_database, called_off_at) SELECT ?, ?, ?, ?, ?
				WHERE NOT EXISTS (SELECT 1 FROM studios WHERE tenant_id = ? AND state <> 'DEPARTED')
				ON CONFLICT (tenant_id) DO UPDATE SET number = excluded.number, move_id = excluded.move_id, to_database = excluded.to_database,
					departed_at = NULL, called_off_at = excluded.called_off_at
				WHERE excluded.number > departures.number`,
			params: [tenantId, number, id, target.id, clock.now(), tenantId],
		},
	]);
