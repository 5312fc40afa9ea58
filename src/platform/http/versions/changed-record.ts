import { type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { versionInFanOut } from "../../commit/transaction/fan-out-statements.ts";
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
	/** Selects the version of a record that has no row in this table. */
	elsewhere?: (tenantId: string, id: string) => SQL;
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
	delivery: { table: deliveries, version: deliveries.updatedAt, elsewhere: versionInFanOut },
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
export async function readVersion({ db, tenantId }: Ctx, of: Versioned, id: string) {
	const [found] = await db
		.select({ version: sql<number>`version` })
		.from(sql`(${selectVersion(tenantId, of, id)})`)
		.limit(1);
	return found?.version;
}

/** True while the record has one of these versions. Null stands for any version. */
export function hasVersion({ tenantId }: Ctx, of: Versioned, id: string, versions: number[] | null): SQL {
	const versionFilter =
		versions === null ? sql`` : sql`WHERE version IN (SELECT value FROM json_each(${JSON.stringify(versions)}))`;
	return sql`EXISTS (SELECT 1 FROM (${selectVersion(tenantId, of, id)}) ${versionFilter})`;
}

const selectVersion = (tenantId: string, { table, version, elsewhere }: Versioned, id: string): SQL =>
	sql`SELECT ${version} AS version FROM ${table} WHERE ${table.tenantId} = ${tenantId} AND ${table.id} = ${id}
		${elsewhere ? sql`UNION ALL ${elsewhere(tenantId, id)}` : sql``}`;
