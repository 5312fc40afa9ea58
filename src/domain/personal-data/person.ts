import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../platform/context.ts";
import { eachOf } from "../../platform/db/each-of.ts";
import { appointments } from "../../platform/db/tables/data/appointments.ts";
import { auditEntries } from "../../platform/db/tables/data/audit-log.ts";
import { clientOfEvent, events } from "../../platform/db/tables/data/events.ts";
import { formSubmissions } from "../../platform/db/tables/data/forms.ts";
import { ideas } from "../../platform/db/tables/data/ideas.ts";
import { leadEmailKey, leads } from "../../platform/db/tables/data/leads.ts";
import { pictures } from "../../platform/db/tables/data/pictures.ts";
import { idsByEntries } from "../events/feed/found-by-entries.ts";

/** A client of the studio, as the records name the person. */
export interface Person {
	/** The client, and the clients who were merged into this one. */
	clientIds: string[];
	/** In lower case. */
	emails: string[];
}

const mostMerged = 1000;

/** The client's id, and those of the clients who were merged into the client, or into one of those. */
export async function mergedIds({ db, tenantId }: Ctx, clientId: string): Promise<string[]> {
	const rows = await db.select({ id: sql<string>`id` }).from(
		sql`(WITH RECURSIVE merged (id) AS (
			SELECT ${clientId} UNION
			SELECT a.details ->> '$.source_id' FROM merged m CROSS JOIN ${auditEntries} a INDEXED BY audit_entries_resource
				ON a.tenant_id = ${tenantId} AND a.resource_id = m.id AND a.action = 'client.merged'
		) SELECT id FROM merged LIMIT ${mostMerged})`,
	);
	return rows.map(({ id }) => id);
}

type PersonIn = { tenantId: string } & Person;

/** Selects the ids of the person's records of each kind. */
export const recordsOf = {
	appointments: ({ tenantId, clientIds }: PersonIn): SQL =>
		sql`SELECT id FROM ${appointments} WHERE tenant_id = ${tenantId} AND client_id IN ${eachOf(clientIds)}`,
	leads: ({ tenantId, clientIds, emails }: PersonIn): SQL =>
		sql`SELECT id FROM ${leads} WHERE tenant_id = ${tenantId} AND client_id IN ${eachOf(clientIds)} AND client_id IS NOT NULL
			UNION SELECT id FROM ${leads}
			WHERE tenant_id = ${tenantId} AND ${sql.raw(leadEmailKey)} IN ${eachOf(emails)} AND ${sql.raw(leadEmailKey)} IS NOT NULL`,
	ideas: ({ tenantId, clientIds }: PersonIn): SQL =>
		sql`SELECT id FROM ${ideas} WHERE tenant_id = ${tenantId} AND client_id IN ${eachOf(clientIds)}`,
	/** Also those from which leads of the person were created, by their ids. */
	submissions: ({ tenantId, clientIds, emails }: PersonIn, ofLeads: readonly string[]): SQL =>
		sql`SELECT id FROM ${formSubmissions} WHERE tenant_id = ${tenantId} AND client_id IN ${eachOf(clientIds)}
			UNION SELECT id FROM ${formSubmissions}
			WHERE tenant_id = ${tenantId} AND email_key IN ${eachOf(emails)} AND email_key IS NOT NULL
			UNION SELECT value FROM ${eachOf(ofLeads)}`,
	pictures: ({ tenantId }: PersonIn, owners: readonly string[]): SQL =>
		sql`SELECT id FROM ${pictures} WHERE tenant_id = ${tenantId} AND owner_id IN ${eachOf(owners)}`,
};

/** A condition on a table with ids: the records whose ids are selected. */
export const areOf = (
	{ tenantId }: { tenantId: string },
	table: { tenantId: Parameters<typeof eq>[0]; id: Parameters<typeof eq>[0] },
	ids: SQL,
): SQL => and(eq(table.tenantId as never, tenantId), sql`${table.id} IN (${ids})`) as SQL;

const mostEvents = 20_000;

/** The ids of the events that name the clients. */
export async function eventsOfClients({ db, tenantId }: Ctx, { clientIds }: Person): Promise<string[]> {
	const ofClients = sql.raw(clientOfEvent);
	// The index is named, because otherwise SQLite prefers the primary key, and reads the events of all clients.
	const rows = await db.select({ id: sql<string>`id` }).from(
		sql`(SELECT id FROM ${events} INDEXED BY events_client
				WHERE tenant_id = ${tenantId} AND ${ofClients} IN ${eachOf(clientIds)} AND ${ofClients} IS NOT NULL LIMIT ${mostEvents})`,
	);
	return rows.map(({ id }) => id);
}

const mostEventsOfRecord = 1000;

export async function eventsOfRecord({ db, tenantId }: Ctx, about: string): Promise<string[]> {
	const ids = idsByEntries({ about }, { tenantId, of: undefined, rising: false, take: mostEventsOfRecord });
	const rows = await db.select({ id: sql<string>`id` }).from(sql`(${ids})`);
	return rows.map(({ id }) => id);
}
