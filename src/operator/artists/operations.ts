import { eq } from "drizzle-orm";
import { type Change, unchanged } from "../../commit/change.ts";
import { guarded, insert, remove, updateAsRead } from "../../commit/write.ts";
import type { Caller } from "../../context.ts";
import { nextRevision } from "../../db/record.ts";
import { artists } from "../../db/tables/data/artists.ts";
import { timeBlocks } from "../../db/tables/data/calendars.ts";
import { changesBetween } from "../../lib/changes.ts";
import { newId } from "../../lib/ids.ts";
import { dayMs } from "../../lib/time.ts";
import { type FieldError, fieldProblem, fieldProblems, notFound } from "../../problems.ts";
import { longestTimeBlockMs } from "../../resources/appointments/booking-context.ts";
import { type Artist, type ArtistRow, toArtist } from "../../resources/artists/schema.ts";
import { withinTenantOf } from "../whereabouts.ts";
import { type NewTimeBlock, type NewWorkingHours, type TimeBlock, type TimeBlockRow, toTimeBlock } from "./schema.ts";

export async function setWorkingHours(caller: Caller, id: string, { hours }: NewWorkingHours): Promise<Change<Artist>> {
	// Times of day all have the form HH:MM, so the order of the texts is the order of the times.
	const backwards = hours.flatMap(({ start, end }, n): FieldError[] =>
		end > start ? [] : [{ location: "body", path: `hours.${n}.end`, message: "must be after start" }],
	);
	if (backwards.length > 0) throw fieldProblems(backwards);
	const row = await findArtistAnywhere(caller, id);
	const before = toArtist(row);
	const set = { workingHours: hours, ...nextRevision(row, caller.now) };
	const result = toArtist({ ...row, ...set });
	if (!changesBetween(before, result)) return unchanged(before);
	return {
		result,
		tenantId: row.tenantId,
		writes: [updateAsRead(artists, row, set)],
		audit: { action: "artist.working_hours_set", resourceId: id },
	};
}

const longestBlockDays = longestTimeBlockMs / dayMs;

export async function createTimeBlock(
	caller: Caller,
	artistId: string,
	given: NewTimeBlock,
): Promise<Change<TimeBlock>> {
	const { start_at, end_at, reason } = given;
	if (end_at <= start_at) throw fieldProblem("end_at", "must be after start_at");
	if (end_at - start_at > longestTimeBlockMs)
		throw fieldProblem("end_at", `must not be more than ${longestBlockDays} days after start_at`);
	const { tenantId } = await withinTenantOf(caller, artists, artistId, "artist");
	const row: TimeBlockRow = {
		id: newId("time_block", caller.now),
		tenantId,
		artistId,
		startAt: start_at,
		endAt: end_at,
		reason,
		createdAt: caller.now,
	};
	return {
		result: toTimeBlock(row),
		tenantId,
		writes: [insert(timeBlocks).values(row)],
		audit: { action: "time_block.created", resourceId: row.id },
	};
}

export const getTimeBlock = async (caller: Caller, id: string): Promise<TimeBlock> =>
	toTimeBlock(await findTimeBlock(caller, id));

async function findTimeBlock(caller: Caller, id: string): Promise<TimeBlockRow> {
	const { db } = await withinTenantOf(caller, timeBlocks, id, "time block");
	const [row] = await db.select().from(timeBlocks).where(eq(timeBlocks.id, id));
	if (!row) throw notFound("time block");
	return row;
}

export async function deleteTimeBlock(
	caller: Caller,
	id: string,
): Promise<Change<{ object: "time_block"; id: string; deleted: true }>> {
	const row = await findTimeBlock(caller, id);
	return {
		result: { object: "time_block", id, deleted: true },
		tenantId: row.tenantId,
		writes: [guarded(remove(timeBlocks).where(eq(timeBlocks.id, id)))],
		audit: { action: "time_block.deleted", resourceId: id },
		refused: ({ kind }) => (kind === "raised" ? notFound("time block") : undefined),
	};
}

/** The operator names an artist by id alone, without the tenant. */
async function findArtistAnywhere(caller: Caller, id: string): Promise<ArtistRow> {
	const { db } = await withinTenantOf(caller, artists, id, "artist");
	const [row] = await db.select().from(artists).where(eq(artists.id, id));
	if (!row) throw notFound("artist");
	return row;
}
