import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { changesInOrder } from "./changes-in-order.ts";
import type { PageRequest } from "./page-order.ts";
import { inTimeRange, isBounded, type TimeRange } from "./time-range.ts";

interface ListedTable extends SQLiteTable {
	tenantId: AnySQLiteColumn;
	id: AnySQLiteColumn;
	updatedAt: AnySQLiteColumn;
}

/** A filter by the owner of a record, such as its client or artist. `index` has each owner's records by id. */
interface Owner {
	column: AnySQLiteColumn;
	index: string;
	/** An index that has each owner's records by the facets, then by id. */
	facetsIndex?: string;
	value: string | undefined;
}

/** A filter by one of few values. The statement contains them as text, so they must come from the schema. */
interface Facet {
	column: AnySQLiteColumn;
	values: readonly string[] | readonly boolean[];
	value: string | boolean | undefined;
}

interface Filters {
	/** The times of change that are wanted. */
	updated: TimeRange;
	updatedIndex: string;
	/** First the owner that usually has fewer records. */
	owners: Owner[];
	/** The facets in the order of `facetsIndex`, which has the id after them. */
	facets: Facet[];
	facetsIndex: string;
	/** A condition for which there is no index. */
	others?: SQL | undefined;
}

/** This many of the newest records are a sample, from which the share of matching records is estimated. */
const sampleSize = 100;
/** The list walks from the newest record on if this many records will probably fill the page. */
const longestWalk = 330;
/** Up to this many records are collected and sorted. */
const maxSorted = 400;

/**
 * The condition of a list whose filters need more than one index. Each way below finds the same page. The ways differ in
 * how many records they read:
 *
 * - Facets alone, or facets of one owner that has a `facetsIndex`: each combination of their values is an ordered range
 *   of one index. The ranges are merged.
 * - Otherwise a sample of the newest records, of the owner if there is one or of the tenant, shows the share of matches.
 *   If the page will soon be full, or there are few records, the list walks from the newest record on. If not, and few
 *   records have changed or few have the facets, these are collected and sorted. Otherwise the list walks, however long
 *   it takes, or merges the ranges of the facets.
 */
export function filteredListCondition(
	table: ListedTable,
	{ tenantId }: { tenantId: string },
	page: PageRequest,
	filters: Filters,
): SQL | undefined {
	const { after, take } = page;
	const mine = and(eq(table.tenantId, tenantId), after === undefined ? undefined : lt(table.id, after));
	const owners = filters.owners.filter(({ value }) => value !== undefined);
	const facets = filters.facets.some(({ value }) => value !== undefined);
	const changed = isBounded(filters.updated);
	if (page.byChange) {
		const wanted = filters.facets.filter(({ value }) => value !== undefined).map(oneFacet);
		const equal = owners.map(({ column, value }) => eq(column, value));
		return changesInOrder(table, tenantId, page, {
			updated: filters.updated,
			filters: and(...equal, ...wanted, filters.others),
		});
	}
	const [owner] = owners;
	if (!facets && !changed && owners.length < 2)
		return and(mine, owner ? eq(owner.column, owner.value) : undefined, filters.others);

	if (!changed && owners.length === 1 && owner?.facetsIndex && !filters.others) {
		const fits = sql`${owner.column} = ${owner.value}`;
		const ranges = mergedRanges(table, tenantId, after, filters.facets, fits, sql`${take}`, owner.facetsIndex);
		return sql`${table.tenantId} = ${tenantId} AND ${table.id} IN (WITH RECURSIVE ${ranges} SELECT id FROM merged)`;
	}
	const merge = (fits: SQL, limit: SQL) => mergedRanges(table, tenantId, after, filters.facets, fits, limit);
	if (!changed && owners.length === 0 && !filters.others)
		return sql`${table.tenantId} = ${tenantId} AND ${table.id} IN (WITH RECURSIVE ${merge(sql`1`, sql`${take}`)} SELECT id FROM merged)`;

	// With a unary plus, SQLite does not choose an index by this condition.
	const isChanged = changed ? [inTimeRange(sql`+${table.updatedAt}`, filters.updated) ?? sql`1`] : [];
	const isFacets = facets
		? [join(filters.facets.filter(({ value }) => value !== undefined).map((facet) => sql`+${oneFacet(facet)}`))]
		: [];
	const others = filters.others ? [filters.others] : [];
	const rest = join([
		...owners.map(({ column, value }) => sql`+${column} = ${value}`),
		...isFacets,
		...isChanged,
		...others,
	]);
	const from = (index: string) => sql`${table} INDEXED BY ${sql.identifier(index)}`;
	const byOwner = ({ column, index, value }: Owner) => sql`${from(index)} WHERE ${mine} AND ${column} = ${value}`;
	const byFacets = sql`${from(filters.facetsIndex)} WHERE ${mine} AND ${join(filters.facets.map(someFacet))}`;
	const byChange = sql`${from(filters.updatedIndex)} WHERE ${table.tenantId} = ${tenantId} AND ${inTimeRange(table.updatedAt, filters.updated)}`;
	const base = owner ? byOwner(owner) : sql`${table} WHERE ${mine}`;

	const newest = (walk: SQL) => sql`SELECT ${table.id} AS id FROM ${walk} AND ${rest} ORDER BY ${table.id} DESC`;
	const olderChange = after === undefined ? byChange : sql`${byChange} AND +${table.id} < ${after}`;
	const otherwise = owner || !facets ? "base" : "merge";
	const collected = [
		...(changed ? [{ name: "changed", of: byChange, page: newest(olderChange) }] : []),
		...(facets ? [{ name: "facets", of: byFacets, page: newest(byFacets) }] : []),
	];
	const ways = [
		{ name: "base", page: newest(base) },
		...collected,
		...(otherwise === "merge" ? [{ name: "merge", page: sql`SELECT id FROM merged` }] : []),
	];
	const isFew = (of: SQL) => sql`(SELECT count(*) FROM (SELECT 1 FROM ${of} LIMIT ${maxSorted + 1})) <= ${maxSorted}`;
	const choices = collected.map(({ name, of }) => sql` WHEN ${isFew(of)} THEN ${text(name)}`);
	const limit = (name: string) => sql`CASE WHEN (SELECT name FROM way) = ${text(name)} THEN ${take} ELSE 0 END`;
	const pages = ways.map(({ name, page }) => sql`SELECT id FROM (${page} LIMIT ${limit(name)})`);
	return sql`${table.tenantId} = ${tenantId} AND ${table.id} IN (
		WITH RECURSIVE sample AS MATERIALIZED (
			SELECT count(*) AS met, total(fits) AS fitting FROM (
				SELECT ${rest} AS fits FROM ${base} ORDER BY ${table.id} DESC LIMIT ${sampleSize}
			)
		), way(name) AS MATERIALIZED (
			SELECT CASE WHEN met < ${sampleSize} OR fitting * ${longestWalk} >= ${take * sampleSize} THEN 'base'
				${sql.join(choices)} ELSE ${text(otherwise)} END FROM sample
		)${otherwise === "merge" ? sql`, ${merge(rest, limit("merge"))}` : sql``}
		${sql.join(pages, sql` UNION ALL `)}
	)`;
}

