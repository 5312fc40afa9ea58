import { type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";

interface ListedTable extends SQLiteTable {
	tenantId: AnySQLiteColumn;
	id: AnySQLiteColumn;
}

/** A property with few possible values. The statement contains them as text, so they must come from the schema. */
interface Facet {
	column: AnySQLiteColumn | SQL;
	values: readonly string[] | readonly boolean[];
	/** Those that are wanted; undefined if all are. */
	wanted: readonly (string | boolean)[] | undefined;
}

interface RangesOf {
	table: ListedTable;
	tenantId: string;
	/** The id of the last record of the page before. */
	after: string | undefined;
	/** The oldest come first. The newest do otherwise. */
	rising?: boolean | undefined;
	/**
	 * An index by tenant, the columns of `fits`, the facets and the id. Without it SQLite chooses. It seeks a combination
	 * only by plain columns.
	 */
	index?: string;
	facets: readonly Facet[];
	/** A condition on all columns between the tenant and the facets, such as the artist. */
	fits?: SQL | undefined;
	/** Selects the combinations of the facets' values, as JSON, instead of those that exist in the index. */
	combos?: SQL;
}

/**
 * The queries `combos`, the combinations of values that exist, and `merged`, the ids of the records with the wanted
 * facets, in their order. `combos` seeks from each combination to the next one, so it reads one record of each. The queue of
 * `merged` contains the next id of each combination's range of the index. Each step takes the first id and replaces it
 * by the next id of its range. Without a limit it goes on as long as somebody takes
 * ids, which SQLite does only where it does not make a table of them first.
 */
export function mergedRanges(
	{ table, tenantId, after, rising = false, index, facets, fits, combos: given }: RangesOf,
	{ limit, others }: { limit?: SQL | undefined; others?: SQL | undefined },
): SQL {
	const from = sql`FROM ${table}${indexed(index)} WHERE ${table.tenantId} = ${tenantId}${and(fits)}`;
	const columns = list(facets.map(({ column }) => sql`${column}`));
	const names = facets.map((_, n) => sql.identifier(`f${n}`));
	const begin = sql`SELECT json_array(${columns}) ${from}`;
	const order = sql`ORDER BY ${columns} LIMIT 1`;
	const valuesOf = (combo: SQL) => list(facets.map((_, n) => sql`${combo} ->> ${sql.raw(String(n))}`));
	const direction = sql.raw(rising ? "ASC" : "DESC");
	const wanted = facets.flatMap(({ wanted }, n) => (wanted ? [sql`${names[n]} IN (${literals(wanted)})`] : []));
	const next = (of: SQL, below: SQL | undefined) => sql`(
		SELECT ${table.id} ${from}${and(...facets.map(({ column }, n) => sql`${column} = ${of}.${names[n]}`), below, others)}
		ORDER BY ${table.id} ${direction} LIMIT 1
	)`;
	const beyond = (id: SQL) => sql`${table.id} ${sql.raw(rising ? ">" : "<")} ${id}`;
	const named = (of: SQL) => list(names.map((name) => sql`${of}.${name}`));
	const combos =
		given ??
		sql`SELECT (${begin} ${order})
			UNION ALL
			SELECT (${begin} AND (${columns}, ${table.id}) > (${valuesOf(sql`combos.combo`)}, '~') ${order}) FROM combos WHERE combos.combo IS NOT NULL`;
	return sql`combos(combo) AS (${combos}), grid AS (
			SELECT * FROM (SELECT ${list(names.map((name, n) => sql`combo ->> ${sql.raw(String(n))} AS ${name}`))} FROM combos WHERE combo IS NOT NULL)
			WHERE 1${and(...wanted)}
		), merged(id, ${list(names)}) AS ${limit === undefined ? sql`NOT MATERIALIZED ` : sql``}(
			SELECT ${next(sql`grid`, after === undefined ? undefined : beyond(sql`${after}`))}, ${named(sql`grid`)} FROM grid
			UNION ALL
			SELECT ${next(sql`merged`, beyond(sql`merged.id`))}, ${named(sql`merged`)} FROM merged WHERE merged.id IS NOT NULL
			ORDER BY 1 ${direction}${limit === undefined ? sql`` : sql` LIMIT ${limit}`}
		)`;
}

const indexed = (index: string | undefined): SQL =>
	index === undefined ? sql`` : sql` INDEXED BY ${sql.identifier(index)}`;

const list = (parts: (SQL | ReturnType<typeof sql.identifier>)[]): SQL => sql.join(parts, sql`, `);

const and = (...conditions: (SQL | undefined)[]): SQL =>
	sql.join(
		conditions.filter((condition) => condition !== undefined).map((condition) => sql` AND ${condition}`),
		sql``,
	);

const literals = (values: readonly (string | boolean)[]): SQL => sql.join(values.map(literal), sql`, `);

function literal(value: string | boolean): SQL {
	if (typeof value === "boolean") return sql.raw(value ? "1" : "0");
	if (!/^[A-Z_]+$/.test(value)) throw new Error(`The value ${value} is not a word of the schema.`);
	return sql.raw(`'${value}'`);
}
