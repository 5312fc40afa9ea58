import { type SQL, sql } from "drizzle-orm";
import { isStudioHere, isStudioHereOrDeleting, mayWorkEnd } from "../../db/studio-state.ts";
import { studios } from "../../db/tables/data/studios.ts";
import { type Problem, problem } from "../../problems/problem.ts";
import type { Write } from "../write.ts";

const requireStudio = (tenantId: string, condition: SQL): Write => ({
	reason: "studio_closed",
	condition: sql`EXISTS (SELECT 1 FROM ${studios} t WHERE t.tenant_id = ${tenantId} AND ${condition})`,
});

/** Makes the database refuse the transaction if the tenant's data is elsewhere, moves, or is being deleted. */
export const requireOpenStudio = (tenantId: string): Write => requireStudio(tenantId, isStudioHere);

/** The same for the record of work that has begun before. */
export const requireStudioForRecords = (tenantId: string): Write => requireStudio(tenantId, mayWorkEnd);

/** The same for an effect, because the changes that delete and restore a tenant are effects themselves. */
export const requireStudioForEffects = (tenantId: string): Write => requireStudio(tenantId, isStudioHereOrDeleting);

/** Contract: Databases 5. */
export const studioClosed = (): Problem =>
	problem("service_unavailable", "The studio's data is being moved. Repeat the request.").with({ "Retry-After": "5" });

export const tenantBeingDeleted = (): Problem => problem("conflict", "The tenant is being deleted. Restore it first.");
