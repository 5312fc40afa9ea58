import type { ApiCtx, Ctx } from "../../../platform/context.ts";
import { type PublicEventType, recordKeyOf } from "../../../platform/db/tables/data/events.ts";
import { snakeKeys } from "../../../platform/lib/camel.ts";
import type { Changes } from "../../../platform/lib/changes.ts";
import { eventsOf, eventWindowOf, type StoredEvent } from "./events-of-entries.ts";
import type { AuditRow } from "./read-entries.ts";
import { scopeOfRecord } from "./record-scopes.ts";

/** An entry with the changed values by the names of the record, as far as it or its event has them. */
export interface EntryWithValues extends AuditRow {
	/** The event of this change. */
	eventId: string | null;
}

/** At most this many events are read for a page of entries. */
const maxEvents = 500;

/** Reads the events of the entries and adds their changes. */
export async function withValues(ctx: Ctx, entries: AuditRow[]): Promise<EntryWithValues[]> {
	return addValues(entries, await eventsOf(ctx, entries.map(eventWindowOf), maxEvents));
}

/**
 * The changed values of an entry. Those of settings are in the entry and stay with it. Those of records with data of
 * clients are in the event of the same request about the same record, or in the entry if there is none, for 30 days
 * (contract: Audit log 13).
 */
export function addValues(entries: AuditRow[], events: StoredEvent[]): EntryWithValues[] {
	const eventByRecord = new Map<string, StoredEvent>();
	for (const event of events) {
		const record = event.data[recordKeyOf(event.type as PublicEventType)];
		const recordKey = `${event.requestId} ${record}`;
		// A change may have several events. The one with the changed values wins.
		if (!eventByRecord.has(recordKey) || changesIn(event.data)) eventByRecord.set(recordKey, event);
	}
	return entries.map((entry) => {
		const event = eventByRecord.get(`${entry.requestId} ${entry.resourceId}`);
		const changes = entry.changes ?? entry.recentChanges ?? (event ? changesIn(event.data) : null);
		return { ...entry, changes: changes && byNamesOfRecord(changes), eventId: event?.id ?? null };
	});
}

/** The changed values of one entry, as far as the credential may read its record. */
export async function valuesOf(ctx: ApiCtx, entry: AuditRow): Promise<Changes | null> {
	if (entry.changes) return byNamesOfRecord(entry.changes);
	const scope = scopeOfRecord(entry);
	if (scope === undefined || !ctx.credential.scopes.includes(scope)) return null;
	const events = entry.recentChanges
		? []
		: await eventsOf(ctx, [eventWindowOf(entry)], maxEventsOfChange, entry.resourceId);
	const [found] = addValues([entry], events);
	return found?.changes ?? null;
}

/** A change has few events about one record. */
const maxEventsOfChange = 10;

/** Null if the event has no changes. */
export function changesIn(data: Record<string, unknown>): Changes | null {
	const { changes } = data;
	if (typeof changes !== "object" || changes === null || Array.isArray(changes)) return null;
	const entries = Object.entries(changes).filter(
		([, change]) => typeof change === "object" && change !== null && "old" in change && "new" in change,
	);
	return entries.length === 0 ? null : (Object.fromEntries(entries) as Changes);
}

/** Events name the times of an appointment otherwise (contract: Events 7). */
const namesInRecord: Record<string, string> = { start_date_time: "start_at", end_date_time: "end_at" };

export const byNamesOfRecord = (changes: Changes): Changes =>
	Object.fromEntries(
		Object.entries(snakeKeys(changes) as Changes).map(([name, both]) => [namesInRecord[name] ?? name, both]),
	);
