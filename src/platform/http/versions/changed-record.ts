import { and, eq, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Ctx } from "../../context.ts";
import { appointments } from "../../db/tables/data/appointments.ts";
import { artists } from "../../db/tables/data/artists.ts";
import { timeBlocks } from "../../db/tables/data/calendars.ts";
import { clients } from "../../db/tables/data/clients.ts";
import { eventTypes } from "../../db/tables/data/event-types.ts";
import { formSubmissions, forms } from "../../db/tables/data/forms.ts";
import { ideas } from "../../db/tables/data/ideas.ts";
import { leads } from "../../db/tables/data/leads.ts";
import { shops } from "../../db/tables/data/shops.ts";
import { deliveries, webhookEndpoints } from "../../db/tables/data/webhooks.ts";
import type { IdKind } from "../../lib/ids.ts";

interface RecordTable extends SQLiteTable {
	id: AnySQLiteColumn<{ data: string }>;
	tenantId: AnySQLiteColumn<{ data: string }>;
}

interface Versioned {
	table: RecordTable;
	/** Rises whenever the record changes. */
	version: AnySQLiteColumn<{ data: number }>;
}

const byRevision = <T extends RecordTable & { revision: AnySQLiteColumn<{ data: number }> }>(table: T): Versioned => ({
	table,
	version: table.revision,
});

/** The table and the column with the versions of each kind of record. */
const versionColumns: Partial<Record<IdKind, Versioned>> = {
	appointment: byRevision(appointments),
	artist: byRevision(artists),
	automation_hook: byRevision(webhookEndpoints),
	client: byRevision(clients),
	delivery: { table: deliveries, version: deliveries.updatedAt },
	event_type: byRevision(eventTypes),
	form: byRevision(forms),
	form_submission: byRevision(formSubmissions),
	idea: byRevision(ideas),
	lead: byRevision(leads),
	shop: byRevision(shops),
	time_block: { table: timeBlocks, version: timeBlocks.createdAt },
	webhook_endpoint: byRevision(webhookEndpoints),
};

/** The record that a change is about: the last in its path (contract: Versions 7). */
export interface ChangedRecord extends Versioned {
	/** The path parameter with its id. */
	param: string;
}

export function changedRecordOf(params: Record<string, IdKind>): ChangedRecord | null {
	const [param, kind] = Object.entries(params).at(-1) ?? [];
	if (param === undefined || kind === undefined) return null;
	const found = versionColumns[kind];
	if (!found) throw new Error(`Nobody knows where the versions of the kind ${kind} are.`);
	return { ...found, param };
}

/** The present version of the record; undefined when there is none. */
export async function readVersion({ db, tenantId }: Ctx, { table, version }: Versioned, id: string) {
	const [found] = await db
		.select({ version: sql<number>`${version}` })
		.from(table)
		.where(and(eq(table.tenantId, tenantId), eq(table.id, id)));
	return found?.version;
}

/** True while the record has one of these versions. Null stands for any version. */
export function hasVersion(
	{ tenantId }: Ctx,
	{ table, version }: Versioned,
	id: string,
	versions: number[] | null,
): SQL {
	const versionFilter =
		versions === null ? sql`` : sql`AND ${version} IN (SELECT value FROM json_each(${JSON.stringify(versions)}))`;
	return sql`EXISTS (SELECT 1 FROM ${table} WHERE ${table.tenantId} = ${tenantId} AND ${table.id} = ${id} ${versionFilter})`;
}
