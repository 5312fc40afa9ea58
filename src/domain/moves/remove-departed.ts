import { type SQL, sql } from "drizzle-orm";
import { mayContinue } from "../../platform/commit/in-bulk/may-continue.ts";
import type { Writer } from "../../platform/commit/writer.ts";
import type { Store } from "../../platform/db/database.ts";
import type { Statement } from "../../platform/db/statements/statement.ts";
import { arrivals, departures } from "../../platform/db/tables/data/upkeep/moves.ts";
import { dayMs } from "../../platform/lib/time.ts";
import { assertHolds, rowsOf, transactionUnlessRefused } from "./move.ts";
import { deleteSomeRows, isClear } from "./rows/delete-rows.ts";
import { callOffInTarget } from "./target.ts";

/** The rows stay for this time: a request that was sent before the move may still look for its outcome here. */
const retentionMs = dayMs;
const tenantsAtOnce = 50;

type LocalWriter = Writer & { dataDatabase: Store };

/**
 * The rows are those of tenants that left the writer's own database a day ago, and of moves that failed. The control
 * database must say that the tenant is elsewhere and that no move of it is under way. The database refuses every step
 * once the tenant has come back.
 */
export async function removeDeparted(writer: LocalWriter, now: number, forMs: number): Promise<void> {
	const until = Date.now() + forMs;
	const before = now - retentionMs;
	await endAbandonedMoves(writer, before);
	const [found] = await writer.transaction(writer.dataDatabase, [readDepartedTenants(before)]);
	for (const departed of rowsOf<DepartedTenant>(found)) {
		if (!mayContinue(writer, until)) return;
		if (!(await isSettled(writer, departed.tenant_id))) continue;
		while (mayContinue(writer, until) && (await removalStep(writer, departed, before)));
	}
}

interface DepartedTenant {
	tenant_id: string;
	number: number;
}

const endedBefore = "coalesce(departed_at, called_off_at) <= ?";

const readDepartedTenants = (before: number): Statement => ({
	sql: `SELECT tenant_id, number FROM departures WHERE ${endedBefore} ORDER BY coalesce(departed_at, called_off_at) LIMIT ${tenantsAtOnce}`,
	params: [before],
});

/** Whether a tenant leaves this database or arrives in it. */
export const isTenantMoving = sql`EXISTS (SELECT 1 FROM ${arrivals})
	OR EXISTS (SELECT 1 FROM ${departures} WHERE departed_at IS NULL AND called_off_at IS NULL)`;

export const areDepartedDue = (now: number): SQL => {
	const before = sql`${now - retentionMs}`;
	return sql`EXISTS (SELECT 1 FROM ${departures} WHERE coalesce(departed_at, called_off_at) <= ${before})
		OR EXISTS (SELECT 1 FROM ${arrivals} WHERE stepped_at <= ${before})`;
};

/** While a move is under way, the rows here may be the only ones: a departed tenant may not be open elsewhere yet. */
async function isSettled({ databases, transaction }: LocalWriter, tenantId: string): Promise<boolean> {
	const [found] = await transaction(databases.control, [
		{ sql: "SELECT 1 FROM tenant_moves WHERE tenant_id = ? AND finished_at IS NULL", params: [tenantId] },
	]);
	return rowsOf(found).length === 0;
}

/** The control database knows. */
async function isDataHere(
	{ databases, transaction, dataDatabase: home }: LocalWriter,
	tenantId: string,
): Promise<boolean> {
	const [found] = await transaction(databases.control, [
		{ sql: 'SELECT 1 FROM tenants WHERE id = ? AND "database" = ?', params: [tenantId, home.id] },
	]);
	return rowsOf(found).length > 0;
}

/** Returns whether more rows may be left. After a refusal the tenant is coming back. */
async function removalStep(
	writer: LocalWriter,
	{ tenant_id, number }: DepartedTenant,
	before: number,
): Promise<boolean> {
	const hasLeft = assertHolds(
		`EXISTS (SELECT 1 FROM departures WHERE tenant_id = ? AND number = ? AND ${endedBefore})`,
		tenant_id,
		number,
		before,
	);
	const end = { sql: "DELETE FROM departures WHERE tenant_id = ?", params: [tenant_id] };
	if (await isDataHere(writer, tenant_id)) {
		await transactionUnlessRefused({ writer }, writer.dataDatabase, [hasLeft, end]);
		return false;
	}
	const isDeparted = assertHolds(
		"NOT EXISTS (SELECT 1 FROM studios WHERE tenant_id = ? AND state <> 'DEPARTED')",
		tenant_id,
	);
	const guards = [hasLeft, isDeparted];
	const results = await transactionUnlessRefused({ writer }, writer.dataDatabase, [
		...guards,
		...deleteSomeRows(tenant_id),
	]);
	if (!results || !isClear(results)) return results !== undefined;
	await transactionUnlessRefused({ writer }, writer.dataDatabase, [
		...guards,
		{ sql: "DELETE FROM studios WHERE tenant_id = ?", params: [tenant_id] },
		end,
	]);
	return false;
}

/** Ends moves to this database that failed while it could not be reached. */
async function endAbandonedMoves(writer: LocalWriter, before: number): Promise<void> {
	const [arriving] = await writer.transaction(writer.dataDatabase, [
		{ sql: "SELECT tenant_id, number, move_id FROM arrivals WHERE stepped_at <= ?", params: [before] },
	]);
	for (const { tenant_id, number, move_id } of rowsOf<DepartedTenant & { move_id: string }>(arriving)) {
		const [failed] = await writer.transaction(writer.databases.control, [
			{
				sql: "SELECT 1 FROM tenant_moves WHERE id = ? AND status = 'FAILED' AND finished_at IS NOT NULL",
				params: [move_id],
			},
		]);
		if (rowsOf(failed).length > 0)
			await callOffInTarget({ writer, target: writer.dataDatabase, tenantId: tenant_id, number, id: move_id });
	}
}
