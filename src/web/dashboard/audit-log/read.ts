import type { AuditRow } from "../../../domain/access/audit-log/read-entries.ts";
import { type PublicEventType, recordKeyOf } from "../../../domain/events/catalogue/event-types.ts";
import { eventsOf, eventWindowOf, type StoredEvent } from "../../../domain/events/feed/events-of-requests.ts";
import type { Ctx } from "../../../platform/context.ts";
import { changesIn } from "../components/changes.tsx";

/** An entry with the changed values, as far as it or its event has them. */
export interface ShownEntry extends AuditRow {
	/** The event of this change. */
	eventId: string | null;
}

/** At most this many events are read for a page of entries. */
const maxEvents = 500;

/** Reads the events of the entries and adds their changes. */
export async function withChanges(ctx: Ctx, entries: AuditRow[]): Promise<ShownEntry[]> {
	return addChanges(entries, await eventsOf(ctx, entries.map(eventWindowOf), maxEvents));
}

/**
 * Adds the changed values. The entry itself has those of settings. Those of clients are in the event of the same request
 * about the same record, which is kept for 30 days.
 */
export function addChanges(entries: AuditRow[], events: StoredEvent[]): ShownEntry[] {
	const eventByRecord = new Map<string, StoredEvent>();
	for (const event of events) {
		const record = event.data[recordKeyOf(event.type as PublicEventType)];
		const recordKey = `${event.requestId} ${record}`;
		// A change may have several events. The one with the changed values wins.
		if (!eventByRecord.has(recordKey) || changesIn(event.data)) eventByRecord.set(recordKey, event);
	}
	return entries.map((entry) => {
		const event = eventByRecord.get(`${entry.requestId} ${entry.resourceId}`);
		return { ...entry, changes: entry.changes ?? (event ? changesIn(event.data) : null), eventId: event?.id ?? null };
	});
}
