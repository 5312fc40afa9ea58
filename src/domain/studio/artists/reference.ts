import { and, eq } from "drizzle-orm";
import type { Ctx } from "../../../platform/context.ts";
import { artists } from "../../../platform/db/tables/data/artists.ts";
import { fieldProblem, type Problem } from "../../../platform/problems/problem.ts";

/** Unknown ids and ids of other tenants get the same error. */
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
