import { and, asc, eq, gt, isNotNull, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import type { Databases } from "../../platform/db/databases.ts";
import { exportPieces } from "../../platform/db/tables/data/exports.ts";
import { jobs } from "../../platform/db/tables/data/jobs.ts";
import { resultOf } from "./job.ts";
import { hasFile } from "./schema.ts";

export interface ExportFile {
	tenantId: string;
	id: string;
	createdAt: number;
	sizeBytes: number;
	db: Database;
}

/** Undefined if the export has no file, or its studio is deleted. */
export async function findForAddress(
	databases: Databases,
	{ tenantId, id }: Pick<ExportFile, "tenantId" | "id">,
	now: number,
): Promise<ExportFile | undefined> {
	const placement = await databases.placementOf(tenantId);
	if (!placement || placement.beingDeleted) return undefined;
	const { db } = databases.data(placement.database);
	const [job] = await db
		.select()
		.from(jobs)
		.where(and(eq(jobs.tenantId, tenantId), eq(jobs.id, id), eq(jobs.kind, "export")));
	if (!job || !hasFile(job, now)) return undefined;
	return { tenantId, id, createdAt: job.createdAt, sizeBytes: resultOf(job).sizeBytes, db };
}

const piecesAtOnce = 200;

/** The pieces of the file in their order, from the one that has this position. */
export async function* piecesFrom({ db, tenantId, id }: ExportFile, position: number) {
	const start = sql<number>`${exportPieces.offset}`;
	for (let next = sql`${exportPieces.offset} + ${exportPieces.sizeBytes} > ${position}`; ; ) {
		const rows = await db
			.select({
				start,
				sizeBytes: exportPieces.sizeBytes,
				bucket: exportPieces.bucket,
				objectKey: exportPieces.objectKey,
			})
			.from(exportPieces)
			.where(
				and(eq(exportPieces.tenantId, tenantId), eq(exportPieces.exportId, id), isNotNull(exportPieces.offset), next),
			)
			.orderBy(asc(exportPieces.offset))
			.limit(piecesAtOnce);
		yield* rows.filter(({ sizeBytes }) => sizeBytes > 0);
		const last = rows.at(-1);
		if (rows.length < piecesAtOnce || !last) return;
		next = gt(exportPieces.offset, last.start);
	}
}
