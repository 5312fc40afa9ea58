import { asc, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../../platform/context.ts";
import { aboutOfEvent, events } from "../../../platform/db/tables/data/events.ts";
import { firstIdAt } from "../../../platform/lib/ids.ts";

export type StoredEvent = typeof events.$inferSelect;

export interface EventWindow {
	requestId: string;
	from: number;
	to: number;
}

/**
 * An entry gets its id just before its events do. Ids rise within an isolate, so they can be later than the request. An
 * event whose id the operation chose can be earlier.
 */
export const eventWindowOf = ({
	id,
	requestId,
	createdAt,
}: {
	id: string;
	requestId: string;
	createdAt: number;
}): EventWindow => ({
	requestId,
	from: createdAt,
	to: Math.max(createdAt, Number.parseInt(id.slice("aud_".length, "aud_".length + 12), 16)),
});

/** Ids of events rise with time, so no index of request ids is needed. */
export const eventKeysIn = (tenantId: string, windows: readonly EventWindow[], take: number, about?: string): SQL =>
	sql`SELECT v.tenant_id, v.id FROM json_each(${ranges(windows)}) m
		CROSS JOIN ${events} v ON v.tenant_id = ${tenantId} AND v.id >= m.value ->> 'from' AND v.id < m.value ->> 'to'
		WHERE v.request_id = m.value ->> 'request'
			${about === undefined ? sql`` : sql`AND ${sql.raw(aboutOfEvent("v"))} = ${about}`} LIMIT ${take}`;

export async function eventsOf(
	{ db, tenantId }: Ctx,
	windows: readonly EventWindow[],
	take: number,
	/** The record that the events are about. */
	about?: string,
): Promise<StoredEvent[]> {
	if (windows.length === 0) return [];
	return await db
		.select()
		.from(events)
		.where(sql`(${events.tenantId}, ${events.id}) IN (${eventKeysIn(tenantId, windows, take, about)})`)
		.orderBy(asc(events.id));
}

function ranges(windows: readonly EventWindow[]): string {
	const each = new Map(windows.map((window) => [`${window.requestId} ${window.from} ${window.to}`, window]));
	return JSON.stringify(
		[...each.values()].map(({ requestId, from, to }) => ({
			request: requestId,
			from: firstIdAt("event", from),
			to: firstIdAt("event", to + 1),
		})),
	);
}
