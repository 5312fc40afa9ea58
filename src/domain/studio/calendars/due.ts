import { type SQL, sql } from "drizzle-orm";
import type { ChangeDecidedByCommit } from "../../../platform/commit/change.ts";
import { type ChunkResult, hasSavedPosition } from "../../../platform/commit/in-bulk/resumable-scan.ts";
import type { Write } from "../../../platform/commit/write.ts";
import { isStudioHere } from "../../../platform/db/studio-state.ts";
import { externalCalendars } from "../../../platform/db/tables/data/calendars.ts";
import { studios } from "../../../platform/db/tables/data/studios.ts";
import type { ScanPosition } from "../../../platform/db/tables/data/upkeep/scan-positions.ts";
import type { TenantMessage } from "../../../platform/events/nudges.ts";
import { minuteMs } from "../../../platform/lib/time.ts";

/** The message of the queue: the name of a calendar. Everything else is in its row. */
export interface CalendarNudge extends TenantMessage {
	tenant_id: string;
	artist_id: string;
}

/** One statement visits this many tenants. */
const tenantsPerStatement = 50;

/**
 * At most this many calendars of one tenant are queued at the same time, so that a tenant with many calendars, or with
 * some that hang, delays no other.
 */
const queuedPerTenant = 20;

/** Longer than a message waits in a queue that keeps up. Then the message counts as lost, and another is sent. */
const queuedMs = 5 * minuteMs;

/** The key of a calendar within its database. */
type CalendarKey = Omit<CalendarNudge, keyof TenantMessage>;

export interface DueCalendars extends ChunkResult {
	due: CalendarKey[];
}

/** Marks a few calendars of each of the next tenants as queued. */
export const findDueCalendars = (now: number, { tenantId }: ScanPosition): ChangeDecidedByCommit<DueCalendars> => ({
	resultFrom: ([found, walked]) => ({
		due: (found?.results ?? []) as CalendarKey[],
		stoppedAt: nextPosition(walked?.results as WalkRow[] | undefined),
	}),
	writes: [
		sql`WITH RECURSIVE ${walk(now, tenantId)}
			UPDATE ${externalCalendars} SET queued_until = ${now + queuedMs} WHERE rowid IN (
				SELECT c.rowid FROM walk w JOIN ${studios} t ON t.tenant_id = w.tenant_id AND ${isStudioHere}
				CROSS JOIN ${externalCalendars} c ON c.rowid IN (${dueAndNotQueued(now)})
			) RETURNING tenant_id, artist_id`,
		sql`WITH RECURSIVE ${walk(now, tenantId)} SELECT visit, tenant_id FROM walk ORDER BY visit DESC LIMIT 1`,
	],
});

export const areCalendarsDue = (now: number): SQL =>
	sql`${hasSavedPosition("calendars")} OR EXISTS (
		SELECT 1 FROM ${externalCalendars} d INDEXED BY external_calendars_due
		JOIN ${studios} t ON t.tenant_id = d.tenant_id AND ${isStudioHere}
		WHERE d.ics_url IS NOT NULL AND d.next_fetch_at <= ${now} AND d.queued_until <= ${now})`;

/** The queue did not take the messages of these calendars, so the next run must find them again. */
export const clearQueued = (nudges: CalendarKey[]): Write =>
	sql`UPDATE ${externalCalendars} SET queued_until = 0 WHERE (tenant_id, artist_id) IN (
		SELECT json_extract(value, '$.tenant_id'), json_extract(value, '$.artist_id') FROM json_each(${JSON.stringify(nudges)})
	)`;

interface WalkRow {
	visit: number;
	tenant_id: string | null;
}

const nextPosition = ([last]: WalkRow[] = []): ScanPosition | null =>
	last?.tenant_id && last.visit === tenantsPerStatement ? { tenantId: last.tenant_id, endpointId: "" } : null;

/**
 * Each step from one tenant with calendars to the next is one search in the index. If nothing is due, the walk visits
 * none.
 */
const walk = (now: number, after: string): SQL =>
	sql`walk(visit, tenant_id) AS (
		SELECT 1, ${firstAfter(sql`${after}`)} WHERE EXISTS (
			SELECT 1 FROM ${externalCalendars} d INDEXED BY external_calendars_due
			WHERE d.ics_url IS NOT NULL AND d.next_fetch_at <= ${now}
		)
		UNION ALL
		SELECT w.visit + 1, ${firstAfter(sql`w.tenant_id`)} FROM walk w
		WHERE w.tenant_id IS NOT NULL AND w.visit < ${tenantsPerStatement}
	)`;

const firstAfter = (tenantId: SQL): SQL =>
	sql`(SELECT n.tenant_id FROM ${externalCalendars} n INDEXED BY external_calendars_tenant_due
		WHERE n.ics_url IS NOT NULL AND n.tenant_id > ${tenantId} ORDER BY n.tenant_id LIMIT 1)`;

/** The calendars of the tenant of `w`, those first that have been due for longest. */
const dueAndNotQueued = (now: number): SQL =>
	sql`SELECT o.rowid FROM (
			SELECT d.rowid, d.queued_until FROM ${externalCalendars} d INDEXED BY external_calendars_tenant_due
			WHERE d.ics_url IS NOT NULL AND d.tenant_id = w.tenant_id AND d.next_fetch_at <= ${now}
			ORDER BY d.next_fetch_at LIMIT ${queuedPerTenant}
		) o WHERE o.queued_until <= ${now}`;
