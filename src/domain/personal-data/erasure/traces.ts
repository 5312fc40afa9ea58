import { and, eq, isNull, sql } from "drizzle-orm";
import { longestStagingMs } from "../../../platform/commit/transaction/stage-object.ts";
import { update } from "../../../platform/commit/write.ts";
import { eachOf } from "../../../platform/db/each-of.ts";
import { laterThanBefore } from "../../../platform/db/record.ts";
import { mails } from "../../../platform/db/tables/both/mails.ts";
import { auditEntries } from "../../../platform/db/tables/data/audit-log.ts";
import { jobs } from "../../../platform/db/tables/data/jobs.ts";
import { objectRemovals } from "../../../platform/db/tables/data/pictures.ts";
import { withoutObject } from "../../../platform/jobs/job.ts";
import { endExports } from "../../exports/end-exports.ts";
import { withoutNames } from "./imports.ts";
import type { EraseSome } from "./person.ts";

/** Mails that wait are made from the records when they leave. Their rows name appointments, clients and leads. */
export const eraseMails: EraseSome = async ({ tenantId }, { clientIds, records }) => {
	const ids = eachOf([...clientIds, ...records]);
	return {
		writes: [
			sql`DELETE FROM ${mails} WHERE tenant_id = ${tenantId} AND (data ->> '$.appointment_id' IN ${ids}
				OR data ->> '$.client_id' IN ${ids} OR data ->> '$.lead_id' IN ${ids})`,
		],
		next: null,
	};
};

/** A file that somebody chose and has not imported yet may have the person. A trigger has it removed. */
export const eraseDrafts: EraseSome = async ({ tenantId, now }) => ({
	writes: [
		update(jobs)
			.set({
				...withoutObject,
				input: withoutNames,
				status: "CANCELLED",
				finishedAt: now,
				updatedAt: laterThanBefore(now),
				revision: sql`revision + 1`,
			})
			.where(and(eq(jobs.tenantId, tenantId), eq(jobs.kind, "import_draft"), isNull(jobs.finishedAt))),
	],
	next: null,
});

/** Deleted objects otherwise stay for half a day, for a restored database. One that is being stored just now stays. */
export const hastenRemovals: EraseSome = async ({ tenantId, now }) => ({
	writes: [
		sql`UPDATE ${objectRemovals} SET due_at = ${now} WHERE object_key > ${`${tenantId}/`} AND object_key < ${`${tenantId}0`}
			AND (due_at IS NULL OR due_at > ${now + longestStagingMs})`,
	],
	next: null,
});

/** Nobody can tell which files have the person. */
export const eraseExports: EraseSome = async (ctx) => ({ writes: endExports(ctx), next: null });

const idsAtOnce = 200;

/** An entry says what was done to which record, by whom and when. */
export const eraseEntries: EraseSome = async ({ tenantId }, { clientIds, records }, after) => {
	const from = (after as number | null) ?? 0;
	const ids = [...clientIds, ...records];
	return {
		writes: [
			sql`UPDATE ${auditEntries} INDEXED BY audit_entries_resource SET changes = NULL, recent_changes = NULL,
					details = CASE WHEN details IS NOT NULL
						THEN (SELECT json_group_object(key, value) FROM json_each(details) WHERE key LIKE '%!_id' ESCAPE '!') END,
					ip_address = CASE actor_type WHEN 'booking_page' THEN NULL ELSE ip_address END
				WHERE tenant_id = ${tenantId} AND resource_id IN ${eachOf(ids.slice(from, from + idsAtOnce))}
					AND action <> 'client.erased'
					AND (changes IS NOT NULL OR recent_changes IS NOT NULL OR details IS NOT NULL OR (actor_type = 'booking_page' AND ip_address IS NOT NULL))`,
		],
		next: from + idsAtOnce < ids.length ? from + idsAtOnce : null,
	};
};
