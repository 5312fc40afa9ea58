import { and, eq, lte, type SQL, sql } from "drizzle-orm";
import { changedSome } from "../../../../platform/commit/change.ts";
import { execute } from "../../../../platform/commit/execute.ts";
import { mayContinue } from "../../../../platform/commit/in-bulk/may-continue.ts";
import { toStatements, update } from "../../../../platform/commit/write.ts";
import type { LocalCaller } from "../../../../platform/context.ts";
import { isOutage } from "../../../../platform/db/errors.ts";
import { laterThanBefore } from "../../../../platform/db/record.ts";
import { databases } from "../../../../platform/db/tables/control/databases.ts";
import { tenants } from "../../../../platform/db/tables/control/tenants.ts";
import type { TenantRow } from "../schema.ts";
import { deleteApps, purgeSomeOfApps } from "./remove-apps.ts";
import { removeSomeRows } from "./remove-control.ts";
import { type LocalWriter, removeSomeData } from "./remove-data.ts";

const tenantsAtOnce = 50;

/**
 * Removes the tenants of the writer's own database whose day has come. Each of them gets a step in turn, and each run
 * takes them in another order, so that a large tenant or one with a fault delays no other.
 */
export async function removeTenants(writer: LocalWriter, caller: LocalCaller, forMs: number): Promise<void> {
	const until = Date.now() + forMs;
	const faults: unknown[] = [];
	let due = await caller.control
		.select()
		.from(tenants)
		.where(and(eq(tenants.database, writer.dataDatabase.id), lte(tenants.deleteAt, caller.now)))
		.orderBy(sql`random()`)
		.limit(tenantsAtOnce);
	while (due.length > 0) {
		const left: TenantRow[] = [];
		for (const tenant of due) {
			if (!mayContinue(writer, until)) return;
			try {
				if (await removalStep(writer, caller, tenant)) left.push(tenant);
			} catch (error) {
				if (isOutage(error)) throw error;
				faults.push(error);
			}
		}
		due = left;
	}
	if (faults.length > 0) throw faults[0];
}

/** Selects the databases, as `id`, with tenants to remove. */
export const databasesWithRemovals = (now: number): SQL =>
	sql`SELECT DISTINCT "database" AS id FROM ${tenants} WHERE delete_at <= ${now}`;

/** Returns whether another step may follow at once. Each step finds out by itself how far the removal is. */
async function removalStep(writer: LocalWriter, caller: LocalCaller, tenant: TenantRow): Promise<boolean> {
	const { id } = tenant;
	if (tenant.removalBeganAt === null) {
		tenant.removalBeganAt = await begin(writer, caller, id);
		return tenant.removalBeganAt !== null;
	}
	if (await deleteApps(writer, caller, id)) return true;
	if (await removeSomeData(writer, caller, id)) return true;
	if (await removeSomeRows(writer, caller, id)) return true;
	const apps = await purgeSomeOfApps(writer, caller, id);
	if (apps !== "none") return apps === "some";
	await writer.forgetAtGates(id);
	await writer.transaction(writer.databases.control, [
		...toStatements(sql`DELETE FROM ${tenants} WHERE id = ${id} AND removal_began_at IS NOT NULL`),
		// It has another number of tenants.
		...toStatements(
			update(databases)
				.set({ updatedAt: laterThanBefore(caller.now) })
				.where(eq(databases.id, writer.dataDatabase.id)),
		),
	]);
	return false;
}

/** From now on the tenant cannot be restored. Null if it was restored meanwhile. */
async function begin(writer: LocalWriter, caller: LocalCaller, id: string): Promise<number | null> {
	const { now } = caller;
	const { result } = await execute(writer, caller, () => ({
		inControlDatabase: true,
		resultFrom: changedSome,
		writes: [
			update(tenants)
				.set({ removalBeganAt: now, updatedAt: laterThanBefore(now), revision: sql`revision + 1` })
				.where(sql`id = ${id} AND delete_at <= ${now} AND removal_began_at IS NULL`),
		],
	}));
	return result ? now : null;
}
