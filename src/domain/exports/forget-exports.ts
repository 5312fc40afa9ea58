import { type SQL, sql } from "drizzle-orm";
import { type ChangeDecidedByCommit, changedSome } from "../../platform/commit/change.ts";
import { isStudioHere } from "../../platform/db/studio-state.ts";
import { exportPieces } from "../../platform/db/tables/data/exports.ts";
import { jobs } from "../../platform/db/tables/data/jobs.ts";
import { objectRemovals } from "../../platform/db/tables/data/pictures.ts";
import { studios } from "../../platform/db/tables/data/studios.ts";
import { dayMs, hourMs } from "../../platform/lib/time.ts";

/** Contract: Exports 6. */
const retentionMs = 30 * dayMs;

const piecesAtOnce = 500;
const exportsAtOnce = 20;

const isHere = sql`EXISTS (SELECT 1 FROM ${studios} t WHERE t.tenant_id = j.tenant_id AND ${isStudioHere})`;

/** The exports whose bytes nobody can have any more. */
const ended = (now: number): SQL =>
	sql`SELECT j.tenant_id, j.id FROM ${jobs} j INDEXED BY jobs_exports
		WHERE j.kind = 'export' AND j.position IS NOT NULL AND j.finished_at IS NOT NULL
			AND (j.status <> 'DONE' OR j.result ->> 'expiresAt' <= ${now}) AND ${isHere} LIMIT ${exportsAtOnce}`;

const old = (now: number): SQL =>
	sql`SELECT j.tenant_id, j.id FROM ${jobs} j WHERE j.finished_at IS NOT NULL AND j.finished_at < ${now - retentionMs}
		AND j.kind = 'export' AND j.position IS NULL AND ${isHere} LIMIT ${exportsAtOnce}`;

export const areExportsOld = (now: number): SQL => sql`EXISTS (${ended(now)}) OR EXISTS (${old(now)})`;

const endedPieces = (now: number): SQL =>
	sql`SELECT p.tenant_id, p.export_id, p.n FROM (${ended(now)}) o
		CROSS JOIN ${exportPieces} p ON p.tenant_id = o.tenant_id AND p.export_id = o.id ORDER BY p.n LIMIT ${piecesAtOnce}`;

/**
 * One step: removes some objects of ended exports, and forgets old ones. The objects go with the next run, and not as late
 * as those of pictures. A step that was under way may still write the last one.
 */
export const forgetExports = (now: number): ChangeDecidedByCommit<boolean> => ({
	resultFrom: changedSome,
	writes: [
		sql`INSERT INTO ${objectRemovals} (object_key, bucket, due_at)
			SELECT p.object_key, p.bucket, iif(p.file IS NULL, ${now + hourMs}, ${now}) FROM ${exportPieces} p
			WHERE (p.tenant_id, p.export_id, p.n) IN (${endedPieces(now)})
			ON CONFLICT DO NOTHING`,
		sql`DELETE FROM ${exportPieces} WHERE (tenant_id, export_id, n) IN (${endedPieces(now)})`,
		sql`UPDATE ${jobs} SET position = NULL WHERE (tenant_id, id) IN (${ended(now)})
			AND NOT EXISTS (SELECT 1 FROM ${exportPieces} p WHERE p.tenant_id = ${jobs.tenantId} AND p.export_id = ${jobs.id})`,
		sql`DELETE FROM ${jobs} WHERE (tenant_id, id) IN (${old(now)})`,
	],
});
