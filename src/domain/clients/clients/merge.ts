import { and, eq, inArray, sql } from "drizzle-orm";
import type { Change } from "../../../platform/commit/change.ts";
import { removeIfUnchanged, updateIfUnchanged } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { laterThanBefore, nextRevision } from "../../../platform/db/record.ts";
import { appointments } from "../../../platform/db/tables/data/appointments.ts";
import { clients } from "../../../platform/db/tables/data/clients.ts";
import { formSubmissions } from "../../../platform/db/tables/data/forms.ts";
import { ideas } from "../../../platform/db/tables/data/ideas.ts";
import { leads } from "../../../platform/db/tables/data/leads.ts";
import { payload } from "../../../platform/lib/camel.ts";
import { fieldProblem, notFound, problem } from "../../../platform/problems/problem.ts";
import { renameInFilters } from "../../events/endpoints/filter.ts";
import { renameInMails } from "../../mail/booking/known-states.ts";
import { type Client, type ClientRow, toClient } from "./schema.ts";

const clientTables = [appointments, leads, ideas, formSubmissions];

/** A larger statement would block the database for every tenant. */
const maxMovedRecords = 5000;

/** The number of records that name the client. Each table is counted only up to the limit. */
const countOwned = (tenantId: string, clientId: string) =>
	sql<number>`(SELECT count(*) FROM (${sql.join(
		clientTables.map(
			(table) =>
				sql`SELECT * FROM (SELECT 1 FROM ${table} WHERE tenant_id = ${tenantId} AND client_id = ${clientId} LIMIT ${maxMovedRecords + 1})`,
		),
		sql` UNION ALL `,
	)}))`;

/** The number of records that a merge would move from the client. */
export async function recordsOwnedBy({ db, tenantId }: Ctx, clientId: string): Promise<number> {
	const [row] = await db.select({ owned: countOwned(tenantId, clientId) }).from(sql`(SELECT 1)`);
	return row?.owned ?? 0;
}

/** The target's own fields stay. */
export async function mergeClient(ctx: Ctx, id: string, sourceId: string): Promise<Change<Client>> {
	if (sourceId === id) throw fieldProblem("source_id", "a client cannot be merged into itself");
	const rows = await ctx.db
		.select({ client: clients, owned: countOwned(ctx.tenantId, sourceId) })
		.from(clients)
		.where(and(eq(clients.tenantId, ctx.tenantId), inArray(clients.id, [id, sourceId])));
	const target = rows.find(({ client }) => client.id === id)?.client;
	const source = rows.find(({ client }) => client.id === sourceId)?.client;
	if (!target) throw notFound("client");
	if (!source) throw fieldProblem("source_id", "names no client");
	if ((rows[0]?.owned ?? 0) > maxMovedRecords)
		throw problem("conflict", `The source owns more than ${maxMovedRecords} records, which is too many for one merge.`);
	const next: ClientRow = { ...target, ...nextRevision(target, ctx.now) };
	const result = toClient(next);
	return {
		result,
		writes: [
			updateIfUnchanged(clients, target, nextRevision(target, ctx.now)),
			removeIfUnchanged(clients, source),
			// The new revisions make the database refuse requests that change one of these records at the same time.
			...clientTables.map(
				(
					table,
				) => sql`UPDATE ${table} SET client_id = ${id}, updated_at = ${laterThanBefore(ctx.now)}, revision = revision + 1
					WHERE tenant_id = ${ctx.tenantId} AND client_id = ${sourceId}`,
			),
			renameInFilters(ctx, sourceId, id),
			renameInMails(ctx, sourceId, id),
		],
		events: [
			{
				type: "client.merged",
				data: {
					...payload("client", result),
					sourceClientId: sourceId,
					sourceClient: payload("client", toClient(source)),
				},
			},
		],
		audit: { action: "client.merged", resourceId: id, details: { source_id: sourceId } },
	};
}
