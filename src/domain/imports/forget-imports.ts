import { type SQL, sql } from "drizzle-orm";
import { type ChangeDecidedByCommit, changedSome } from "../../platform/commit/change.ts";
import { isStudioHere } from "../../platform/db/studio-state.ts";
import { importRows } from "../../platform/db/tables/data/imports.ts";
import { jobs } from "../../platform/db/tables/data/jobs.ts";
import { studios } from "../../platform/db/tables/data/studios.ts";
import { dayMs } from "../../platform/lib/time.ts";

/** Contract: Imports 11. */
export const importsKeptMs = 30 * dayMs;

const rowsAtOnce = 500;
const importsAtOnce = 20;

const oldJobs = (now: number): SQL =>
	sql`SELECT j.tenant_id, j.id FROM ${jobs} j WHERE j.finished_at IS NOT NULL AND j.finished_at < ${now - importsKeptMs}
		AND j.kind IN ('import', 'import_draft', 'import_undo', 'erasure')
		AND EXISTS (SELECT 1 FROM ${studios} t WHERE t.tenant_id = j.tenant_id AND ${isStudioHere}) LIMIT ${importsAtOnce}`;

export const areImportsOld = (now: number): SQL => sql`EXISTS (${oldJobs(now)})`;

/** One step: deletes some rows of old imports, and the imports that have none left. */
export const forgetOldImports = (now: number): ChangeDecidedByCommit<boolean> => ({
	resultFrom: changedSome,
	writes: [
		sql`DELETE FROM ${importRows} WHERE (tenant_id, import_id, "row") IN (
			SELECT r.tenant_id, r.import_id, r."row" FROM (${oldJobs(now)}) o
			CROSS JOIN ${importRows} r ON r.tenant_id = o.tenant_id AND r.import_id = o.id LIMIT ${rowsAtOnce})`,
		sql`DELETE FROM ${jobs} WHERE (tenant_id, id) IN (${oldJobs(now)})
			AND NOT EXISTS (SELECT 1 FROM ${importRows} r WHERE r.tenant_id = ${jobs.tenantId} AND r.import_id = ${jobs.id})`,
	],
});
