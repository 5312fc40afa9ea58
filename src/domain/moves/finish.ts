import { inArray, sql } from "drizzle-orm";
import { noteLastWrite } from "../../platform/commit/after/note-last-write.ts";
import { raiseCredentialVersions, versionsIn } from "../../platform/commit/transaction/credential-versions.ts";
import { refusalIn } from "../../platform/commit/transaction/refusals.ts";
import { mustChangeRows, toStatements, update } from "../../platform/commit/write.ts";
import type { Writer } from "../../platform/commit/writer.ts";
import { isOutage } from "../../platform/db/errors.ts";
import { laterThanBefore } from "../../platform/db/record.ts";
import { databases } from "../../platform/db/tables/control/databases.ts";
import { tenantMoves } from "../../platform/db/tables/control/tenant-moves.ts";
import { tenants } from "../../platform/db/tables/control/tenants.ts";
import { CredentialNotice } from "../../platform/gate/credentials/credential-notice.ts";
import { clock } from "../../platform/lib/clock.ts";
import { newId } from "../../platform/lib/ids.ts";
import { type Move, moveFrom, rowsOf } from "./move.ts";
import { moveUnderWay, updateMove } from "./move-record.ts";
import { callOffInSource, standingOf } from "./source.ts";
import { callOffInTarget, isTenantOpen, openTenant, type Studio } from "./target.ts";

/**
 * A request found the studio of a departed tenant between two databases. This may run any number of times, and several
 * times at once. Returns whether the tenant is served again.
 */
export async function finishSwitch(writer: Writer, tenantId: string): Promise<boolean> {
	const row = await moveUnderWay(writer.databases.control.db, tenantId);
	writer.databases.forgetPlacement(tenantId);
	if (!row) return true;
	const move = moveFrom(writer, row);
	if ((await standingOf(move)).stage !== "DEPARTED") return false;
	await finishMove(move);
	return true;
}

/**
 * Opens the tenant in the target and makes everybody look for it there. The row of a departed studio never changes, so
 * it can be read without a lock. The gates are notified as of a change of credentials, because the cached credentials
 * of the isolates include the tenant's database.
 */
export async function finishMove(move: Move): Promise<void> {
	const { writer, tenantId } = move;
	const notice = new CredentialNotice(writer.gateOf);
	const [closedAt] = await Promise.all([openInTarget(move), notice.begin([tenantId], newId("request", clock.now()))]);
	// A replica of the target may still have the tenant's rows of an earlier stay.
	await noteLastWrite(writer, move.target, tenantId);
	// If the transaction fails, it may have committed. Then nothing ends the notice, and it must expire.
	const versions = await relocateTenant(move, closedAt);
	await notice.end(versions);
	writer.databases.forgetPlacement(tenantId);
}

/** Returns the time since which the tenant's changes have been refused. */
async function openInTarget(move: Move): Promise<number | null> {
	const [result] = await move.writer.transaction(move.source, [
		{
			sql: `SELECT t.effects, t.name, t.email, t.timezone, t.plan, t.accent_color, t.logo_id, t.logo_width,
				t.logo_height, d.closed_at FROM studios t JOIN departures d ON d.tenant_id = t.tenant_id
				WHERE t.tenant_id = ? AND t.state = 'DEPARTED' AND d.number = ?`,
			params: [move.tenantId, move.number],
		},
	]);
	const [studio] = rowsOf<Studio & { closed_at: number | null }>(result);
	if (!studio || !((await openTenant(move, studio)) || (await isTenantOpen(move))))
		throw new Error("The tenant has departed and cannot be opened where it went.");
	return studio.closed_at;
}

/** Returns the new version of the tenant's credentials; empty if another run has done it. */
async function relocateTenant(move: Move, closedAt: number | null): Promise<Map<string, number>> {
	const { writer, id, tenantId, source, target } = move;
	const now = clock.now();
	const finished = update(tenantMoves)
		.set({
			status: "DONE",
			finishedAt: now,
			error: null,
			longestRefusalMs: closedFor(closedAt),
			updatedAt: laterThanBefore(now),
		})
		.where(sql`id = ${id} AND finished_at IS NULL`);
	const relocated = update(tenants)
		.set({ database: target.id, updatedAt: laterThanBefore(now), revision: sql`revision + 1` })
		.where(sql`id = ${tenantId} AND ${tenants.database} = ${source.id}`);
	// Each of the two databases has another number of tenants.
	const bothChanged = update(databases)
		.set({ updatedAt: laterThanBefore(now) })
		.where(inArray(databases.id, [source.id, target.id]));
	try {
		const results = await writer.transaction(
			writer.databases.control,
			[mustChangeRows(finished), mustChangeRows(relocated), bothChanged, raiseCredentialVersions([tenantId])].flatMap(
				toStatements,
			),
		);
		return versionsIn(results.at(-1));
	} catch (error) {
		if (refusalIn(error)) return new Map();
		throw error;
	}
}

/**
 * The error is recorded first, so that every later run ends the move, too. Then the source decides: if the tenant has
 * departed meanwhile, it has moved, and the move is finished instead.
 */
export async function callOff(move: Move, error: string): Promise<void> {
	const { writer, id } = move;
	await updateMove(writer, id, { error });
	const { stage, closedAt } = await callOffInSource(move);
	if (stage === "DEPARTED") return await finishMove(move);
	try {
		await callOffInTarget(move);
	} catch (fault) {
		// The target cannot be reached. It removes the copied rows itself after a day (remove-departed.ts).
		if (!isOutage(fault)) throw fault;
	}
	await updateMove(writer, id, { status: "FAILED", finishedAt: clock.now(), longestRefusalMs: closedFor(closedAt) });
}

const closedFor = (closedAt: number | null): number => (closedAt === null ? 0 : Date.now() - closedAt);
