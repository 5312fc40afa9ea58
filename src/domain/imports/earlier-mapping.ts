import { and, desc, eq } from "drizzle-orm";
import type { Ctx } from "../../platform/context.ts";
import { idsOfKind } from "../../platform/db/lists/ids-of-kind.ts";
import { jobs } from "../../platform/db/tables/data/jobs.ts";
import { type Mapping, withoutGuard } from "./file/columns.ts";
import { columnsBeforeOwn } from "./file/recognise.ts";
import type { ImportInput } from "./schema.ts";

/** An older import is no longer the one that somebody mends. */
const readImports = 20;

/** The choices for the newest import at the dashboard that had these columns, such as the one whose failed rows come again. */
export async function earlierMapping(
	{ db, tenantId }: Ctx,
	columns: readonly string[],
): Promise<Required<Mapping> | undefined> {
	const before = columnsBeforeOwn(columns);
	const own = columns.slice(before).map(withoutGuard);
	const imports = await db
		.select({ input: jobs.input })
		.from(jobs)
		.where(and(eq(jobs.tenantId, tenantId), eq(jobs.kind, "import"), idsOfKind(jobs.id, "import")))
		.orderBy(desc(jobs.id))
		.limit(readImports);
	const same = imports
		.map(({ input }) => input as ImportInput)
		// Only the dashboard gives an order of dates.
		.find(
			({ columns, dates }) => dates && columns && JSON.stringify(columns.map(withoutGuard)) === JSON.stringify(own),
		);
	if (!same?.dates) return undefined;
	return { fields: [...Array<null>(before).fill(null), ...same.fields], dates: same.dates };
}
