import { is, SQL } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { and, eq, lt, sql } from "../statements/expression.ts";
import { changesInOrder, collectedOrWalked } from "./changes-in-order.ts";
import { type Facet, isOneOf, isWanted, mergedRanges, type RangesOf, unionOfRanges } from "./merged-ranges.ts";
import { afterStart, orderOf, type PageRequest } from "./page-order.ts";
import { inTimeRange, isBounded, type TimeRange } from "./time-range.ts";
import {
	collectedByValue,
	hasValue,
	isValue,
	recordsWithValue,
	type ValueOfRecord,
	walkOfValue,
	withValue,
} from "./value-of-record.ts";

interface ListedTable extends SQLiteTable {
	tenantId: AnySQLiteColumn;
	id: AnySQLiteColumn;
	updatedAt: AnySQLiteColumn;
	startAt?: AnySQLiteColumn;
}

/** A filter by one of many values, such as the client. `index` has the records of each value by id. */
interface Owner {
	column: AnySQLiteColumn | SQL;
	index: string;
	/** An index that has the records of each value by the facets, then by id. */
	facetsIndex?: string;
	value: string | undefined;
}

/** A filter by a range of a time that has an index. */
interface Window {
	column: AnySQLiteColumn;
	index: string;
	/** A condition on the columns between the tenant and the time in the index. */
	of?: SQL | undefined;
	range: TimeRange;
}

interface Filters {
	/** The times of change that are wanted. */
	updated: TimeRange;
	updatedIndex: string;
	/** First the owner that usually has fewer records. */
	owners: (Owner | ValueOfRecord)[];
	/** The facets in the order of `facetsIndex`, which has the id after them. */
	facets: Facet[];
	facetsIndex: string;
	/** A filter by a group of few owners, such as the artists of a shop. */
	group?: { column: AnySQLiteColumn; index: string; members: SQL } | undefined;
	/** The times of the start, and an index of them by tenant, `of`, start and id. */
	start?: Omit<Window, "column">;
	/** A condition that holds for all records of the list. Its indexes may contain only these records. */
	all?: SQL | undefined;
	/** A condition for which there is no index. */
	others?: SQL | undefined;
}

/** The rows from which a page is selected, under the name of the table, and their condition. */
export interface FilteredList {
	among?: SQL | undefined;
	where: SQL | undefined;
}

/** This many of the newest records are a sample, from which the share of matching records is estimated. */
const sampleSize = 100;
/** The list walks from the newest record on if this many records will probably fill the page. */
const longestWalk = 330;
/** Up to this many records are collected and sorted. */
const maxSorted = 400;

/**
 * A list whose filters need more than one index. Each way below finds the same page. The ways differ in how many records
 * they read:
 *
 * - One owner alone is a range of its index. A value of which a record has several, such as a tag, is an owner, too, whose
 *   ranges are in a table of its own. Facets alone, or facets of one owner that has a `facetsIndex`, are some ranges of
 *   one index, one for each combination of their values. The ranges are merged.
 * - If a page or less of the records changed or start in the wanted times, or have the facets, these are sorted.
 * - Otherwise a sample of the newest records, of the owner if there is one or of the tenant, shows the share of matches.
 *   If the page will soon be full, or there are few records, the list walks from the newest record on. If not, and few
 *   records are in the wanted times or have the facets, these are collected and sorted. Otherwise the list walks, however
 *   long it takes, or merges the ranges of the facets, or sorts all records of the wanted times.
 */
