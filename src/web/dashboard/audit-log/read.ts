import type { Ctx } from "../../../platform/context.ts";
import { boundedScan } from "../../../platform/db/lists/bounded-scan.ts";
import { and, desc, eq, gte, lt, sql } from "../../../platform/db/statements/expression.ts";
import { type ActorType, auditEntries } from "../../../platform/db/tables/data/audit-log.ts";
import type { PublicEventType } from "../../../platform/db/tables/data/events.ts";
import { recordKeyOf } from "../../../platform/db/tables/data/events.ts";
import { firstIdAt } from "../../../platform/lib/ids.ts";
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
	const { action, actor, resourceId, since, until } = filters;
	const indexed = and(
		eq(auditEntries.tenantId, ctx.tenantId),
		// The hint makes SQLite choose the index by record. The primary key would give the same order.
		resourceId !== undefined ? sql`unlikely(${auditEntries.resourceId} = ${resourceId})` : undefined,
		since !== undefined ? gte(auditEntries.id, firstIdAt("audit_entry", since)) : undefined,
		until !== undefined ? lt(auditEntries.id, firstIdAt("audit_entry", until)) : undefined,
		after ? lt(auditEntries.id, after) : undefined,
	);
	const others = and(
		action !== undefined ? isAction(action) : undefined,
		actor !== undefined ? isActor(actor) : undefined,
	);
	const scan = boundedScan(ctx.db, auditEntries, indexed);
	const [found, end] = await Promise.all([
		ctx.db
			.select()
			.from(auditEntries)
			.where(others ? and(scan.condition, others) : indexed)
			.orderBy(desc(auditEntries.id))
			.limit(perPage + 1),
		others ? scan.lastId() : undefined,
	]);
	const shown = found.slice(0, perPage);
	return { shown, after: found.length > perPage ? shown.at(-1)?.id : end };
}

/** A prefix such as `client` matches all actions on clients. */
const isAction = (action: string) =>
	action.includes(".")
		? eq(auditEntries.action, action)
		: sql`substr(${auditEntries.action}, 1, ${action.length + 1}) = ${`${action}.`}`;

const withoutId: readonly string[] = ["operator", "system"] satisfies ActorType[];

const isActor = (actor: string) =>
	withoutId.includes(actor) ? sql`${auditEntries.actorType} = ${actor}` : eq(auditEntries.actorId, actor);

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
