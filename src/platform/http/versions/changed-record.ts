import { type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { inTenantOfRecord } from "../../commit/tenant-of-record.ts";
import type { Caller, Ctx } from "../../context.ts";
import type { Database } from "../../db/database.ts";
import { hasDeliveryId } from "../../db/delivery-ids.ts";
import { eachOf } from "../../db/each-of.ts";
import { appointments } from "../../db/tables/data/appointments.ts";
import { artists } from "../../db/tables/data/artists.ts";
import { timeBlocks } from "../../db/tables/data/calendars.ts";
import { clients } from "../../db/tables/data/clients.ts";
import { eventTypes } from "../../db/tables/data/event-types.ts";
import { formSubmissions, forms } from "../../db/tables/data/forms.ts";
import { ideas } from "../../db/tables/data/ideas.ts";
import { jobs } from "../../db/tables/data/jobs.ts";
import { leads } from "../../db/tables/data/leads.ts";
import { pictures } from "../../db/tables/data/pictures.ts";
import { shops } from "../../db/tables/data/shops.ts";
import { deliveries, webhookEndpoints } from "../../db/tables/data/webhooks.ts";
import type { IdKind } from "../../lib/ids.ts";
import { Problem } from "../../problems/problem.ts";
import { versionsInControl } from "./control-versions.ts";

interface RecordTable extends SQLiteTable {
	id: AnySQLiteColumn<{ data: string }>;
	tenantId: AnySQLiteColumn<{ data: string }>;
}

interface VersionsInData {
	table: RecordTable;
	version: AnySQLiteColumn<{ data: number }>;
	/** Selects a record, if its id is not alone in the primary key. */
	where?: (tenantId: string, id: string) => SQL;
}

const byRevision = <T extends RecordTable & { revision: AnySQLiteColumn<{ data: number }> }>(
	table: T,
): VersionsInData => ({ table, version: table.revision });

/** The table and the column with the versions of each kind of record in a tenant's data. */
const versionsInData: Partial<Record<IdKind, VersionsInData>> = {
	appointment: byRevision(appointments),
	artist: byRevision(artists),
	automation_hook: byRevision(webhookEndpoints),
	client: byRevision(clients),
	delivery: { table: deliveries, version: deliveries.updatedAt, where: hasDeliveryId },
	event_type: byRevision(eventTypes),
	form: byRevision(forms),
	form_submission: byRevision(formSubmissions),
	idea: byRevision(ideas),
	export: byRevision(jobs),
	import: byRevision(jobs),
	lead: byRevision(leads),
	picture: byRevision(pictures),
	shop: byRevision(shops),
	time_block: { table: timeBlocks, version: timeBlocks.createdAt },
	webhook_endpoint: byRevision(webhookEndpoints),
};

export const isVersioned = (kind: IdKind | undefined): kind is IdKind =>
	kind !== undefined && versionsInData[kind] !== undefined;

/** The record that a change is about: the last in its path (contract: Versions 7). */
export interface ChangedRecord {
	param: string;
	kind: IdKind;
}

export function changedRecordOf(params: Record<string, IdKind>): ChangedRecord | null {
	const [param, kind] = Object.entries(params).at(-1) ?? [];
	if (param === undefined || kind === undefined) return null;
	if (!versionsInData[kind] && !versionsInControl[kind])
		throw new Error(`Nobody knows where the versions of the kind ${kind} are.`);
	return { kind, param };
}

/** The database of a record, and the query that selects its version. */
export interface VersionSource {
	db: Database;
	select: SQL;
}

/** Undefined if the operator names a record that does not exist. The operation answers that. */
export async function versionSourceOf(
	caller: Caller & { tenantId?: string; db?: Database },
	{ kind, param }: ChangedRecord,
	ids: Record<string, string>,
): Promise<VersionSource | undefined> {
	const id = ids[param] ?? "";
	const inControl = versionsInControl[kind];
	if (inControl) return { db: caller.control, select: inControl({ id, tenantId: ids.tenant_id ?? "" }) };
	const { tenantId, db } = caller;
	if (tenantId !== undefined && db) return versionSourceIn({ tenantId, db }, kind, id);
	try {
		return versionSourceIn(await inTenantOfRecord(caller, versionsOfKind(kind).table, id, kind), kind, id);
	} catch (error) {
		if (error instanceof Problem) return undefined;
		throw error;
	}
}

export const versionSourceIn = (
	{ tenantId, db }: Pick<Ctx, "tenantId" | "db">,
	kind: IdKind,
	id: string,
): VersionSource => ({ db, select: selectVersion(tenantId, versionsOfKind(kind), id) });

function versionsOfKind(kind: IdKind): VersionsInData {
	const versions = versionsInData[kind];
	if (!versions) throw new Error(`Records of the kind ${kind} have no versions in a tenant's data.`);
	return versions;
}

export async function readVersion({ db, select }: VersionSource): Promise<number | undefined> {
	const [found] = await db.select({ version: sql<number>`version` }).from(sql`(${select})`).limit(1);
	return found?.version;
}

/** True while the record has one of these versions. Null stands for any version. */
export function hasVersion({ select }: VersionSource, versions: number[] | null): SQL {
	const versionFilter = versions === null ? sql`` : sql`WHERE version IN ${eachOf(versions)}`;
	return sql`EXISTS (SELECT 1 FROM (${select}) ${versionFilter})`;
}

const selectVersion = (tenantId: string, { table, version, where }: VersionsInData, id: string): SQL =>
	sql`SELECT ${version} AS version FROM ${table} WHERE ${
		where?.(tenantId, id) ?? sql`${table.tenantId} = ${tenantId} AND ${table.id} = ${id}`
	}`;