export function filteredList(
	table: ListedTable,
	{ tenantId }: { tenantId: string },
	page: PageRequest,
	filters: Filters,
): FilteredList {
	const { after, take } = page;
	const owners = filters.owners.filter(({ value }) => value !== undefined);
	const windows = windowsOf(table, filters);
	const hasFacets = filters.facets.some(({ wanted }) => wanted !== undefined);
	if (page.byChange || page.byStart) return { where: inOrderOfTime(table, tenantId, page, filters) };

	const { all } = filters;
	const mine = and(eq(table.tenantId, tenantId), all, after === undefined ? undefined : lt(table.id, after));
	const [owner] = owners;
	const { group } = filters;
	if (group && !hasFacets && windows.length === 0 && !owner) {
		const facets = [{ column: group.column, values: [], wanted: undefined }];
		const combos = sql`SELECT json_array(id) FROM (${group.members})`;
		return mergedList({ table, tenantId, after, index: group.index, facets, fits: all, combos }, take);
	}
	const others = and(filters.others, group && sql`${group.column} IN (${group.members})`);
	if (!hasFacets && windows.length === 0 && owners.length < 2) {
		if (!owner) return { where: and(mine, others) };
		if (isValue(owner)) return { among: recordsWithValue(table, tenantId, owner, page), where: and(all, others) };
		const ofOwner = { table, tenantId, after, index: owner.index, facets: [], fits: and(all, isOf(owner)) };
		return { among: unionOfRanges(ofOwner), where: others };
	}

	const ofFacets: RangesOf = { table, tenantId, after, index: filters.facetsIndex, facets: filters.facets, fits: all };
	const ofFacetsOfOwner = owner && owners.length === 1 ? facetsOf(owner, ofFacets) : undefined;
	if (windows.length === 0 && !others && (!owner || ofFacetsOfOwner)) {
		const of = ofFacetsOfOwner ?? ofFacets;
		const among = unionOfRanges(of);
		if (among) return { among, where: undefined };
		return mergedList(of, take);
	}

	// With a unary plus, SQLite does not choose an index by this condition.
	const properties = [
		...filters.facets.flatMap((facet) => isWanted({ ...facet, column: sql`+${facet.column}` }) ?? []),
		...windows.flatMap(({ column, range }) => inTimeRange(sql`+${column}`, range) ?? []),
		...(others ? [others] : []),
	];
	const ofOwners = owners.map((one) =>
		isValue(one) ? hasValue(table, tenantId, one) : sql`+${one.column} = ${one.value}`,
	);
	const rest = join([...ofOwners, ...properties]);
	const from = (index: string) => sql`${table} INDEXED BY ${sql.identifier(index)}`;
	const base = !owner
		? { from: sql`${table} WHERE ${mine}`, id: sql`${table.id}` }
		: isValue(owner)
			? walkOfValue(table, tenantId, owner, after)
			: { from: sql`${from(owner.index)} WHERE ${mine} AND ${isOf(owner)}`, id: sql`${table.id}` };
	const restOfBase = join([...ofOwners.slice(1), ...properties]);
	const byFacets = sql`${from(filters.facetsIndex)} WHERE ${mine} AND ${join(filters.facets.map(isOneOf))}`;
	const byWindow = ({ index, of, column, range }: Window) =>
		sql`${from(index)} WHERE ${and(eq(table.tenantId, tenantId), all, of, inTimeRange(column, range))}`;

	const newest = (walk: SQL) => sql`SELECT ${table.id} AS id FROM ${walk} AND ${rest} ORDER BY ${table.id} DESC`;
	const older = after === undefined ? sql`` : sql` AND +${table.id} < ${after}`;
	const collected = [
		...windows.map((window, n) => ({
			name: `window${n}`,
			of: byWindow(window),
			page: newest(sql`${byWindow(window)}${older}`),
		})),
		...(hasFacets ? [{ name: "facets", of: byFacets, page: newest(byFacets) }] : []),
	];
	const byValue = owner && isValue(owner) && hasFacets;
	// A value beside facets: the ranges of the facets, of the second owner if it has them, are merged.
	const mergedOf = !owner ? ofFacets : byValue ? facetsOf(owners[1], ofFacets) : undefined;
	const otherwise = mergedOf && hasFacets ? "merge" : owner ? "base" : windows.length > 0 ? "window0" : "base";
	const ways = [
		{
			name: "base",
			page: sql`SELECT ${table.id} AS id FROM ${base.from} AND ${restOfBase} ORDER BY ${base.id} DESC`,
		},
		...collected,
		...(otherwise === "merge" ? [{ name: "merge", page: sql`SELECT id FROM merged` }] : []),
	];
	const areAtMost = (most: number) =>
		collected.map(
			({ name, of }) =>
				sql` WHEN (SELECT count(*) FROM (SELECT 1 FROM ${of} LIMIT ${most + 1})) <= ${most} THEN ${text(name)}`,
		);
	const hasFewWithValue =
		byValue && mergedOf
			? sql` WHEN (SELECT count(*) FROM (SELECT 1 FROM ${withValue(tenantId, owner)} LIMIT ${maxSorted + 1})) <= ${maxSorted} THEN 'base'`
			: sql``;
	const limit = (name: string) => sql`CASE WHEN (SELECT name FROM way) = ${text(name)} THEN ${take} ELSE 0 END`;
	const pages = ways.map(({ name, page }) => sql`SELECT id FROM (${page} LIMIT ${limit(name)})`);
	const merged =
		mergedOf && otherwise === "merge"
			? sql`, ${mergedRanges(mergedOf, { limit: limit("merge"), others: rest })}`
			: sql``;
	return {
		where: sql`${table.tenantId} = ${tenantId} AND ${table.id} IN (
		WITH RECURSIVE way(name) AS MATERIALIZED (
			SELECT CASE${sql.join(areAtMost(take))}
				WHEN (SELECT count(*) < ${sampleSize} OR total(fits) * ${longestWalk} >= ${take * sampleSize} FROM (
					SELECT ${restOfBase} AS fits FROM ${base.from} ORDER BY ${base.id} DESC LIMIT ${sampleSize}
				)) THEN 'base'
				${sql.join(areAtMost(maxSorted))}${hasFewWithValue} ELSE ${text(otherwise)} END
		)${merged}
		${sql.join(pages, sql` UNION ALL `)}
	)`,
	};
}

