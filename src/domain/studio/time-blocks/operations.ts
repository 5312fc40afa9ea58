import { and, eq } from "drizzle-orm";
import { longestTimeBlockMs } from "../../../platform/booking-rules/longest.ts";
import type { Change } from "../../../platform/commit/change.ts";
import { insert, mustChangeRows, remove } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import type { CreatedFilters, UpdatedFilters } from "../../../platform/db/lists/time-range.ts";
import { timeBlocks } from "../../../platform/db/tables/data/calendars.ts";
import { together } from "../../../platform/db/together.ts";
import type { PageRequest } from "../../../platform/http/endpoint/page.ts";
import { newId } from "../../../platform/lib/ids.ts";
import { dayMs } from "../../../platform/lib/time.ts";
import { fieldProblem, notFound } from "../../../platform/problems/problem.ts";
import { findArtist } from "../artists/operations.ts";
import { type Overlap, readAllTimeBlocks, readTimeBlocks } from "./list.ts";
import { type NewTimeBlock, type TimeBlock, type TimeBlockRow, toTimeBlock } from "./schema.ts";

/** The operator names a time block without its artist. */
interface TimeBlockRef {
	id: string;
	artistId?: string;
}

export async function listTimeBlocks(
	ctx: Ctx,
	artistId: string,
	overlap: Overlap,
	page: PageRequest,
): Promise<TimeBlock[]> {
	const [, rows] = await together(
		ctx,
		(ctx) => findArtist(ctx, artistId),
		(ctx) => readTimeBlocks(ctx, artistId, overlap, page),
	);
	return rows.map(toTimeBlock);
}

export const listAllTimeBlocks = async (
	ctx: Ctx,
	filters: CreatedFilters & UpdatedFilters,
	page: PageRequest,
): Promise<TimeBlock[]> => (await readAllTimeBlocks(ctx, filters, page)).map(toTimeBlock);

export const getTimeBlock = async (ctx: Ctx, ref: TimeBlockRef): Promise<TimeBlock> =>
	toTimeBlock(await findTimeBlock(ctx, ref));

const longestDays = longestTimeBlockMs / dayMs;

export async function createTimeBlock(ctx: Ctx, artistId: string, given: NewTimeBlock): Promise<Change<TimeBlock>> {
	const { start_at, end_at, reason } = given;
	await findArtist(ctx, artistId);
	if (end_at <= start_at) throw fieldProblem("end_at", "must be after start_at");
	if (end_at - start_at > longestTimeBlockMs)
		throw fieldProblem("end_at", `must not be more than ${longestDays} days after start_at`);
	const row: TimeBlockRow = {
		id: newId("time_block", ctx.now),
		tenantId: ctx.tenantId,
		artistId,
		startAt: start_at,
		endAt: end_at,
		reason,
		createdAt: ctx.now,
	};
	return {
		result: toTimeBlock(row),
		tenantId: ctx.tenantId,
		writes: [insert(timeBlocks).values(row)],
		audit: { action: "time_block.created", resourceId: row.id, details: { artist_id: artistId } },
	};
}

export async function deleteTimeBlock(
	ctx: Ctx,
	ref: TimeBlockRef,
): Promise<Change<{ object: "time_block"; id: string; deleted: true }>> {
	const { id } = await findTimeBlock(ctx, ref);
	return {
		result: { object: "time_block", id, deleted: true },
		tenantId: ctx.tenantId,
		writes: [
			mustChangeRows(remove(timeBlocks).where(and(eq(timeBlocks.tenantId, ctx.tenantId), eq(timeBlocks.id, id)))),
		],
		audit: { action: "time_block.deleted", resourceId: id },
		onRefused: ({ kind }) => (kind === "raised" ? notFound("time block") : undefined),
	};
}

async function findTimeBlock({ db, tenantId }: Ctx, { id, artistId }: TimeBlockRef): Promise<TimeBlockRow> {
	const [row] = await db
		.select()
		.from(timeBlocks)
		.where(
			and(
				eq(timeBlocks.tenantId, tenantId),
				eq(timeBlocks.id, id),
				artistId === undefined ? undefined : eq(timeBlocks.artistId, artistId),
			),
		);
	if (!row) throw notFound("time block");
	return row;
}
