import { and, asc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { Change } from "../../../platform/commit/change.ts";
import { repeatStep } from "../../../platform/commit/in-bulk/repeat-step.ts";
import type { Write } from "../../../platform/commit/write.ts";
import type { Writer } from "../../../platform/commit/writer.ts";
import type { LocalCaller } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import { deliveriesOfEvents } from "../../../platform/db/delivery-ids.ts";
import { laterThanBefore } from "../../../platform/db/record.ts";
import { eventSequences, events } from "../../../platform/db/tables/data/events.ts";
import { studios } from "../../../platform/db/tables/data/studios.ts";
import { deliveries, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { firstIdAt } from "../../../platform/lib/ids.ts";
import { dayMs, secondMs } from "../../../platform/lib/time.ts";
import { perStep } from "./step.ts";

export const eventsKeptMs = 30 * dayMs;

/** The scheduled run begins every minute. With much to delete, the two functions below take most of that time. */
const longestMs = 15 * secondMs;

/** Pending deliveries go, too. */
export const deleteOldDeliveries = (caller: LocalCaller, writer: Writer, forMs = longestMs): Promise<void> =>
	repeatStep(writer, caller, forMs, async (): Promise<Change<boolean> | null> => {
		const before = caller.now - eventsKeptMs;
		const [found] = await caller.db
			.select({ tenantId: webhookEndpoints.tenantId, id: webhookEndpoints.id })
			.from(webhookEndpoints)
			.where(hasOldDeliveries(before))
			.limit(1);
		return found ? { result: true, writes: deleteOldest(found, before, caller.now) } : null;
	});

const isOld = (before: number): SQL => sql`o.id < ${firstIdAt("delivery", before)}`;

const hasOldDeliveries = (before: number): SQL =>
	sql`EXISTS (SELECT 1 FROM ${deliveries} o
		WHERE o.tenant_id = ${webhookEndpoints.tenantId} AND o.endpoint_id = ${webhookEndpoints.id} AND ${isOld(before)})`;

export const areDeliveriesOld = (now: number): SQL =>
	sql`EXISTS (SELECT 1 FROM ${webhookEndpoints} WHERE ${hasOldDeliveries(now - eventsKeptMs)})`;

/** Of each record, the first delivery that stays is due if it waited for one that goes. */
function deleteOldest({ tenantId, id: endpointId }: Key, before: number, now: number): Write[] {
	const ofEndpoint = (row: SQL) => sql`${row}.tenant_id = ${tenantId} AND ${row}.endpoint_id = ${endpointId}`;
	const oldest = sql`SELECT o.id FROM ${deliveries} o WHERE ${ofEndpoint(sql`o`)} AND ${isOld(before)} ORDER BY o.id LIMIT ${perStep}`;
	const nextOfRecord = sql`SELECT (
			SELECT n.id FROM ${deliveries} n INDEXED BY deliveries_record
			WHERE ${ofEndpoint(sql`n`)} AND n.record_id = d.record_id AND n.status = 'PENDING' AND n.id NOT IN (${oldest})
			ORDER BY n.sequence LIMIT 1
		) FROM ${deliveries} d WHERE ${ofEndpoint(sql`d`)} AND d.id IN (${oldest}) AND d.status = 'PENDING' AND d.record_id IS NOT NULL`;
	return [
		sql`UPDATE ${deliveries} AS u SET next_attempt_at = created_at, updated_at = ${laterThanBefore(now)}
			WHERE ${ofEndpoint(sql`u`)} AND u.id IN (${nextOfRecord}) AND u.next_attempt_at IS NULL`,
		sql`DELETE FROM ${deliveries} AS d WHERE ${ofEndpoint(sql`d`)} AND d.id IN (${oldest})`,
	];
}

/** A step deletes at least one event, and more as long as they are smaller than this together. */
const bytesPerStep = 4 * 1024 * 1024;

interface Key {
	tenantId: string;
	id: string;
}

/** Deletes old events. An event stays as long as one of its deliveries, because their bodies are made from it. */
export async function deleteOldEvents(caller: LocalCaller, writer: Writer, forMs = longestMs): Promise<void> {
	const before = caller.now - eventsKeptMs;
	// A run sees each event once, so that its steps do not find the same kept events again.
	let position: Key = { tenantId: "", id: "" };
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
	sql`EXISTS (SELECT 1 FROM ${studios} t WHERE EXISTS (${oldEventsOf(sql`t.tenant_id`, now - eventsKeptMs)}))`;

/** Reads the old events of one tenant after the other. Ids of events rise with time, so they are at the beginning. */
async function oldEvents(db: Database, after: Key, before: number) {
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

function deleteEvents(keys: Key[]): Change<boolean> {
	const listed = JSON.stringify(keys.map(({ tenantId, id }) => [tenantId, id]));
	const deletable = sql`(${events.tenantId}, ${events.id}) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${listed}))
		AND NOT EXISTS (${deliveriesOfEvents(sql`${events.tenantId}`, sql`(SELECT ${events.id} AS id)`)})`;
	return {
		result: true,
		writes: [
			sql`INSERT INTO ${eventSequences} (tenant_id, forgotten)
				SELECT tenant_id, max(sequence) FROM ${events} WHERE ${deletable} GROUP BY tenant_id
				ON CONFLICT (tenant_id) DO UPDATE SET forgotten = max(forgotten, excluded.forgotten)`,
			sql`DELETE FROM ${events} WHERE ${deletable}`,
		],
	};
}