/** The ranges of the facets of an owner, or of all records if there is no owner. */
function facetsOf(owner: Owner | ValueOfRecord | undefined, of: RangesOf): RangesOf | undefined {
	if (!owner) return of;
	if (isValue(owner) || !owner.facetsIndex) return undefined;
	return { ...of, index: owner.facetsIndex, fits: and(of.fits, isOf(owner)) };
}

const mergedList = (of: RangesOf, take: number): FilteredList => ({
	among: sql`(
		WITH RECURSIVE ${mergedRanges(of, { limit: sql`${take}` })}
		SELECT t.* FROM merged m CROSS JOIN ${of.table} t ON t.tenant_id = ${of.tenantId} AND t.id = m.id
	) AS ${of.table}`,
	where: undefined,
});

function windowsOf(table: ListedTable, { updated, updatedIndex, start }: Filters): Window[] {
	const changed: Window = { column: table.updatedAt, index: updatedIndex, range: updated };
	const starting = start && table.startAt ? [{ ...start, column: table.startAt }] : [];
	return [changed, ...starting].filter(({ range }) => isBounded(range));
}

/** The list in the order of changes, or in that of starts. */
function inOrderOfTime(table: ListedTable, tenantId: string, page: PageRequest, filters: Filters): SQL | undefined {
	const { start, all, group, others } = filters;
	const owners = filters.owners.filter(({ value }) => value !== undefined);
	const wanted = and(
		...owners.map((owner) => (isValue(owner) ? hasValue(table, tenantId, owner) : isOf(owner))),
		...filters.facets.map(isWanted),
		all,
		group && sql`${group.column} IN (${group.members})`,
		others,
	);
	if (!page.byStart || !start || !table.startAt)
		return changesInOrder(table, tenantId, page, {
			updated: filters.updated,
			filters: and(wanted, start && table.startAt && inTimeRange(table.startAt, start.range)),
			...(owners[0] && isValue(owners[0]) ? { collected: collectedByValue(table, tenantId, owners[0]) } : {}),
			changesIndex: filters.updatedIndex,
		});
	return collectedOrWalked(table, {
		mine: and(eq(table.tenantId, tenantId), start.of),
		begin: afterStart({ id: table.id, startAt: table.startAt }, page, start.range),
		filters: and(wanted, inTimeRange(table.updatedAt, filters.updated)),
		index: start.index,
		order: orderOf(table, page),
		take: page.take,
	});
}

/** SQLite does not see that an expression that equals a value is not null, which an index may demand. */
const isOf = ({ column, value }: Owner): SQL =>
	is(column, SQL) ? sql`${column} = ${value} AND ${column} IS NOT NULL` : sql`${column} = ${value}`;
const join = (conditions: SQL[]): SQL => (conditions.length === 0 ? sql`1` : sql.join(conditions, sql` AND `));
const text = (word: string): SQL => sql.raw(`'${word}'`);
