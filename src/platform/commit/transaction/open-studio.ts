import type { SQL } from "drizzle-orm";
import { sql } from "../../db/statements/expression.ts";
import { studios } from "../../db/tables/data/studios.ts";
import { type Problem, problem } from "../../problems/problem.ts";
import type { Write } from "../write.ts";

/** The clock of the database, in milliseconds. */
const databaseNow: SQL = sql`CAST(unixepoch('subsec') * 1000 AS INTEGER)`;

/** Whether this database has the current data of studio `t`, and not a copy of it, and the studio is not being deleted. */
export const isStudioHere: SQL = sql`t.state = 'OPEN'`;

/** The same, but true also while the studio is being deleted, because a restore brings it back as it was. */
export const isStudioHereOrDeleting: SQL = sql`t.state IN ('OPEN', 'DELETING')`;

/** Whether the rows of studio `t` here are the valid ones, also while it is being deleted and after that. */
export const hasValidRows: SQL = sql`t.state IN ('OPEN', 'DELETING', 'DELETED')`;

const requireStudio = (tenantId: string, condition: SQL): Write => ({
	reason: "studio_closed",
	condition: sql`EXISTS (SELECT 1 FROM ${studios} t WHERE t.tenant_id = ${tenantId} AND ${condition} AND t.closed_until <= ${databaseNow})`,
});

/** Makes the database refuse the transaction if the tenant's data is elsewhere, about to move, or being deleted. */
export const requireOpenStudio = (tenantId: string): Write => requireStudio(tenantId, isStudioHere);

/** The same for an effect, because the changes that delete and restore a tenant are effects themselves. */
export const requireStudioForEffects = (tenantId: string): Write => requireStudio(tenantId, isStudioHereOrDeleting);

/** Contract: Databases 5. */
export const studioClosed = (): Problem =>
	problem("service_unavailable", "The studio's data is being moved. Repeat the request.").with({ "Retry-After": "1" });

export const tenantBeingDeleted = (): Problem => problem("conflict", "The tenant is being deleted. Restore it first.");
