import { sql } from "drizzle-orm";
import { noteLastWrite } from "../../../platform/commit/after/note-last-write.ts";
import { raiseCredentialVersions, versionsIn } from "../../../platform/commit/transaction/credential-versions.ts";
import { refusalIn } from "../../../platform/commit/transaction/refusals.ts";
import { mustChangeRows, toStatements, update } from "../../../platform/commit/write.ts";
import type { Writer } from "../../../platform/commit/writer.ts";
import { laterThanBefore } from "../../../platform/db/record.ts";
import { tenantMoves } from "../../../platform/db/tables/control/tenant-moves.ts";
import { tenants } from "../../../platform/db/tables/control/tenants.ts";
import { CredentialNotice } from "../../../platform/gate/credentials/credential-notice.ts";
import { clock } from "../../../platform/lib/clock.ts";
import { newId } from "../../../platform/lib/ids.ts";
import { type Move, moveFrom, rowsOf } from "../move.ts";
import { moveUnderWay } from "../move-record.ts";
import { stageOf } from "../steps/source.ts";
import { isTenantOpen, openTenant, type Studio } from "../steps/target.ts";

/**
 * Finishes the move of a tenant that has departed: a request met its studio between two databases. It may run any number
 * of times and at the same time as others. Whether the tenant serves again.
 */
export async function finishSwitch(writer: Writer, tenantId: string): Promise<boolean> {
	const row = await moveUnderWay(writer.databases.control.db, tenantId);
	writer.databases.forgetPlacement(tenantId);
	if (!row) return true;
	const move = moveFrom(writer, row);
	if ((await stageOf(move)) !== "DEPARTED") return false;
	await finishMove(move);
	return true;
}

/**
 * Opens the tenant in the target and has everybody look for it there. Nobody changes the row of a studio that has
 * departed, so it is read here. The gates hear of the change as of one of credentials, because what isolates remember
 * about a credential includes the tenant's database.
 */
export async function finishMove(move: Move): Promise<void> {
	const { writer, tenantId } = move;
	const notice = new CredentialNotice(writer.gateOf);
	const [closedAt] = await Promise.all([openInTarget(move), notice.begin([tenantId], newId("request", clock.now()))]);
	// A replica of the target may have known the tenant's rows of an earlier stay.
	await noteLastWrite(writer, move.target, tenantId);
	// When the transaction fails, it may have committed. Then the announcement must lapse.
	const versions = await relocateTenant(move, closedAt);
	await notice.end(versions);
	writer.databases.forgetPlacement(tenantId);
}

/** Returns since when the tenant's changes have been refused. */
async function openInTarget(move: Move): Promise<number | null> {
	const [result] = await move.writer.transaction(move.source, [
		{
			sql: `SELECT t.effects, t.name, t.email, t.timezone, t.plan, d.closed_at FROM studios t JOIN departures d ON d.tenant_id = t.tenant_id
				WHERE t.tenant_id = ? AND t.state = 'DEPARTED' AND d.number = ?`,
			params: [move.tenantId, move.number],
		},
	]);
	const [studio] = rowsOf<Studio & { closed_at: number | null }>(result);
	if (!studio || !((await openTenant(move, studio)) || (await isTenantOpen(move))))
		throw new Error("The tenant has departed and cannot be opened where it went.");
	return studio.closed_at;
}

/** The new version of the tenant's credentials; none when another run has done it. */
async function relocateTenant(move: Move, closedAt: number | null): Promise<Map<string, number>> {
	const { writer, id, tenantId, source, target } = move;
	const now = clock.now();
	const refusal = closedAt === null ? sql`longest_refusal_ms` : sql`max(longest_refusal_ms, ${Date.now() - closedAt})`;
	const done = update(tenantMoves)
		.set({ status: "DONE", finishedAt: now, error: null, longestRefusalMs: refusal })
		.where(sql`id = ${id} AND finished_at IS NULL`);
	const relocated = update(tenants)
		.set({ database: target.id, updatedAt: laterThanBefore(now), revision: sql`revision + 1` })
		.where(sql`id = ${tenantId} AND ${tenants.database} = ${source.id}`);
	try {
		const results = await writer.transaction(
			writer.databases.control,
			[mustChangeRows(done), mustChangeRows(relocated), raiseCredentialVersions([tenantId])].flatMap(toStatements),
		);
		return versionsIn(results.at(-1));
	} catch (error) {
		if (refusalIn(error)) return new Map();
		throw error;
	}
}