/**
 * A recursive query `merged` with the ids of all combinations of the facets' values, newest first. Its queue contains the
 * next id of each range of the index. Each step takes the newest id and replaces it by the next id of its range.
 */
function mergedRanges(
	table: ListedTable,
	tenantId: string,
	after: string | undefined,
	facets: Facet[],
	fits: SQL,
	limit: SQL,
	index?: string,
): SQL {
	const indexed = index === undefined ? sql`` : sql` INDEXED BY ${sql.identifier(index)}`;
	const names = facets.map((_, index) => sql.identifier(`f${index}`));
	const values = facets.map(
		({ value, values }, index) =>
			sql`${sql.identifier(`v${index}`)}(${names[index]}) AS (VALUES ${list((value === undefined ? values : [value]).map((one) => sql`(${literal(one)})`))})`,
	);
	const next = (of: SQL, below: SQL) => sql`(
		SELECT ${table.id} FROM ${table}${indexed} WHERE ${table.tenantId} = ${tenantId} AND ${join(facets.map(({ column }, index) => sql`${column} = ${of}.${names[index]}`))}${below} AND ${fits}
		ORDER BY ${table.id} DESC LIMIT 1
	)`;
	const first = next(sql`grid`, after === undefined ? sql`` : sql` AND ${table.id} < ${after}`);
	const following = next(sql`merged`, sql` AND ${table.id} < merged.id`);
	const columns = (of: SQL) => list(names.map((name) => sql`${of}.${name}`));
	return sql`${list(values)}, grid AS (SELECT * FROM ${list(facets.map((_, index) => sql.identifier(`v${index}`)))}),
		merged(id, ${list(names)}) AS (
			SELECT ${first}, ${columns(sql`grid`)} FROM grid
			UNION ALL SELECT ${following}, ${columns(sql`merged`)} FROM merged WHERE merged.id IS NOT NULL
			ORDER BY 1 DESC LIMIT ${limit}
		)`;
}

const list = (parts: (SQL | ReturnType<typeof sql.identifier>)[]): SQL => sql.join(parts, sql`, `);
const join = (conditions: SQL[]): SQL => (conditions.length === 0 ? sql`1` : sql.join(conditions, sql` AND `));
const oneFacet = ({ column, value }: Facet): SQL => sql`${column} = ${literal(value ?? false)}`;
const someFacet = ({ column, values, value }: Facet): SQL =>
	sql`${column} IN (${list((value === undefined ? values : [value]).map(literal))})`;

function literal(value: string | boolean): SQL {
	if (typeof value === "boolean") return sql.raw(value ? "1" : "0");
	if (!/^[A-Z_]+$/.test(value)) throw new Error(`The value ${value} is not a word of the schema.`);
	return text(value);
}

const text = (word: string): SQL => sql.raw(`'${word}'`);
