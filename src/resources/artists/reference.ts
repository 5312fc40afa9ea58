import { and, eq } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { artists } from "../../db/tables/tenant/artists.ts";
import { fieldProblem, type Problem } from "../../problems.ts";

/** A body's field that names an artist: unknown and foreign ids are told the same. */
export const artistReference = (field: string) => {
	const namesNone = (): Problem => fieldProblem(field, "names no artist");
	return {
		namesNone,
		async check({ db, tenantId }: Ctx, id: string | null | undefined): Promise<void> {
			if (id === null || id === undefined) return;
			const found = await db
				.select({ id: artists.id })
				.from(artists)
				.where(and(eq(artists.tenantId, tenantId), eq(artists.id, id)));
			if (found.length === 0) throw namesNone();
		},
	};
};
