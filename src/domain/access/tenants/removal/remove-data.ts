import { auditRow, insertAuditRows } from "../../../../platform/commit/audit.ts";
import { toStatements } from "../../../../platform/commit/write.ts";
import type { Writer } from "../../../../platform/commit/writer.ts";
import type { LocalCaller } from "../../../../platform/context.ts";
import type { Store } from "../../../../platform/db/database.ts";
import type { Statement } from "../../../../platform/db/statements/statement.ts";
import { assertHolds, rowsOf, transactionUnlessRefused } from "../../../moves/move.ts";
import { assertClear, deleteSomeRows, isClear } from "../../../moves/rows/delete-rows.ts";

export type LocalWriter = Writer & { dataDatabase: Store };

/**
 * Removes some of the tenant's rows in the writer's own database. Returns whether more may be left. At the end the
 * database keeps one audit entry, which says that the tenant was removed, and the row of the studio, which makes the entry
 * readable.
 */
export async function removeSomeData(writer: LocalWriter, caller: LocalCaller, tenantId: string): Promise<boolean> {
	const { dataDatabase: store } = writer;
	if (await isRemoved(writer, tenantId)) return false;
	const results = await writer.transaction(store, [close(tenantId), ...deleteSomeRows(tenantId)]);
	if (!isClear(results)) return true;
	const entry = auditRow({ action: "tenant.deleted", resourceId: tenantId }, tenantId, caller);
	// An effect may have written rows meanwhile. The database then refuses the end, and the next step removes them.
	const ended = await transactionUnlessRefused({ writer }, store, [
		assertClear(tenantId),
		assertHolds("EXISTS (SELECT 1 FROM studios WHERE tenant_id = ? AND state = 'DELETING')", tenantId),
		...insertAuditRows([entry], 1).flatMap(toStatements),
		{
			sql: "UPDATE studios SET state = 'DELETED', name = '', email = '', timezone = 'UTC', accent_color = NULL, logo_id = NULL, logo_width = NULL, logo_height = NULL WHERE tenant_id = ?",
			params: [tenantId],
		},
	]);
	return ended === undefined;
}

/** The effect that closes the studio may never have been applied. */
const close = (tenantId: string): Statement => ({
	sql: "UPDATE studios SET state = 'DELETING' WHERE tenant_id = ? AND state = 'OPEN'",
	params: [tenantId],
});

/** A tenant whose first effect was never applied has no row in `studios`. */
async function isRemoved({ transaction, dataDatabase }: LocalWriter, tenantId: string): Promise<boolean> {
	const [found] = await transaction(dataDatabase, [
		{ sql: "SELECT 1 FROM studios WHERE tenant_id = ? AND state <> 'DELETED'", params: [tenantId] },
	]);
	return rowsOf(found).length === 0;
}
