import { sql } from "drizzle-orm";
import type { Span } from "../../../platform/booking-rules/spans.ts";
import type { Write } from "../../../platform/commit/write.ts";
import { externalBusy } from "../../../platform/db/tables/data/calendars.ts";

/**
 * Rows that stay are not written again, because a calendar is read every 15 minutes and seldom changes. One parameter
 * has all spans, because D1 allows 100 parameters.
 */
export function replaceBusy({ tenantId, artistId }: { tenantId: string; artistId: string }, spans: Span[]): Write[] {
	const all = JSON.stringify(spans.map(({ start, end }) => [start, end]));
	const given = sql`SELECT json_extract(value, '$[0]') AS start_at, json_extract(value, '$[1]') AS end_at FROM json_each(${all})`;
	return [
		sql`DELETE FROM ${externalBusy} WHERE tenant_id = ${tenantId} AND artist_id = ${artistId}
			AND (start_at, end_at) NOT IN (${given})`,
		sql`INSERT INTO ${externalBusy} (tenant_id, artist_id, start_at, end_at)
			SELECT ${tenantId}, ${artistId}, start_at, end_at FROM (${given}) WHERE (start_at, end_at) NOT IN (
				SELECT start_at, end_at FROM ${externalBusy} WHERE tenant_id = ${tenantId} AND artist_id = ${artistId})`,
	];
}
