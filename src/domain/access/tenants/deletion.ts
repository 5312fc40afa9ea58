import { eq, sql } from "drizzle-orm";
import { type Change, decideAgain, noChange } from "../../../platform/commit/change.ts";
import { update, updateIfUnchanged } from "../../../platform/commit/write.ts";
import type { Caller } from "../../../platform/context.ts";
import { nextRevision } from "../../../platform/db/record.ts";
import { tenants } from "../../../platform/db/tables/control/tenants.ts";
import { studios } from "../../../platform/db/tables/data/studios.ts";
import { dayMs, timestamp } from "../../../platform/lib/time.ts";
import { problem } from "../../../platform/problems/problem.ts";
import { moveUnderWay } from "../../moves/move-record.ts";
import { doesNotMove, moveUnderWayProblem } from "./moves.ts";
import { findTenant, storedBytesIn } from "./operations.ts";
import { type Tenant, toTenant } from "./schema.ts";

/** Contract: Operator 22. */
const restorableMs = 30 * dayMs;

/** The tenant is refused everywhere from now on. Its rows stay until the day of its removal. */
export async function deleteTenant(caller: Caller, id: string): Promise<Change<Tenant>> {
	const row = await findTenant(caller, id);
	const stored = await storedBytesIn(caller, row);
	if (row.deleteAt !== null) return noChange(toTenant(row, stored));
	if (await moveUnderWay(caller.control, id)) throw moveUnderWayProblem();
	const deleteAt = caller.now + restorableMs;
	const set = { deleteAt, ...nextRevision(row, caller.now) };
	return {
		result: toTenant({ ...row, ...set }, stored),
		tenantId: id,
		inControlDatabase: true,
		writes: [updateIfUnchanged(tenants, row, set), { reason: "stale_write", condition: doesNotMove(id) }],
		effects: [setState(id, { from: "OPEN", to: "DELETING" })],
		audit: { action: "tenant.deletion_ordered", resourceId: id, details: { delete_at: timestamp(deleteAt) } },
		credentials: true,
		// Another deletion or a move was faster. The next decision tells which.
		onRefused: () => decideAgain,
	};
}

export async function restoreTenant(caller: Caller, id: string): Promise<Change<Tenant>> {
	const row = await findTenant(caller, id);
	const stored = await storedBytesIn(caller, row);
	if (row.deleteAt === null) return noChange(toTenant(row, stored));
	if (row.deleteAt <= caller.now || row.removalBeganAt !== null)
		throw problem("conflict", "The day of the tenant's removal has come. It cannot be restored any more.");
	const set = { deleteAt: null, ...nextRevision(row, caller.now) };
	return {
		result: toTenant({ ...row, ...set }, stored),
		tenantId: id,
		inControlDatabase: true,
		writes: [updateIfUnchanged(tenants, row, set)],
		effects: [setState(id, { from: "DELETING", to: "OPEN" })],
		audit: { action: "tenant.restored", resourceId: id },
		credentials: true,
		onRefused: () => decideAgain,
	};
}

type State = (typeof studios.$inferSelect)["state"];

/** The state in the tenant's data stops deliveries, mails, reminders, calendars and every change. */
const setState = (tenantId: string, { from, to }: { from: State; to: State }) =>
	update(studios)
		.set({ state: to })
		.where(sql`${eq(studios.tenantId, tenantId)} AND ${eq(studios.state, from)}`);
