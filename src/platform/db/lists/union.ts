import { is, SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";

/** D1 accepts at most this many queries in a UNION. */
const maxInUnion = 5;

/**
 * The rows of several queries of a table, under its name. If each query is a range of one index and the statement orders
 * by the next column of this index, SQLite merges the ranges while it reads them: a page reads one more row of each range
 * than it shows. The nested UNIONs only respect the limit of D1. SQLite flattens them.
 */
export const unionOf = (queries: readonly SQL[], table: SQLiteTable): SQL => sql`(${unionAll(queries)}) AS ${table}`;

function unionAll(queries: readonly SQL[]): SQL {
	const size = Math.ceil(queries.length / maxInUnion);
	const groups = Array.from({ length: Math.ceil(queries.length / size) }, (_, n) =>
		queries.slice(n * size, (n + 1) * size),
	);
	const each = groups.map((group) => (group.length > 1 ? sql`SELECT * FROM (${unionAll(group)})` : sql`${group[0]}`));
	return sql.join(each, sql` UNION ALL `);
}

/** Columns of a query under the name of their table. Drizzle would refuse the columns of the table itself. */
export const columnsUnderName = <C extends Record<string, AnySQLiteColumn | SQL>>(columns: C): C =>
	Object.fromEntries(
		Object.entries(columns).map(([name, column]) => [name, is(column, SQL) ? column : sql`${column}`.mapWith(column)]),
	) as C;
