import { type SQL, sql } from "drizzle-orm";
import { studios } from "../../db/tables/data/studios.ts";
import { type Problem, problem } from "../../problems/problem.ts";
import type { Write } from "../write.ts";

/** The clock of the database, in milliseconds. */
const databaseNow: SQL = sql`CAST(unixepoch('subsec') * 1000 AS INTEGER)`;

/** Whether this database has the current data of studio `t`, and not a copy of it. */
export const isStudioHere: SQL = sql`t.state = 'OPEN'`;

/** Makes the database refuse the transaction if the tenant's data is elsewhere or about to move. */
export const requireOpenStudio = (tenantId: string): Write => ({
	reason: "studio_closed",
	condition: sql`EXISTS (SELECT 1 FROM ${studios} t WHERE t.tenant_id = ${tenantId} AND ${isStudioHere} AND t.closed_until <= ${databaseNow})`,
});

/** Contract: Databases 5. */
export const studioClosed = (): Problem =>
	problem("service_unavailable", "The studio's data is being moved. Repeat the request.").with({ "Retry-After": "1" });
