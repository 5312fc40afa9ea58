import { type SQL, sql } from "drizzle-orm";
import type { Write } from "../../../platform/commit/write.ts";
import type { Database } from "../../../platform/db/database.ts";
import { eachOf } from "../../../platform/db/each-of.ts";
import { laterThanBefore } from "../../../platform/db/record.ts";
import { endpointWork } from "../../../platform/db/tables/data/upkeep/endpoint-work.ts";
import { deliveries } from "../../../platform/db/tables/data/webhooks.ts";
import { firstIdAt, newId } from "../../../platform/lib/ids.ts";
import { orderAssignments } from "../dispatch/order.ts";
import { dueAssignments } from "./release.ts";
import { type EndpointWork, perStep, type Step } from "./step.ts";

export interface Recovery {
	id: string;
	tenantId: string;
	endpointId: string;
	/** It concerns deliveries that were created at this time or later. */
	since: number;
	/** They died at this time or before, so that a delivery that dies again is not replayed again. */
	now: number;
}

export const newRecovery = (whose: Omit<Recovery, "id">): Recovery => ({ ...whose, id: newId("work", whose.now) });

/** The number of rows that one statement counts. It counts in an index, which is far faster than a change. */
const countedPerQuery = 10_000;

const deadAfter = (
	{ tenantId, endpointId }: { tenantId: string; endpointId: string },
	id: string,
	since: number,
): SQL =>
	sql`${deliveries} d INDEXED BY deliveries_dead
		WHERE d.tenant_id = ${tenantId} AND d.endpoint_id = ${endpointId} AND d.status = 'DEAD' AND d.id > ${id}
			AND d.created_at >= ${since} AND d.test_body IS NULL`;

const firstIdOf = ({ since }: Recovery): string => firstIdAt("delivery", since);

/** Those that an earlier recovery has counted and not yet replayed are not counted again. */
const isCountedBy = ({ tenantId, endpointId, now }: Recovery): SQL =>
	sql`d.updated_at <= ${now} AND NOT EXISTS (
		SELECT 1 FROM ${endpointWork} r
		WHERE r.tenant_id = ${tenantId} AND r.endpoint_id = ${endpointId} AND r.kind = 'recovery'
			AND d.id > r.position_id AND d.created_at >= r.position AND d.updated_at <= r.until
	)`;

/** Counts in parts, so that no statement blocks the database for long. */
export async function countDead(db: Database, recovery: Recovery): Promise<number> {
	let total = 0;
	for (let after = firstIdOf(recovery); ; ) {
		const part = sql`(SELECT d.id FROM ${deadAfter(recovery, after, recovery.since)} AND ${isCountedBy(recovery)}
			ORDER BY d.id LIMIT ${countedPerQuery})`;
		const [counted] = await db.select({ n: sql<number>`count(*)`, last: sql<string>`max(id)` }).from(part);
		total += counted?.n ?? 0;
		if (!counted || counted.n < countedPerQuery) return total;
		after = counted.last;
	}
}

/** The pending deliveries `d`, without those that other work makes due. */
const waitingDeliveries = ({ tenantId, endpointId, since, now }: Recovery): SQL =>
	sql`${deliveries} d INDEXED BY deliveries_due
		WHERE d.tenant_id = ${tenantId} AND d.endpoint_id = ${endpointId} AND d.status = 'PENDING' AND d.next_attempt_at > ${now}
			AND d.test_body IS NULL AND d.created_at >= ${since}
			AND NOT EXISTS (
				SELECT 1 FROM ${endpointWork} r
				WHERE r.tenant_id = ${tenantId} AND r.endpoint_id = ${endpointId} AND r.kind = 'release'
					AND d.next_attempt_at > r.position AND d.updated_at < r.until AND d.created_at >= CAST(r.position_id AS INTEGER)
			)`;

/** Counts in parts, too. */
export async function countWaiting(db: Database, recovery: Recovery): Promise<number> {
	let total = 0;
	for (let after = sortKey(recovery.now, ""); ; ) {
		const [at, id] = [Number(after.slice(0, digits)), after.slice(digits)];
		const part = sql`(SELECT d.next_attempt_at, d.id FROM ${waitingDeliveries(recovery)} AND (d.next_attempt_at, d.id) > (${at}, ${id})
			ORDER BY d.next_attempt_at, d.id LIMIT ${countedPerQuery})`;
		const [counted] = await db
			.select({
				n: sql<number>`count(*)`,
				last: sql<string>`max(printf('%0' || ${digits} || 'd', next_attempt_at) || id)`,
			})
			.from(part);
		total += counted?.n ?? 0;
		if (!counted || counted.n < countedPerQuery) return total;
		after = counted.last;
	}
}

