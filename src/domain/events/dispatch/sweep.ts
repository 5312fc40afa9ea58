import { type SQL, sql } from "drizzle-orm";
import type { ChangeDecidedByCommit } from "../../../platform/commit/change.ts";
import {
	type ChunkResult,
	firstPosition,
	hasSavedPosition,
	resumableScan,
} from "../../../platform/commit/in-bulk/resumable-scan.ts";
import type { Writer } from "../../../platform/commit/writer.ts";
import type { LocalCaller } from "../../../platform/context.ts";
import { studios } from "../../../platform/db/tables/data/studios.ts";
import type { ScanPosition } from "../../../platform/db/tables/data/upkeep/scan-positions.ts";
import { deliveries, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { dueDelivery, hasWebhooks } from "../../../platform/events/publish.ts";
import { minuteMs } from "../../../platform/lib/time.ts";
import { type Clocks, clocksAt } from "./clocks.ts";
import { isDue, isEndpointBusy, isFree, isUnqueued } from "./due.ts";

// The sweep goes from endpoint to endpoint and takes a few deliveries of each, so that an endpoint with many of them
// delays no other. When their attempts end, dispatch-waiting.ts nudges its further deliveries. So the sweep passes over an
// endpoint with attempts under way.

/** How many endpoints one statement visits. */
const endpointsPerSweep = 100;
const everyEndpoint = 1e9;

/** This many nudges start an endpoint again. After the clock was moved, the sweep must nudge all that are due. */
const perEndpoint = 4;
const perEndpointAfterClockMove = 500;

/** A sweep examines this many of the oldest deliveries, because leased and queued ones are among them. */
const examinedPerEndpoint = 30;

/** Longer than after a commit, so that a backlog in the queue is not nudged again and again. */
const queuedAgainMs = minuteMs;

export interface Swept extends ChunkResult {
	nudged: number;
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
		resultFrom: ([swept, walked]) => ({
			nudged: swept?.results.length ?? 0,
			stoppedAt: nextPosition(walked?.results as { visit: number; at: string }[] | undefined, visits),
		}),
		writes: [
			sql`WITH RECURSIVE ${walk(after, visits)}
				UPDATE ${deliveries} SET queued_until = ${clocks.now + queuedAgainMs} WHERE (tenant_id, endpoint_id, id) IN (
					${dueInWalk(clocks, moved)}
				) RETURNING ${dueDelivery}`,
			sql`WITH RECURSIVE ${walk(after, visits)} SELECT visit, at FROM walk WHERE at IS NOT NULL ORDER BY visit DESC LIMIT 1`,
		],
	};
}

/** `walk` has the endpoints. */
const dueInWalk = (clocks: Clocks, moved = false): SQL =>
	sql`SELECT s.tenant_id, s.endpoint_id, s.id
		FROM (SELECT at ->> 0 AS tenant_id, at ->> 1 AS endpoint_id FROM walk WHERE at IS NOT NULL) p
		CROSS JOIN ${webhookEndpoints} e ON e.tenant_id = p.tenant_id AND e.id = p.endpoint_id AND e.deleted_at IS NULL
			AND NOT ${isEndpointBusy("p", clocks)}
		JOIN ${studios} t ON t.tenant_id = p.tenant_id AND ${hasWebhooks}
		CROSS JOIN ${deliveries} s ON s.tenant_id = p.tenant_id AND s.endpoint_id = p.endpoint_id AND s.id IN (
			SELECT * FROM (${dueDeliveries(atActiveEndpoint, clocks, moved)}) UNION SELECT * FROM (${dueDeliveries(testSends, clocks, moved)})
		)`;

/** Whether a sweep would find something. With so many endpoints it sweeps, rather than ask. */
const endpointsAsked = 1000;

export const isSweepDue = (clocks: Clocks): SQL =>
	sql`${hasSavedPosition("sweep")}
		OR EXISTS (WITH RECURSIVE ${walk(firstPosition, endpointsAsked)} ${dueInWalk(clocks)})
		OR EXISTS (WITH RECURSIVE ${walk(firstPosition, endpointsAsked)}
			SELECT 1 FROM walk WHERE visit = ${endpointsAsked} AND at IS NOT NULL)`;

function nextPosition([last]: { visit: number; at: string }[] = [], visits: number): ScanPosition | null {
	if (!last || last.visit !== visits) return null;
	const [tenantId, endpointId] = JSON.parse(last.at);
	return { tenantId, endpointId };
}

/**
 * Each step from one endpoint with pending deliveries to the next costs one search in the index. `at` has the tenant
 * and the endpoint, as JSON.
 */
export const walk = ({ tenantId, endpointId }: ScanPosition, visits: number): SQL =>
	sql`walk(visit, at) AS (
		SELECT 1, ${firstAfter(sql`${tenantId}`, sql`${endpointId}`)}
		UNION ALL
		SELECT w.visit + 1, ${firstAfter(sql`w.at ->> 0`, sql`w.at ->> 1`)}
		FROM walk w WHERE w.at IS NOT NULL AND w.visit < ${visits}
	)`;

const firstAfter = (tenantId: SQL, endpointId: SQL): SQL =>
	sql`coalesce(
		(SELECT json_array(n.tenant_id, n.endpoint_id) FROM ${deliveries} n INDEXED BY deliveries_due
			WHERE n.status = 'PENDING' AND n.tenant_id = ${tenantId} AND n.endpoint_id > ${endpointId}
			ORDER BY n.endpoint_id LIMIT 1),
		(SELECT json_array(n.tenant_id, n.endpoint_id) FROM ${deliveries} n INDEXED BY deliveries_due
			WHERE n.status = 'PENDING' AND n.tenant_id > ${tenantId}
			ORDER BY n.tenant_id, n.endpoint_id LIMIT 1)
	)`;

/** At an active endpoint everything may be sent, and at a disabled one test sends alone. */
const atActiveEndpoint = { index: sql`deliveries_due`, filter: sql`TRUE`, allowed: sql`e.status = 'ACTIVE'` };
const testSends = { index: sql`deliveries_tests`, filter: sql`i.test_body IS NOT NULL`, allowed: sql`TRUE` };

/** The due deliveries of the endpoint `e` of `p`. It examines the oldest, whether they may be sent or not. */
const dueDeliveries = ({ index, filter, allowed }: typeof atActiveEndpoint, clocks: Clocks, moved: boolean): SQL =>
	sql`SELECT d.id FROM (
			SELECT i.id, i.queued_until, i.leased_until FROM ${deliveries} i INDEXED BY ${index}
			WHERE i.tenant_id = p.tenant_id AND i.endpoint_id = p.endpoint_id AND ${isDue("i", clocks)}
				AND ${filter}
			ORDER BY i.next_attempt_at LIMIT ${moved ? perEndpointAfterClockMove : examinedPerEndpoint}
		) d WHERE ${isFree("d", clocks)} ${moved ? sql`` : sql`AND ${isUnqueued("d", clocks)}`} AND ${allowed}
		LIMIT ${moved ? perEndpointAfterClockMove : perEndpoint}`;

export const sweepAll = (caller: LocalCaller, writer: Writer, forMs?: number): Promise<void> =>
	resumableScan(caller, writer, {
		step: "sweep",
		scanChunk: (after) => sweep(clocksAt(caller.now), after),
		...(forMs === undefined ? {} : { forMs }),
	});
