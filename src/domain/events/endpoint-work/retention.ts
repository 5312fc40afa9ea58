import type { SQL } from "drizzle-orm";
import { type Change, type ChangeDecidedByCommit, changedSome } from "../../../platform/commit/change.ts";
import { repeatStep } from "../../../platform/commit/in-bulk/repeat-step.ts";
import { fanOutOf } from "../../../platform/commit/transaction/fan-out-statements.ts";
import type { Writer } from "../../../platform/commit/writer.ts";
import type { LocalCaller } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import { and, asc, eq, gte, lt, sql } from "../../../platform/db/statements/expression.ts";
import { eventSequences, events } from "../../../platform/db/tables/data/events.ts";
import { fanOuts } from "../../../platform/db/tables/data/fan-outs.ts";
import { studios } from "../../../platform/db/tables/data/studios.ts";
import { deliveries, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { firstIdAt } from "../../../platform/lib/ids.ts";
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

export const areDeliveriesOld = (now: number): SQL =>
	sql`EXISTS (SELECT 1 FROM ${deliveries} WHERE created_at < ${now - retentionMs})`;

/** A step deletes at least one event, and more as long as they are smaller than this together. */
const bytesPerStep = 4 * 1024 * 1024;

interface EventKey {
	tenantId: string;
	id: string;
}

/** Deletes old events. An event stays as long as one of its deliveries, because their bodies are made from it. */
export async function deleteOldEvents(caller: LocalCaller, writer: Writer, forMs = longestMs): Promise<void> {
	const before = caller.now - retentionMs;
	// A run sees each event once, so that its steps do not find the same kept events again.
	let position: EventKey = { tenantId: "", id: "" };
	await repeatStep(writer, caller, forMs, async () => {
		const found = await oldEvents(caller.db, position, before);
		const last = found.at(-1);
		if (!last) return null;
		position = last;
		return deleteEvents(found);
	});
}

const oldEventsOf = (studio: SQL, before: number): SQL =>
	sql`SELECT 1 FROM ${events} e WHERE e.tenant_id = ${studio} AND e.id < ${firstIdAt("event", before)} AND e.created_at < ${before}`;

export const areEventsOld = (now: number): SQL =>
	sql`EXISTS (SELECT 1 FROM ${studios} t WHERE EXISTS (${oldEventsOf(sql`t.tenant_id`, now - retentionMs)}))`;

/** Reads the old events of one tenant after the other. Ids of events rise with time, so they are at the beginning. */
async function oldEvents(db: Database, after: EventKey, before: number) {
	const found = await db
		.select({ tenantId: events.tenantId, id: events.id, bytes: sql<number>`octet_length(${events.data})` })
		.from(studios)
		.crossJoin(events)
		.where(
			and(
				gte(studios.tenantId, after.tenantId),
				eq(events.tenantId, studios.tenantId),
				sql`${events.id} > iif(${studios.tenantId} = ${after.tenantId}, ${after.id}, '')`,
				lt(events.id, firstIdAt("event", before)),
				lt(events.createdAt, before),
			),
		)
		.orderBy(asc(studios.tenantId), asc(events.id))
		.limit(perStep);
	let bytes = 0;
	const end = found.findIndex((event) => {
		bytes += event.bytes;
		return bytes > bytesPerStep;
	});
	return end === -1 ? found : found.slice(0, Math.max(1, end));
}

function deleteEvents(keys: EventKey[]): Change<boolean> {
	const listed = JSON.stringify(keys.map(({ tenantId, id }) => [tenantId, id]));
	const deletable = sql`(${events.tenantId}, ${events.id}) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${listed}))
		AND NOT EXISTS (SELECT 1 FROM ${deliveries} d WHERE d.tenant_id = ${events}.tenant_id AND d.event_id = ${events}.id)`;
	return {
		result: true,
		writes: [
			// A fan-out is as old as its event.
			sql`DELETE FROM ${fanOuts} WHERE rowid IN (
				SELECT o.rowid FROM (SELECT value ->> 0 AS tenant_id, value ->> 1 AS id FROM json_each(${listed})) v
				CROSS JOIN ${webhookEndpoints} g ON g.tenant_id = v.tenant_id
				CROSS JOIN ${fanOuts} o ON o.tenant_id = v.tenant_id AND o.delivery_group = g.delivery_group AND o.id = ${fanOutOf(sql`v.id`, sql`g.delivery_group`)}
			)`,
			// Readers of the feed must learn that events are gone (contract: Feed 8).
			sql`INSERT INTO ${eventSequences} (tenant_id, forgotten)
				SELECT tenant_id, max(sequence) FROM ${events} WHERE ${deletable} GROUP BY tenant_id
				ON CONFLICT (tenant_id) DO UPDATE SET forgotten = max(forgotten, excluded.forgotten)`,
			sql`DELETE FROM ${events} WHERE ${deletable}`,
		],
	};
}
