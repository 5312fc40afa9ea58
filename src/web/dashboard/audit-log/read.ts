import { and, lt } from "drizzle-orm";
import { walkedEntries } from "../../../domain/access/audit-log/found-entries.ts";
import type { Ctx } from "../../../platform/context.ts";
import { createdBefore } from "../../../platform/db/lists/page-order.ts";
import { pageWithLargeColumns } from "../../../platform/db/lists/page-with-large-columns.ts";
import { createdIn } from "../../../platform/db/lists/time-range.ts";
import { auditEntries } from "../../../platform/db/tables/data/audit-log.ts";
import type { PublicEventType } from "../../../platform/db/tables/data/events.ts";
import { recordKeyOf } from "../../../platform/db/tables/data/events.ts";
import { eventsOf, eventWindowOf, type StoredEvent } from "../events/read.ts";
import { changesIn } from "../parts/changes.tsx";

export type AuditRow = typeof auditEntries.$inferSelect;

/** An entry with the changed values, as far as it or its event has them. */
export interface ShownEntry extends AuditRow {
	/** The event of this change. */
	eventId: string | null;
}

export interface AuditFilters {
	action?: string | undefined;
	/** The id of a key, an app or a person; or `operator` or `system`, which have no id. */
	actor?: string | undefined;
	resourceId?: string | undefined;
	since?: number | undefined;
	until?: number | undefined;
}

/** A page of entries, newest first, and the cursor of the next page. */
export async function readEntries(
	ctx: Ctx,
	filters: AuditFilters,
	{ after, perPage }: { after: string | undefined; perPage: number },
): Promise<{ shown: AuditRow[]; after: string | undefined }> {
	const { action = "", actor, resourceId, since, until } = filters;
	const wanted = { ...(action.includes(".") ? { action } : { actionsOn: action || undefined }), actor, resourceId };
	const { after: before } = createdBefore({ after, take: perPage + 1 }, "audit_entry", { created_until: until });
	const range = and(
		createdIn(auditEntries.id, "audit_entry", { created_since: since }),
		before === undefined ? undefined : lt(auditEntries.id, before),
	);
	const { rows, more, nextAfter } = await pageWithLargeColumns(ctx, auditEntries, {
		...{ large: ["changes"], take: perPage + 1 },
		...walkedEntries({ tenantId: ctx.tenantId, range }, wanted, perPage + 1),
	});
	const shown = rows.slice(0, perPage);
	return { shown, after: nextAfter ?? (more || rows.length > perPage ? shown.at(-1)?.id : undefined) };
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
