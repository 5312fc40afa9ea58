import type { Write } from "../../../platform/commit/write.ts";
import { sql } from "../../../platform/db/statements/expression.ts";
import { fanOutHours } from "../../../platform/db/tables/data/fan-outs.ts";
import { endpointHours } from "../../../platform/db/tables/data/webhooks.ts";
import { hourMs } from "../../../platform/lib/time.ts";
import { succeeded } from "./outcome.ts";

/** The dashboard shows seven days, in any time zone. Nine days of hours cover them. */
export const keptHours = 9 * 24;

export const hourOf = (ms: number): number => Math.floor(ms / hourMs);

/**
 * Adds an attempt to the hour in which it began. The row of an hour overwrites that of an hour that is no longer shown,
 * so nothing has to be removed. Most attempts change a row that exists, and the stored bytes count this as a change.
 */
export const countAttempt = (
	{ tenantId, endpointId, at }: { tenantId: string; endpointId: string; at: number },
	{ status, durationMs }: { status: number | null; durationMs: number },
): Write => {
	const hour = hourOf(at);
	const success = succeeded(status) ? 1 : 0;
	const sameHour = (column: string) => sql.raw(`iif(hour = excluded.hour, ${column}, 0)`);
	return sql`WITH attempt AS (SELECT 1)
		INSERT INTO ${endpointHours} (tenant_id, endpoint_id, place, hour, succeeded, failed, duration_ms, slowest_ms)
		SELECT ${tenantId}, ${endpointId}, ${hour % keptHours}, ${hour}, ${success}, ${1 - success}, ${durationMs}, ${durationMs} FROM attempt WHERE true
		ON CONFLICT (tenant_id, endpoint_id, place) DO UPDATE SET
			succeeded = ${sameHour("succeeded")} + excluded.succeeded, failed = ${sameHour("failed")} + excluded.failed,
			duration_ms = ${sameHour("duration_ms")} + excluded.duration_ms,
			slowest_ms = max(${sameHour("slowest_ms")}, excluded.slowest_ms), hour = excluded.hour
		WHERE excluded.hour >= hour`;
};

/** The same for several endpoints of a group whose attempts began together and succeeded: one row for all of them. */
export const countSuccesses = (
	{ tenantId, group, at }: { tenantId: string; group: string; at: number },
	succeeded: readonly { delivery: { endpointId: string }; posted: { durationMs: number } }[],
): Write => {
	const hour = hourOf(at);
	const counts = Object.fromEntries(
		succeeded.map(({ delivery, posted }) => [delivery.endpointId, [1, posted.durationMs, posted.durationMs]]),
	);
	return sql`WITH attempts AS (SELECT ${JSON.stringify(counts)} AS counts)
		INSERT INTO ${fanOutHours} (tenant_id, delivery_group, slot, hour, counts)
		SELECT ${tenantId}, ${group}, ${hour % keptHours}, ${hour}, counts FROM attempts WHERE true
		ON CONFLICT (tenant_id, delivery_group, slot) DO UPDATE SET
			counts = iif(hour = excluded.hour, (
				SELECT json_group_object(endpoint, json_array(n, total, slowest)) FROM (
					SELECT c.key AS endpoint, sum(c.value ->> 0) AS n, sum(c.value ->> 1) AS total, max(c.value ->> 2) AS slowest FROM (
						SELECT key, value FROM json_each(${fanOutHours}.counts) UNION ALL SELECT key, value FROM json_each(excluded.counts)
					) c GROUP BY c.key
				)
			), excluded.counts), hour = excluded.hour
		WHERE excluded.hour >= hour`;
};
