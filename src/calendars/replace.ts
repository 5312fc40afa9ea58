import { sql } from "drizzle-orm";
import type { Span } from "../booking/spans.ts";
import type { Write } from "../commit/write.ts";
import { externalBusy } from "../db/tables/tenant/calendars.ts";

/**
 * The artist's busy times are these and no others. Rows that stay are left alone: a calendar is read every
 * quarter of an hour and seldom changes. One parameter holds all spans, whatever their number.
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
