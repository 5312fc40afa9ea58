import { sql } from "drizzle-orm";
import type { Write } from "../../../platform/commit/write.ts";
import { endpointHours } from "../../../platform/db/tables/data/webhooks.ts";
import { hourMs } from "../../../platform/lib/time.ts";
import { succeeded } from "./outcome.ts";

/** The dashboard shows seven days, in any time zone. Nine days of hours cover them. */
export const keptHours = 9 * 24;

export const hourOf = (ms: number): number => Math.floor(ms / hourMs);

/**
 * Adds attempts that began together to the hour of their endpoints. The row of an hour overwrites that of an hour that is
 * no longer shown, so nothing has to be removed.
 */
export const countAttempts = (
	tenantId: string,
	at: number,
	made: readonly { delivery: { endpointId: string }; posted: { status: number | null; durationMs: number } }[],
): Write => {
	const hour = hourOf(at);
	const attempts = made.map(({ delivery, posted }) => ({
		endpoint: delivery.endpointId,
		succeeded: succeeded(posted.status) ? 1 : 0,
		ms: posted.durationMs,
	}));
	const sameHour = (column: string) => sql.raw(`iif(hour = excluded.hour, ${column}, 0)`);
	return sql`INSERT INTO ${endpointHours} (tenant_id, endpoint_id, slot, hour, succeeded, failed, duration_ms, slowest_ms)
		SELECT ${tenantId}, value ->> 'endpoint', ${hour % keptHours}, ${hour}, value ->> 'succeeded', 1 - (value ->> 'succeeded'),
			value ->> 'ms', value ->> 'ms'
		FROM json_each(${JSON.stringify(attempts)}) WHERE true
		ON CONFLICT (tenant_id, endpoint_id, slot) DO UPDATE SET
			succeeded = ${sameHour("succeeded")} + excluded.succeeded, failed = ${sameHour("failed")} + excluded.failed,
			duration_ms = ${sameHour("duration_ms")} + excluded.duration_ms,
			slowest_ms = max(${sameHour("slowest_ms")}, excluded.slowest_ms), hour = excluded.hour
		WHERE excluded.hour >= hour`;
};
