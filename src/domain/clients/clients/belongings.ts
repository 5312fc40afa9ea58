import { and, desc, eq, sql } from "drizzle-orm";
import type { Ctx } from "../../../platform/context.ts";
import { clientOfEvent, events } from "../../../platform/db/tables/data/events.ts";
import { formSubmissions, forms } from "../../../platform/db/tables/data/forms.ts";
import { leads } from "../../../platform/db/tables/data/leads.ts";
import { type Lead, toLead } from "../leads/schema.ts";

export async function leadsOf({ db, tenantId }: Ctx, clientId: string, take: number): Promise<Lead[]> {
	const rows = await db
		.select()
		.from(leads)
		.where(and(eq(leads.tenantId, tenantId), eq(leads.clientId, clientId)))
		.limit(take);
	return rows.map(toLead);
}

/** The forms of the client's latest submissions. */
export const formsOf = ({ db, tenantId }: Ctx, clientId: string, submissions: number) =>
	db
		.select({ id: forms.id, name: forms.name, kind: forms.kind, fields: forms.fields })
		.from(forms)
		.where(
			and(
				eq(forms.tenantId, tenantId),
				sql`${forms.id} IN (
					SELECT form_id FROM ${formSubmissions} WHERE tenant_id = ${tenantId} AND client_id = ${clientId}
					ORDER BY id DESC LIMIT ${submissions}
				)`,
			),
		);

export type FormOfClient = Awaited<ReturnType<typeof formsOf>>[number];

/** The events of the client and of the client's records. */
export const eventsOf = ({ db, tenantId }: Ctx, clientId: string, take: number) =>
	db
		.select({
			id: events.id,
			type: events.type,
			createdAt: events.createdAt,
			actorType: events.actorType,
			actorId: events.actorId,
			source: sql<string | null>`"data" ->> '$.sourceClient.email'`,
		})
		.from(events)
		.where(
			and(
				eq(events.tenantId, tenantId),
				// The index is named, because otherwise SQLite prefers the primary key, and reads the events of all clients.
				sql`${events.id} IN (
					SELECT id FROM ${events} INDEXED BY events_client
					WHERE tenant_id = ${tenantId} AND ${sql.raw(clientOfEvent)} = ${clientId} AND ${sql.raw(clientOfEvent)} IS NOT NULL
					ORDER BY id DESC LIMIT ${take}
				)`,
			),
		)
		.orderBy(desc(events.id))
		.limit(take);

export type EventOfClient = Awaited<ReturnType<typeof eventsOf>>[number];
