import { and, asc, lt, sql } from "drizzle-orm";
import { type Change, type ChangeDecidedByCommit, changedSome } from "../../../platform/commit/change.ts";
import { repeatStep } from "../../../platform/commit/in-bulk/repeat-step.ts";
import { fanOutOf } from "../../../platform/commit/transaction/fan-out-statements.ts";
import type { Writer } from "../../../platform/commit/writer.ts";
import type { LocalCaller } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import { eventSequences, events } from "../../../platform/db/tables/data/events.ts";
import { fanOuts } from "../../../platform/db/tables/data/fan-outs.ts";
import { deliveries, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { dayMs, secondMs } from "../../../platform/lib/time.ts";
import { deletableDeliveries } from "./deletable-deliveries.ts";
import { perStep } from "./step.ts";

const retentionMs = 30 * dayMs;

/** The scheduled run begins every minute. With much to delete, the two functions below take most of that time. */
const longestMs = 15 * secondMs;

/** Deletes old deliveries and their attempts, pending ones included, the oldest first. */
export const deleteOldDeliveries = (caller: LocalCaller, writer: Writer, forMs = longestMs): Promise<void> =>
	repeatStep(writer, caller, forMs, (): ChangeDecidedByCommit<boolean> => {
		const old = deletableDeliveries(sql`created_at < ${caller.now - retentionMs}`, sql`created_at`);
		return {
			resultFrom: changedSome,
			writes: [sql`DELETE FROM ${deliveries} WHERE rowid IN (${old})`],
		};
	});

/** A step deletes at least one event, and more as long as they are smaller than this together. */
const bytesPerStep = 4 * 1024 * 1024;

/** Deletes old events. An event stays as long as one of its deliveries, because their bodies are made from it. */
export async function deleteOldEvents(caller: LocalCaller, writer: Writer, forMs = longestMs): Promise<void> {
	const before = caller.now - retentionMs;
	// A run starts at the oldest event and sees each event once, so that its steps do not find the same kept events again.
	let position = { at: 0, row: 0 };
	await repeatStep(writer, caller, forMs, async () => {
		const found = await oldEvents(caller.db, position, before);
		const last = found.at(-1);
		if (!last) return null;
		position = last;
		return deleteEvents(found.map(({ row }) => row));
	});
}

async function oldEvents(db: Database, after: { at: number; row: number }, before: number) {
	const found = await db
		.select({ row: sql<number>`rowid`, at: events.createdAt, bytes: sql<number>`octet_length(${events.data})` })
		.from(events)
		.where(and(lt(events.createdAt, before), sql`(${events.createdAt}, rowid) > (${after.at}, ${after.row})`))
		.orderBy(asc(events.createdAt), sql`rowid`)
		.limit(perStep);
	let bytes = 0;
	const end = found.findIndex((event) => {
		bytes += event.bytes;
		return bytes > bytesPerStep;
	});
	return end === -1 ? found : found.slice(0, Math.max(1, end));
}

function deleteEvents(rows: number[]): Change<boolean> {
	const deletable = sql`${events}.rowid IN (SELECT value FROM json_each(${JSON.stringify(rows)}))
		AND NOT EXISTS (SELECT 1 FROM ${deliveries} d WHERE d.tenant_id = ${events}.tenant_id AND d.event_id = ${events}.id)`;
	return {
		result: true,
		writes: [
			// A fan-out is as old as its event.
			sql`DELETE FROM ${fanOuts} WHERE rowid IN (
				SELECT o.rowid FROM (SELECT tenant_id, id FROM ${events} WHERE rowid IN (SELECT value FROM json_each(${JSON.stringify(rows)}))) v
				CROSS JOIN ${webhookEndpoints} g ON g.tenant_id = v.tenant_id
				CROSS JOIN ${fanOuts} o ON o.tenant_id = v.tenant_id AND o.delivery_group = g.delivery_group AND o.id = ${fanOutOf(sql`v.id`, sql`g.delivery_group`)}
			)`,
			// Readers of the feed must learn that events are gone (contract: Feed 8).
			sql`UPDATE ${eventSequences} SET forgotten = max(forgotten, f.sequence)
				FROM (SELECT tenant_id, max(sequence) AS sequence FROM ${events} WHERE ${deletable} GROUP BY tenant_id) f
				WHERE ${eventSequences}.tenant_id = f.tenant_id`,
			sql`DELETE FROM ${events} WHERE ${deletable}`,
		],
	};
}
