import { and, asc, desc, eq, getTableColumns, gt, gte, lt, type SQL, sql } from "drizzle-orm";
import { longestTimeBlockMs } from "../../../platform/booking-rules/longest.ts";
import type { Ctx } from "../../../platform/context.ts";
import type { CreatedFilters, UpdatedFilters } from "../../../platform/db/lists/time-range.ts";
import { columnsUnderName, unionOf } from "../../../platform/db/lists/union.ts";
import { timeBlocks } from "../../../platform/db/tables/data/calendars.ts";
import type { PageRequest } from "../../../platform/http/endpoint/page.ts";
import { firstIdAt } from "../../../platform/lib/ids.ts";
import type { TimeBlockRow } from "./schema.ts";

export interface Overlap {
	from?: number | undefined;
	to?: number | undefined;
}

/** Up to this many overlapping time blocks are collected and sorted. */
const maxSorted = 400;

/** A time block never changes, so the order of changes is that of the ids. */
export const readAllTimeBlocks = (
	{ db, tenantId }: Ctx,
	{ created_since, updated_since, created_until, updated_until }: CreatedFilters & UpdatedFilters,
	{ after, take, byChange }: PageRequest,
): Promise<TimeBlockRow[]> => {
	const since = [created_since, updated_since].filter((time) => time !== undefined).map(firstAt);
	const until = [created_until, updated_until].filter((time) => time !== undefined).map(firstAt);
	// With two bounds on the same side, SQLite would start at the first one and walk to the other.
	const begin = byChange ? [...since, after ?? ""].sort().at(-1) : since.sort().at(-1);
	const [end] = (byChange || after === undefined ? until : [...until, after]).sort();
	const bounds = and(
		begin ? (byChange && begin === after ? gt(timeBlocks.id, begin) : gte(timeBlocks.id, begin)) : undefined,
		end ? lt(timeBlocks.id, end) : undefined,
	);
	const range = sql`SELECT * FROM ${timeBlocks} INDEXED BY time_blocks_of_tenant WHERE ${and(eq(timeBlocks.tenantId, tenantId), bounds)}`;
	return db
		.select(columnsUnderName(getTableColumns(timeBlocks)))
		.from(unionOf([range], timeBlocks))
		.orderBy(byChange ? asc(timeBlocks.id) : desc(timeBlocks.id))
		.limit(take);
};

const firstAt = (ms: number): string => firstIdAt("time_block", ms);

export async function readTimeBlocks(
	{ db, tenantId }: Ctx,
	artistId: string,
	overlap: Overlap,
	{ after, take }: PageRequest,
): Promise<TimeBlockRow[]> {
	const ofArtist = and(eq(timeBlocks.tenantId, tenantId), eq(timeBlocks.artistId, artistId));
	const older = after === undefined ? undefined : lt(timeBlocks.id, after);
	const overlapping = overlapOf(overlap);
	return await db
		.select()
		.from(timeBlocks)
		.where(overlapping ? rowsOfPage(ofArtist, older, overlapping, take) : and(ofArtist, older))
		.orderBy(desc(timeBlocks.id))
		.limit(take);
}

function overlapOf({ from, to }: Overlap): SQL | undefined {
	return and(
		from === undefined ? undefined : gt(timeBlocks.endAt, from),
		to === undefined
			? undefined
			: // No block is longer, so the first condition ends the walk of the index of ends.
				and(lt(timeBlocks.endAt, to + longestTimeBlockMs), lt(timeBlocks.startAt, to)),
	);
}

/**
 * No index has both orders. If few blocks overlap, the index of ends finds them. If many do, the statement walks the
 * newest blocks and soon has a page of them.
 */
function rowsOfPage(ofArtist: SQL | undefined, older: SQL | undefined, overlapping: SQL, take: number): SQL {
	const rowid = sql`${timeBlocks}.rowid`;
	const walk = and(ofArtist, older, overlapping);
	return sql`${rowid} IN (
		WITH matching(row_id) AS MATERIALIZED (
			SELECT ${rowid} FROM ${timeBlocks} INDEXED BY time_blocks_artist WHERE ${ofArtist} AND ${overlapping} LIMIT ${maxSorted + 1}
		), size(n) AS MATERIALIZED (SELECT count(*) FROM matching)
		SELECT ${rowid} FROM ${timeBlocks} WHERE ${rowid} IN (SELECT row_id FROM matching WHERE (SELECT n FROM size) <= ${maxSorted}) AND ${older ?? sql`1`}
		UNION ALL
		SELECT row_id FROM (
			SELECT ${rowid} AS row_id FROM ${timeBlocks} INDEXED BY time_blocks_listed WHERE ${walk}
			ORDER BY ${timeBlocks.id} DESC LIMIT CASE WHEN (SELECT n FROM size) > ${maxSorted} THEN ${take} ELSE 0 END
		)
	)`;
}
