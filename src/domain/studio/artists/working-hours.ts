import { type Change, mapResult, noChange } from "../../../platform/commit/change.ts";
import { updateIfUnchanged } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { nextRevision } from "../../../platform/db/record.ts";
import { artists } from "../../../platform/db/tables/data/artists.ts";
import { withVersion } from "../../../platform/http/versions/version.ts";
import { changesBetween } from "../../../platform/lib/changes.ts";
import { timestamp } from "../../../platform/lib/time.ts";
import { type FieldError, fieldProblems } from "../../../platform/problems/problem.ts";
import { findArtist } from "./operations.ts";
import { type ArtistRow, type ArtistWorkingHours, type NewWorkingHours, toArtist } from "./schema.ts";

export const getWorkingHours = async (ctx: Ctx, id: string): Promise<ArtistWorkingHours> =>
	toWorkingHours(await findArtist(ctx, id));

/** The result is the row of the artist. */
export async function setWorkingHours(ctx: Ctx, id: string, { hours }: NewWorkingHours): Promise<Change<ArtistRow>> {
	// Times of day all have the form HH:MM, so the order of the texts is the order of the times.
	const backwards = hours.flatMap(({ start, end }, n): FieldError[] =>
		end > start ? [] : [{ location: "body", path: `hours.${n}.end`, message: "must be after start" }],
	);
	if (backwards.length > 0) throw fieldProblems(backwards);
	const row = await findArtist(ctx, id);
	const set = { workingHours: hours, ...nextRevision(row, ctx.now) };
	const result = { ...row, ...set };
	const changes = changesBetween(toArtist(row), toArtist(result));
	if (!changes) return noChange(row);
	return {
		result,
		tenantId: ctx.tenantId,
		writes: [updateIfUnchanged(artists, row, set)],
		audit: { action: "artist.working_hours_set", resourceId: id, changes },
	};
}

export const replaceWorkingHours = async (ctx: Ctx, id: string, given: NewWorkingHours) =>
	mapResult(await setWorkingHours(ctx, id, given), toWorkingHours);

/** Working hours are a part of the artist and have the artist's version. */
const toWorkingHours = (row: ArtistRow): ArtistWorkingHours =>
	withVersion(row.revision, {
		object: "working_hours",
		artist_id: row.id,
		timezone: row.timezone,
		hours: row.workingHours,
		created_at: timestamp(row.createdAt),
		updated_at: timestamp(row.updatedAt),
	});
