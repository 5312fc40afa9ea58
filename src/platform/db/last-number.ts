import { type SQL, sql } from "drizzle-orm";
import { eventSequences, events } from "./tables/data/events.ts";

/** The number of the last event that retention has removed. Older events may still exist, because a delivery needs them. */
export const lastForgotten = (tenantId: string | SQL): SQL<number> =>
	sql<number>`coalesce((SELECT q.forgotten FROM ${eventSequences} q WHERE q.tenant_id = ${tenantId}), 0)`;

/**
 * The number of a tenant's last event; 0 if there is none. Each event takes the next one in its transaction (contract:
 * Events 4). Retention may have removed the last event, too, and then its number is the last one that it removed.
 */
export const lastNumber = (tenantId: string | SQL): SQL<number> =>
	sql<number>`max(coalesce((SELECT max(n.sequence) FROM ${events} n WHERE n.tenant_id = ${tenantId}), 0), ${lastForgotten(tenantId)})`;
