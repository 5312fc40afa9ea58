import { rows } from "./database.ts";

export interface EventsAndAudit {
	/** Each event of the tenant: its type, and who made it. */
	events: string[];
	/** Each audit entry: its action, and who did it. */
	audit: string[];
}

/** The events and audit entries of all changes of the tenant, in order. */
async function readEventsAndAudit(tenantId: string): Promise<EventsAndAudit> {
	const [events, audit] = await Promise.all([
		rows("SELECT type, actor_type, actor_id FROM events WHERE tenant_id = ? ORDER BY sequence", tenantId),
		rows("SELECT action, actor_type, actor_id FROM audit_entries WHERE tenant_id = ? ORDER BY id", tenantId),
	]);
	return {
		events: events.map(({ type, actor_type, actor_id }) => `${type} by ${actor_type} ${actor_id}`),
		audit: audit.map(({ action, actor_type, actor_id }) => `${action} by ${actor_type} ${actor_id}`),
	};
}

export async function eventsAndAuditOf(tenantId: string, act: () => Promise<unknown>): Promise<EventsAndAudit> {
	const before = await readEventsAndAudit(tenantId);
	await act();
	const after = await readEventsAndAudit(tenantId);
	return { events: after.events.slice(before.events.length), audit: after.audit.slice(before.audit.length) };
}

export const noEventsOrAudit: EventsAndAudit = { events: [], audit: [] };
