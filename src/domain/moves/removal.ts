import type { Writer } from "../../platform/commit/writer.ts";
import type { Statement } from "../../platform/db/client.ts";
import type { Store } from "../../platform/db/database.ts";
import { dayMs } from "../../platform/lib/time.ts";
import { clearSome, isClear } from "./clear.ts";
import { holds, rowsOf, unlessRefused } from "./move.ts";
import { callOffInTarget } from "./target.ts";

/** The rows stay so long: what was sent before the move may still look for its outcome here. */
const keptMs = dayMs;
const entriesAtOnce = 1000;
const tenantsAtOnce = 50;

type LocalWriter = Writer & { home: Store };

/**
 * Deletes from the writer's own database the rows of tenants that left it a day ago, and those of moves that failed. The
 * control database must say that the tenant is elsewhere and that no move of it is under way. Every step holds only
 * while the tenant has not come back.
 */
export async function removeDeparted(writer: LocalWriter, now: number, forMs: number): Promise<void> {
	const until = Date.now() + forMs;
	const before = now - keptMs;
	await endForgotten(writer, before);
	const [found] = await writer.transaction(writer.home, [readGone(before)]);
	for (const gone of rowsOf<Gone>(found)) {
		if (!(await isSettled(writer, gone.tenant_id))) continue;
		while (Date.now() < until && (await removeSome(writer, gone, before)));
	}
}

interface Gone {
	tenant_id: string;
	number: number;
}

const ended = "coalesce(departed_at, called_off_at) <= ?";

const readGone = (before: number): Statement => ({
	sql: `SELECT tenant_id, number FROM departures WHERE ${ended} ORDER BY coalesce(departed_at, called_off_at) LIMIT ${tenantsAtOnce}`,
	params: [before],
});

/** While a move is under way, the rows here may be the only ones: the tenant has departed and is not open elsewhere yet. */
async function isSettled({ databases, transaction }: LocalWriter, tenantId: string): Promise<boolean> {
	const [found] = await transaction(databases.control, [
		{ sql: "SELECT 1 FROM tenant_moves WHERE tenant_id = ? AND finished_at IS NULL", params: [tenantId] },
	]);
	return rowsOf(found).length === 0;
}

/** Whether the tenant's data is here, as the control database says. */
async function isHome({ databases, transaction, home }: LocalWriter, tenantId: string): Promise<boolean> {
	const [found] = await transaction(databases.control, [
		{ sql: 'SELECT 1 FROM tenants WHERE id = ? AND "database" = ?', params: [tenantId, home.id] },
	]);
	return rowsOf(found).length > 0;
}

/** Takes a step. Whether another one may be needed: a refusal means that the tenant comes back just now. */
async function removeSome(writer: LocalWriter, { tenant_id, number }: Gone, before: number): Promise<boolean> {
	const isGone = holds(
		`EXISTS (SELECT 1 FROM departures WHERE tenant_id = ? AND number = ? AND ${ended})`,
		tenant_id,
		number,
		before,
	);
	const end = { sql: "DELETE FROM departures WHERE tenant_id = ?", params: [tenant_id] };
	if (await isHome(writer, tenant_id)) {
		await unlessRefused({ writer }, writer.home, [isGone, end]);
		return false;
	}
	const isDeparted = holds("NOT EXISTS (SELECT 1 FROM studios WHERE tenant_id = ? AND state <> 'DEPARTED')", tenant_id);
	const still = [isGone, isDeparted];
	const results = await unlessRefused({ writer }, writer.home, [...still, ...clearSome(tenant_id)]);
	if (!results || !isClear(results)) return results !== undefined;
	await unlessRefused({ writer }, writer.home, [
		...still,
		{ sql: "DELETE FROM studios WHERE tenant_id = ?", params: [tenant_id] },
		end,
	]);
	return false;
}

/** What moves left here that failed while this database was away. */
async function endForgotten(writer: LocalWriter, before: number): Promise<void> {
	const [arriving] = await writer.transaction(writer.home, [
		{ sql: "SELECT tenant_id, number, move_id FROM arrivals WHERE stepped_at <= ?", params: [before] },
		{
			sql: `DELETE FROM move_journal WHERE number IN (SELECT j.number FROM move_journal j WHERE NOT EXISTS (
				SELECT 1 FROM departures d WHERE d.tenant_id = j.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL) LIMIT ?)`,
			params: [entriesAtOnce],
		},
	]);
	for (const { tenant_id, number, move_id } of rowsOf<Gone & { move_id: string }>(arriving)) {
		const [failed] = await writer.transaction(writer.databases.control, [
			{
				sql: "SELECT 1 FROM tenant_moves WHERE id = ? AND status = 'FAILED' AND finished_at IS NOT NULL",
				params: [move_id],
			},
		]);
		if (rowsOf(failed).length > 0)
			await callOffInTarget({ writer, target: writer.home, tenantId: tenant_id, number, id: move_id });
	}
}