/**
 * Makes the first of these deliveries due, and leaves the others as work (release.ts), with the count of all. Nothing
 * nudges them yet.
 */
export const startWaiting = (recovery: Recovery, id: string, counted: number): Write[] => {
	const { tenantId, endpointId, since, now } = recovery;
	return [
		sql`UPDATE ${deliveries} SET ${dueAssignments(now, now)} WHERE tenant_id = ${tenantId} AND endpoint_id = ${endpointId} AND id IN (
			SELECT d.id FROM ${waitingDeliveries(recovery)} ORDER BY d.next_attempt_at LIMIT ${perStep})`,
		sql`INSERT INTO ${endpointWork} (id, tenant_id, endpoint_id, kind, position, position_id, until, count, stepped_at)
			VALUES (${id}, ${tenantId}, ${endpointId}, 'release', ${now}, ${String(since)}, ${now}, changes() + ${Math.max(0, counted - perStep)}, ${now})
			RETURNING count AS recovered`,
	];
};

const digits = 15;
const sortKey = (at: number, id: string): string => String(at).padStart(digits, "0") + id;

/** The number of deliveries that was answered to the caller who began this work. */
export const recoveredCount = (ids: string[]): SQL =>
	sql`(SELECT sum(count) FROM ${endpointWork} WHERE id IN ${eachOf(ids)})`;

/**
 * Stores the recovery with its count, and replays the first deliveries. The transaction counts again, because others
 * may have died or been replayed since. Above the limit of one statement it takes the number that was counted before.
 */
export const startRecovery = (recovery: Recovery, counted: number): Write[] => {
	const { id, tenantId, endpointId, since, now } = recovery;
	return [
		sql`INSERT INTO ${endpointWork} (id, tenant_id, endpoint_id, kind, position, position_id, until, count, stepped_at)
			SELECT ${id}, ${tenantId}, ${endpointId}, 'recovery', ${since}, ${firstIdOf(recovery)}, ${now},
				iif(count(*) > ${countedPerQuery}, ${counted}, count(*)), ${now}
			FROM (SELECT 1 FROM ${deadAfter(recovery, firstIdOf(recovery), since)} AND ${isCountedBy(recovery)} LIMIT ${countedPerQuery + 1})
			RETURNING count AS recovered`,
		sql`UPDATE ${deliveries} SET ${replayAssignments(now)} WHERE tenant_id = ${tenantId} AND endpoint_id = ${endpointId} AND id IN (
			SELECT d.id FROM ${deadAfter(recovery, firstIdOf(recovery), since)} AND d.updated_at <= ${now} ORDER BY d.id LIMIT ${perStep})`,
	];
};

/** Goes through the deliveries by the time of their creation. */
export async function stepRecovery(db: Database, work: EndpointWork, now: number): Promise<Step> {
	const { tenantId, endpointId, position, positionId, until } = work;
	const found = await db
		.select({ id: sql<string>`d.id`, updatedAt: sql<number>`d.updated_at` })
		.from(sql`${deadAfter(work, positionId, position)} ORDER BY d.id LIMIT ${perStep}`);
	const ids = found.filter(({ updatedAt }) => updatedAt <= until).map(({ id }) => id);
	const last = found.at(-1);
	return {
		writes:
			ids.length === 0
				? []
				: [
						sql`UPDATE ${deliveries} SET ${replayAssignments(now)}
							WHERE tenant_id = ${tenantId} AND endpoint_id = ${endpointId} AND id IN ${eachOf(ids)}
								AND status = 'DEAD' AND updated_at <= ${until}`,
					],
		next: last && found.length === perStep ? { positionId: last.id } : null,
	};
}

const replayAssignments = (now: number): SQL =>
	sql`${orderAssignments("deliveries")}, status = 'PENDING', next_attempt_at = ${now}, replaying = 1, updated_at = ${laterThanBefore(now)}, queued_until = 0`;
