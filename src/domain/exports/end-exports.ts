import { and, eq, isNull, sql } from "drizzle-orm";
import { update, type Write } from "../../platform/commit/write.ts";
import type { Ctx } from "../../platform/context.ts";
import { laterThanBefore } from "../../platform/db/record.ts";
import { jobs } from "../../platform/db/tables/data/jobs.ts";
import { dayMs } from "../../platform/lib/time.ts";

/** The life of a finished file (contract: Exports 6). */
export const exportsKeptMs = 7 * dayMs;

/**
 * Ends all exports of a studio: those under way as CANCELLED, and those with a file as EXPIRED. From the commit on no
 * address answers with a file. The next run of the schedule deletes the bytes.
 */
export function endExports({ tenantId, now }: Pick<Ctx, "tenantId" | "now">): Write[] {
	const ofStudio = and(eq(jobs.tenantId, tenantId), eq(jobs.kind, "export"));
	const changed = { updatedAt: laterThanBefore(now), revision: sql`revision + 1` };
	return [
		update(jobs)
			.set({ ...changed, status: "CANCELLED", finishedAt: now })
			.where(and(ofStudio, isNull(jobs.finishedAt))),
		update(jobs)
			.set({ ...changed, result: sql`json_set(result, '$.expiresAt', ${now})` })
			.where(and(ofStudio, eq(jobs.status, "DONE"), sql`position IS NOT NULL AND result ->> 'expiresAt' > ${now}`)),
	];
}
