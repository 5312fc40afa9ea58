import type { SQL } from "drizzle-orm";
import type { ChangeDecidedByCommit } from "../../../platform/commit/change.ts";
import { type ChunkResult, firstPosition, hasSavedPosition } from "../../../platform/commit/in-bulk/resumable-scan.ts";
import { dueDelivery, hasWebhooks } from "../../../platform/commit/transaction/event-statements.ts";
import type { Write } from "../../../platform/commit/write.ts";
import { sql } from "../../../platform/db/statements/expression.ts";
import type { ScanPosition } from "../../../platform/db/tables/data/scan-positions.ts";
import { studios } from "../../../platform/db/tables/data/studios.ts";
import { deliveries, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { minuteMs } from "../../../platform/lib/time.ts";
import { someFanOuts, splitAtOnce, splitSome } from "../fan-outs/split.ts";
import type { Clocks } from "./clocks.ts";
import { isDue, isEndpointBusy, isFanOutFree, isFanOutUnqueued, isFree, isUnqueued } from "./due.ts";

// The sweep goes from endpoint to endpoint and takes a few deliveries of each, so that an endpoint with many of them
// delays no other. When their attempts end, dispatch-waiting.ts nudges its further deliveries. So the sweep passes over an
// endpoint with attempts under way.

/** How many endpoints one statement visits. */
const endpointsPerSweep = 100;
const everyEndpoint = 1e9;

/** This many nudges start an endpoint again. After the clock was moved, the sweep must nudge all that are due. */
const perEndpoint = 4;
const perEndpointAfterClockMove = 500;
const splitAfterClockMove = 10_000;

/** A sweep examines this many of the oldest deliveries, because leased and queued ones are among them. */
const examinedPerEndpoint = 30;

/** Longer than after a commit, so that a backlog in the queue is not nudged again and again. */
const queuedAgainMs = minuteMs;

export interface Swept extends ChunkResult {
	nudged: number;
	/** More fan-outs may be lost than this statement has split. */
	splitMany: boolean;
}

/**
 * Nudges due deliveries whose nudge was never sent or was lost: a few of each of the next endpoints after a position.
 * With `moved`, it goes to every endpoint and includes the deliveries whose nudge should still be on its way: when
 * development moves the clock, the queue does not follow.
 */
export function sweep(
	clocks: Clocks,
	after: ScanPosition = firstPosition,
	{ moved = false } = {},
): ChangeDecidedByCommit<Swept> {
	const visits = moved ? everyEndpoint : endpointsPerSweep;
	return {
		resultFrom: ([, split, swept, walked]) => ({
			nudged: swept?.results.length ?? 0,
			splitMany: split?.meta.changes === splitAtOnce,
			stoppedAt: nextPosition(walked?.results as (ScanPosition & { visit: number })[] | undefined, visits),
		}),
		writes: [
			...splitLost(clocks, moved),
			sql`WITH RECURSIVE ${walk(after, visits)}
				UPDATE ${deliveries} SET carried_until = ${clocks.now + queuedAgainMs} WHERE rowid IN (
					${dueInWalk(clocks, moved)}
				) RETURNING ${dueDelivery}`,
			sql`WITH RECURSIVE ${walk(after, visits)}
				SELECT w.visit AS visit, p.tenant_id AS tenantId, p.endpoint_id AS endpointId
				FROM (SELECT visit, delivery_row FROM walk ORDER BY visit DESC LIMIT 1) w JOIN ${deliveries} p ON p.rowid = w.delivery_row`,
		],
	};
}

/** Selects the deliveries of the endpoints of `walk` that get a nudge. */
const dueInWalk = (clocks: Clocks, moved = false): SQL =>
	sql`SELECT s.rowid FROM walk w JOIN ${deliveries} p ON p.rowid = w.delivery_row AND NOT ${isEndpointBusy("p", clocks)}
		JOIN ${webhookEndpoints} e ON e.tenant_id = p.tenant_id AND e.id = p.endpoint_id AND e.deleted_at IS NULL
		JOIN ${studios} t ON t.tenant_id = p.tenant_id AND ${hasWebhooks}
		CROSS JOIN ${deliveries} s ON s.rowid IN (
			SELECT * FROM (${dueDeliveries(atActiveEndpoint, clocks, moved)}) UNION SELECT * FROM (${dueDeliveries(testSends, clocks, moved)})
		)`;

/** Whether a sweep would find something. With so many endpoints it sweeps, rather than ask. */
const endpointsAsked = 1000;

export const isSweepDue = (clocks: Clocks): SQL =>
	sql`EXISTS (${someFanOuts(isLost(clocks), 1)}) OR ${hasSavedPosition("sweep")}
		OR EXISTS (WITH RECURSIVE ${walk(firstPosition, endpointsAsked)} ${dueInWalk(clocks)})
		OR EXISTS (WITH RECURSIVE ${walk(firstPosition, endpointsAsked)}
			SELECT 1 FROM walk WHERE visit = ${endpointsAsked} AND delivery_row IS NOT NULL)`;

const isLost = (clocks: Clocks): SQL => sql`${isFanOutFree(clocks)} AND ${isFanOutUnqueued(clocks)}`;

/**
 * Splits fan-outs whose nudge or attempts were lost, so that the sweep finds their deliveries. With `moved`, it splits
 * all that are not under way.
 */
export const splitLost = (clocks: Clocks, moved = false): Write[] =>
	splitSome(moved ? isFanOutFree(clocks) : isLost(clocks), moved ? splitAfterClockMove : splitAtOnce);

const nextPosition = ([last]: (ScanPosition & { visit: number })[] = [], visits: number): ScanPosition | null =>
	last && last.visit === visits ? { tenantId: last.tenantId, endpointId: last.endpointId } : null;

/** Goes from one endpoint with pending deliveries to the next. Each costs one search in the index. */
export const walk = ({ tenantId, endpointId }: ScanPosition, visits: number): SQL =>
	sql`walk(visit, delivery_row) AS (
		SELECT 1, ${firstAfter(sql`${tenantId}`, sql`${endpointId}`)}
		UNION ALL
		SELECT w.visit + 1, ${firstAfter(sql`p.tenant_id`, sql`p.endpoint_id`)}
		FROM walk w JOIN ${deliveries} p ON p.rowid = w.delivery_row WHERE w.visit < ${visits}
	)`;

const firstAfter = (tenantId: SQL, endpointId: SQL): SQL =>
	sql`coalesce(
		(SELECT n.rowid FROM ${deliveries} n INDEXED BY deliveries_endpoint_due
			WHERE n.status = 'PENDING' AND n.tenant_id = ${tenantId} AND n.endpoint_id > ${endpointId}
			ORDER BY n.endpoint_id LIMIT 1),
		(SELECT n.rowid FROM ${deliveries} n INDEXED BY deliveries_endpoint_due
			WHERE n.status = 'PENDING' AND n.tenant_id > ${tenantId}
			ORDER BY n.tenant_id, n.endpoint_id LIMIT 1)
	)`;

/** At an active endpoint everything may be sent, and at a disabled one test sends alone. */
const atActiveEndpoint = { index: sql`deliveries_endpoint_due`, filter: sql`TRUE`, allowed: sql`e.status = 'ACTIVE'` };
const testSends = { index: sql`deliveries_tests`, filter: sql`i.test_body IS NOT NULL`, allowed: sql`TRUE` };

/** The due deliveries of the endpoint `e` of `p`. It examines the oldest, whether they may be sent or not. */
const dueDeliveries = ({ index, filter, allowed }: typeof atActiveEndpoint, clocks: Clocks, moved: boolean): SQL =>
	sql`SELECT d.delivery_row FROM (
			SELECT i.rowid AS delivery_row, i.carried_until, i.claimed_until FROM ${deliveries} i INDEXED BY ${index}
			WHERE i.tenant_id = p.tenant_id AND i.endpoint_id = p.endpoint_id AND ${isDue("i", clocks)}
				AND ${filter}
			ORDER BY i.next_attempt_at LIMIT ${moved ? perEndpointAfterClockMove : examinedPerEndpoint}
		) d WHERE ${isFree("d", clocks)} ${moved ? sql`` : sql`AND ${isUnqueued("d", clocks)}`} AND ${allowed}
		LIMIT ${moved ? perEndpointAfterClockMove : perEndpoint}`;
