import { type SQL, sql } from "drizzle-orm";
import { auditEntries } from "../db/tables/data/audit-log.ts";
import { studios } from "../db/tables/data/studios.ts";
import { firstIdAt } from "../lib/ids.ts";
import { dayMs } from "../lib/time.ts";
import { type ChangeDecidedByCommit, changedSome } from "./change.ts";

/** Contract: Audit log 10. */
export const auditEntriesKeptMs = 2 * 365 * dayMs;
/** Contract: Audit log 13. */
const recentMs = 30 * dayMs;
const perStep = 500;

const oldEntries = (now: number): SQL =>
	sql`SELECT e.tenant_id, e.id FROM ${studios} t CROSS JOIN ${auditEntries} e
		ON e.tenant_id = t.tenant_id AND e.id < ${firstIdAt("audit_entry", now - auditEntriesKeptMs)} LIMIT ${perStep}`;

/**
 * The entries whose `recent_changes` are to be forgotten. No index has them, because it would cost a row of each entry: a
 * studio is gone through once a day, from the last entry of the day before.
 */
const entriesOfPast = (now: number): SQL =>
	sql`SELECT e.tenant_id, e.id FROM ${studios} t CROSS JOIN ${auditEntries} e
		ON e.tenant_id = t.tenant_id AND e.id > t.changes_forgotten_to AND e.id < ${firstIdAt("audit_entry", Math.floor(now / dayMs) * dayMs - recentMs)}
		ORDER BY t.tenant_id, e.id LIMIT ${perStep}`;

const hasNoEntry = sql`NOT EXISTS (SELECT 1 FROM ${auditEntries} e WHERE e.tenant_id = ${studios}.tenant_id)`;

export const areEntriesOld = (now: number): SQL =>
	sql`EXISTS (${oldEntries(now)}) OR EXISTS (${entriesOfPast(now)})
		OR EXISTS (SELECT 1 FROM ${studios} WHERE state = 'DELETED' AND ${hasNoEntry})`;

/** One step: deletes some of the old entries, and old values of some others. Their ids contain their age. */
export const forgetOldEntries = (now: number): ChangeDecidedByCommit<boolean> => ({
	resultFrom: changedSome,
	writes: [
		sql`DELETE FROM ${auditEntries} WHERE (tenant_id, id) IN (${oldEntries(now)})`,
		sql`UPDATE ${auditEntries} SET recent_changes = NULL
			WHERE (tenant_id, id) IN (${entriesOfPast(now)}) AND recent_changes IS NOT NULL`,
		sql`UPDATE ${studios} SET changes_forgotten_to = past.last
			FROM (SELECT tenant_id, max(id) AS last FROM (${entriesOfPast(now)}) GROUP BY tenant_id) AS past
			WHERE ${studios}.tenant_id = past.tenant_id`,
		// The row of a removed studio makes its last entry readable.
		sql`DELETE FROM ${studios} WHERE state = 'DELETED' AND ${hasNoEntry}`,
	],
});
