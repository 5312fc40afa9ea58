import { and, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "../database.ts";
import { eachOf } from "../each-of.ts";
import { maxPageBytes, trimToBytes } from "./byte-page.ts";
import { columnsUnderName } from "./union.ts";
import { type WalkedList, walkEnd } from "./walked-list.ts";

interface ListedTable extends SQLiteTable {
	id: AnySQLiteColumn;
	tenantId?: AnySQLiteColumn;
}

type Row<T extends ListedTable> = T["$inferSelect"] & { id: string; walkEnd?: string | null };
type ColumnName<T extends ListedTable> = keyof T["_"]["columns"] & keyof T["$inferSelect"] & string;

interface PageOf<T extends ListedTable> {
	/** The columns that can be large. The others of a record must stay below `otherBytes`. */
	large: readonly ColumnName<T>[];
	take: number;
}

interface PlainPage<T extends ListedTable> extends PageOf<T>, WalkedList {
	/** The rows from which the page is selected, under the name of the table. The default is the whole table. */
	among?: SQL;
}

interface JoinedPage<T extends ListedTable, R extends Row<T>> extends PageOf<T> {
	/** Selects these columns of the table, and others beside them, such as `walkEnd`. */
	read(db: Database, columns: T["_"]["columns"]): PromiseLike<R[]>;
}

interface Reader {
	db: Database;
	/** Undefined for a list of all tenants. */
	tenantId?: string | undefined;
}

interface Found<R> {
	rows: R[];
	more: boolean;
	/** The position after which the next page begins, unless that is the last record's. */
	nextAfter?: string;
}

/** The other columns of a record have at most this many bytes together. */
const otherBytes = 8 * 1024;

/** A page of one table that ends before it has too many bytes (contract: Lists 11). */
export const pageWithLargeColumns = <T extends ListedTable>(
	reader: Reader,
	table: T,
	{ among, walk, where, order, large, take }: PlainPage<T>,
): Promise<Found<Row<T>>> =>
	joinedPageWithLargeColumns<T, Row<T>>(reader, table, {
		large,
		take,
		read: async (db, columns) =>
			(await db
				.select(
					(walk ? { ...columnsUnderName(columns), walkEnd } : among ? columnsUnderName(columns) : columns) as Record<
						string,
						AnySQLiteColumn
					>,
				)
				.from(walk ?? among ?? (table as SQLiteTable))
				.where(where)
				.orderBy(...order)
				.limit(take)) as Row<T>[],
	});

/**
 * The same for a page that joins other tables. The first statement reads a large value only if it takes no more than an
 * equal part of the page, so that all of them have room, and otherwise its size. Few records have larger values. A
 * second statement reads those that are on the page.
 */
export async function joinedPageWithLargeColumns<T extends ListedTable, R extends Row<T>>(
	reader: Reader,
	table: T,
	page: JoinedPage<T, R>,
): Promise<Found<R>> {
	const read = await page.read(reader.db, columnsOfPage(table, page));
	const found = read.filter((row) => typeof row.walkEnd !== "string");
	const end = read.at(found.length)?.walkEnd;
	const next = typeof end === "string" && found.length < page.take ? { nextAfter: end } : {};
	if (!found.some((row) => isUnread(row, page))) return { rows: found, more: next.nextAfter !== undefined, ...next };

	const { rows, more: isTrimmed } = trimToBytes(found.map((row) => ({ row, size: sizeOf(row, page) })));
	const rest = isTrimmed ? { more: true } : { more: next.nextAfter !== undefined, ...next };
	const missing = rows.filter((row) => isUnread(row, page)).map(({ id }) => id);
	if (missing.length === 0) return { rows, ...rest };
	const loaded = await readLargeColumns(reader, table, { large: page.large, ids: missing });
	const isAsFound = (row: R & { revision?: unknown }): boolean =>
		row.revision === undefined || row.revision === loaded.get(row.id)?.revision;
	// A record was deleted or changed between the two statements, so the page must be read again.
	if (loaded.size < missing.length || rows.some((row) => loaded.has(row.id) && !isAsFound(row)))
		return await joinedPageWithLargeColumns(reader, table, page);
	return { rows: rows.map((row) => ({ ...row, ...loaded.get(row.id)?.large })), ...rest };
}

const columnsOfPages = new WeakMap<SQLiteTable, Map<string, Record<string, unknown>>>();

/** There are few different pages of a table, so their columns are cached. */
function columnsOfPage<T extends ListedTable>(table: T, { large, take }: PageOf<T>): T["_"]["columns"] {
	const ofTable = columnsOfPages.get(table) ?? new Map<string, Record<string, unknown>>();
	columnsOfPages.set(table, ofTable);
	const key = `${take} ${large.join(" ")}`;
	let columns = ofTable.get(key);
	if (!columns) {
		const all = getTableColumns(table) as Record<string, AnySQLiteColumn>;
		const room = Math.floor((maxPageBytes / take - otherBytes) / large.length);
		columns = {
			...all,
			...Object.fromEntries(large.map((name) => [name, orSize(all[name] as AnySQLiteColumn, room)])),
		};
		ofTable.set(key, columns);
	}
	return columns as T["_"]["columns"];
}

const orSize = (column: AnySQLiteColumn, room: number): SQL =>
	sql`CASE WHEN octet_length(${column}) <= ${sql.raw(String(room))} THEN ${column} ELSE octet_length(${column}) END`.mapWith(
		(value) => (typeof value === "number" ? value : column.mapFromDriverValue(value)),
	);

const isUnread = (row: object, { large }: { large: readonly string[] }): boolean =>
	large.some((name) => typeof row[name as keyof typeof row] === "number");

const encoder = new TextEncoder();

function sizeOf(row: object, { large }: { large: readonly string[] }): number {
	const values = large.map((name) => row[name as keyof typeof row] as unknown);
	const unread = values.reduce<number>((sum, value) => sum + (typeof value === "number" ? value : 0), 0);
	return unread + encoder.encode(JSON.stringify(row)).length;
}

async function readLargeColumns<T extends ListedTable>(
	{ db, tenantId }: Reader,
	table: T,
	{ large, ids }: { large: readonly string[]; ids: string[] },
): Promise<Map<string, { revision: unknown; large: object }>> {
	const columns = getTableColumns(table) as Record<string, AnySQLiteColumn>;
	const rows = await db
		.select({
			id: columns.id as AnySQLiteColumn,
			revision: columns.revision ?? sql`NULL`,
			large: Object.fromEntries(large.map((name) => [name, columns[name] as AnySQLiteColumn])),
		})
		.from(table as SQLiteTable)
		.where(
			and(
				tenantId !== undefined && table.tenantId ? eq(table.tenantId, tenantId) : undefined,
				inArray(table.id, eachOf(ids)),
			),
		);
	return new Map(rows.map(({ id, ...row }) => [id as string, row]));
}
