import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Change } from "../../../platform/commit/change.ts";
import { repeatStep } from "../../../platform/commit/in-bulk/repeat-step.ts";
import { insert, mustChangeRows, update, type Write } from "../../../platform/commit/write.ts";
import type { Writer } from "../../../platform/commit/writer.ts";
import type { LocalCaller } from "../../../platform/context.ts";
import { derivedBytes } from "../../../platform/db/derived-bytes.ts";
import { rowBytesSql } from "../../../platform/db/row-bytes.ts";
import { isStudioHereOrDeleting } from "../../../platform/db/studio-state.ts";
import { idempotencyRecords } from "../../../platform/db/tables/both/idempotency.ts";
import { mails } from "../../../platform/db/tables/both/mails.ts";
import { appointments } from "../../../platform/db/tables/data/appointments.ts";
import { artists } from "../../../platform/db/tables/data/artists.ts";
import { auditEntries } from "../../../platform/db/tables/data/audit-log.ts";
import { bookingLinks, reminders } from "../../../platform/db/tables/data/bookings.ts";
import {
	calendarFeeds,
	externalBusy,
	externalCalendars,
	timeBlocks,
} from "../../../platform/db/tables/data/calendars.ts";
import { clients } from "../../../platform/db/tables/data/clients.ts";
import { eventTypes } from "../../../platform/db/tables/data/event-types.ts";
import { eventSequences, events } from "../../../platform/db/tables/data/events.ts";
import { exportPieces } from "../../../platform/db/tables/data/exports.ts";
import { formSubmissions, forms } from "../../../platform/db/tables/data/forms.ts";
import { holds } from "../../../platform/db/tables/data/holds.ts";
import { ideas } from "../../../platform/db/tables/data/ideas.ts";
import { importRows } from "../../../platform/db/tables/data/imports.ts";
import { jobs } from "../../../platform/db/tables/data/jobs.ts";
import { leads } from "../../../platform/db/tables/data/leads.ts";
import { pictures } from "../../../platform/db/tables/data/pictures.ts";
import { shops } from "../../../platform/db/tables/data/shops.ts";
import { studios } from "../../../platform/db/tables/data/studios.ts";
import { endpointWork } from "../../../platform/db/tables/data/upkeep/endpoint-work.ts";
import { storedBytes, storedBytesCounts } from "../../../platform/db/tables/data/upkeep/stored-bytes.ts";
import { deliveries, endpointHours, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { dayMs, secondMs } from "../../../platform/lib/time.ts";
import { Problem } from "../../../platform/problems/problem.ts";

/** One step of the count, which goes through the rows of a table. */
interface Step {
	name: string;
	table: SQLiteTable;
	/** The write for a chunk of the rows. `chunk` selects their primary keys. */
	write(chunk: SQL, began: number): Write;
}

/** The columns of the primary key. A table may have no rowid. */
function keyOf(table: SQLiteTable): SQL {
	const { primaryKeys, columns } = getTableConfig(table);
	const key = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
	return listOf(key.map(({ name }) => sql.identifier(name)));
}

const listOf = (parts: SQLWrapper[]): SQL => sql.join(parts, sql`, `);

const isIn = (table: SQLiteTable, chunk: SQL): SQL => sql`(${keyOf(table)}) IN (${chunk})`;

/** Adds up the rows of each tenant. Rows that were written since the count began are in `added_meanwhile`. */
function countTable(
	name: string,
	table: SQLiteTable,
	{
		created = sql`${table}.created_at`,
		tenantId = sql`${table}.tenant_id`,
		derived = sql`0`,
	}: { created?: SQL; tenantId?: SQL; derived?: SQL } = {},
): Step {
	return {
		name,
		table,
		write: (chunk, began) => sql`INSERT INTO ${storedBytes} (tenant_id, counting)
			SELECT tenant, sum(size) FROM (
				SELECT ${tenantId} AS tenant, ${rowBytesSql(table)} + ${derived} AS size FROM ${table} WHERE ${isIn(table, chunk)} AND ${created} < ${began}
			) WHERE tenant IN (SELECT t.tenant_id FROM ${studios} t WHERE ${isStudioHereOrDeleting}) GROUP BY tenant
			ON CONFLICT (tenant_id) DO UPDATE SET counting = counting + excluded.counting`,
	};
}

const updateEachTenant = (name: string, set: SQL, condition: (began: number) => SQL = () => sql`TRUE`): Step => ({
	name,
	table: storedBytes,
	write: (chunk, began) =>
		sql`UPDATE ${storedBytes} SET ${set} WHERE ${isIn(storedBytes, chunk)} AND ${condition(began)}`,
});

/**
 * The count has seen only a part of a tenant that came from another database meanwhile, so such a tenant keeps its
 * numbers for a day. A tenant whose rows are still being copied has its numbers from the other database.
 */
const wasHereAtBegin = (began: number): SQL =>
	sql`EXISTS (SELECT 1 FROM ${studios} t WHERE t.tenant_id = ${storedBytes}.tenant_id AND ${isStudioHereOrDeleting} AND t.arrived_at < ${began})`;

const withoutCreatedAt = { created: sql`0` };

const steps: readonly Step[] = [
	updateEachTenant("begin", sql`counting = 0, added_meanwhile = 0`),
	countTable("appointments", appointments),
	countTable("artists", artists),
	countTable("audit_entries", auditEntries),
	countTable("booking_links", bookingLinks),
	countTable("calendar_feeds", calendarFeeds),
	countTable("clients", clients, { derived: sql.raw(derivedBytes.clients ?? "0") }),
	countTable("deliveries", deliveries),
	countTable("endpoint_hours", endpointHours, withoutCreatedAt),
	countTable("endpoint_work", endpointWork, withoutCreatedAt),
	countTable("event_sequences", eventSequences, withoutCreatedAt),
	countTable("event_types", eventTypes),
	countTable("events", events),
	countTable("export_pieces", exportPieces, withoutCreatedAt),
	countTable("external_busy", externalBusy, withoutCreatedAt),
	countTable("external_calendars", externalCalendars),
	countTable("form_submissions", formSubmissions),
	countTable("forms", forms),
	countTable("holds", holds),
	countTable("ideas", ideas),
	countTable("idempotency_records", idempotencyRecords),
	countTable("import_rows", importRows, withoutCreatedAt),
	countTable("jobs", jobs, { derived: sql`object_bytes` }),
	countTable("leads", leads),
	countTable("mails", mails),
	countTable("pictures", pictures, { derived: sql`iif(owner_type = 'form', 0, size_bytes)` }),
	countTable("reminders", reminders),
	countTable("shops", shops),
	countTable("time_blocks", timeBlocks),
	countTable("webhook_endpoints", webhookEndpoints),
	updateEachTenant(
		"end",
		sql`counted = counting, added = added_meanwhile, counting = 0, added_meanwhile = 0`,
		wasHereAtBegin,
	),
];

/** The tables whose rows are counted. */
export const countedTables: readonly string[] = steps.slice(1, -1).map(({ name }) => name);

const rowsAtOnce = 5000;
const longestMs = 5 * secondMs;
const atBegin = { afterRow: 0, afterKey: null };
const atEnd = -1;
const thisCount = "stored_bytes";

interface CountPosition {
	beganAt: number;
	/** Null when the count is over. */
	step: string | null;
	afterRow: number;
	afterKey: (string | number)[] | null;
}

/**
 * Counts once a day the bytes that each tenant stores: reads the rows of all tables in chunks, and saves the position
 * from which the next run continues. The tenants' numbers change at the end.
 */
export async function countStoredBytes(caller: LocalCaller, writer: Writer, rows = rowsAtOnce): Promise<void> {
	try {
		await repeatStep(writer, caller, longestMs, async () => nextStep(await readPosition(caller), caller.now, rows));
	} catch (error) {
		// Another run is at work at the same time, and it continues.
		if (!(error instanceof Problem && error.code === "conflict")) throw error;
	}
}

/** The count goes on, or a day has passed since the last one began. */
export const isCountDue = (now: number): SQL =>
	sql`NOT EXISTS (SELECT 1 FROM ${storedBytesCounts} WHERE name = ${thisCount} AND step IS NULL AND began_at > ${now - dayMs})`;

async function readPosition({ db }: LocalCaller): Promise<CountPosition | undefined> {
	const [position] = await db.select().from(storedBytesCounts).where(eq(storedBytesCounts.name, thisCount));
	return position;
}

function nextStep(position: CountPosition | undefined, now: number, rows: number): Change<boolean> | null {
	if (!position || position.step === null) {
		const isDue = !position || now >= position.beganAt + dayMs;
		return isDue
			? { result: true, writes: [savePosition(position, { beganAt: now, step: "begin", ...atBegin })] }
			: null;
	}
	const index = steps.findIndex(({ name }) => name === position.step);
	const step = steps[index];
	if (!step || position.afterRow === atEnd) {
		const following = { ...position, step: steps[index + 1]?.name ?? null, ...atBegin };
		return { result: true, writes: [savePosition(position, following)] };
	}
	const key = keyOf(step.table);
	const { afterKey } = position;
	const later = afterKey ? sql`WHERE (${key}) > (${listOf(afterKey.map((value) => sql`${value}`))})` : sql``;
	const chunk = sql`SELECT ${key} FROM ${step.table} ${later} ORDER BY ${key} LIMIT ${rows}`;
	const last = sql`SELECT json_array(${key}) FROM (${chunk}) LIMIT 1 OFFSET (SELECT count(*) - 1 FROM (${chunk}))`;
	const advanced = mustChangeRows(
		sql`UPDATE ${storedBytesCounts} SET after_key = (${last}), after_row = iif(EXISTS (${chunk}), 0, ${atEnd}) WHERE ${isAt(position)}`,
	);
	return { result: true, writes: [step.write(chunk, position.beganAt), advanced] };
}

const isAt = ({ beganAt, step, afterRow, afterKey }: CountPosition): SQL =>
	sql`name = ${thisCount} AND began_at = ${beganAt} AND step IS ${step} AND after_row = ${afterRow} AND after_key IS ${afterKey && JSON.stringify(afterKey)}`;

const savePosition = (from: CountPosition | undefined, to: CountPosition): Write =>
	mustChangeRows(
		from
			? update(storedBytesCounts).set(to).where(isAt(from))
			: insert(storedBytesCounts)
					.values({ name: thisCount, ...to })
					.onConflictDoNothing(),
	);
