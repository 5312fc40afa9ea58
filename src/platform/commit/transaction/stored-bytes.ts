import { eq, sql } from "drizzle-orm";
import type { StorageLimit } from "../../context.ts";
import type { Database } from "../../db/database.ts";
import { parameterBytes } from "../../db/row-bytes.ts";
import type { Statement } from "../../db/statements/statement.ts";
import { storedBytes } from "../../db/tables/data/upkeep/stored-bytes.ts";
import { bytesOfDeliveries } from "../../events/publish.ts";
import { Problem, problem } from "../../problems/problem.ts";
import type { Write } from "../write.ts";

// Each transaction adds the size of its values to its tenant's count. The daily count of the tables
// (count-stored-bytes.ts) corrects errors of this sum, such as deletions in bulk.

/** The cost of a new row and of its index entries, without the values. */
const bytesPerInsert = 400;

function addedBytes({ sql, params }: Statement): number {
	if (/^\s*insert into [`"]?commit_guard/i.test(sql)) return 0;
	if (/^\s*insert/i.test(sql)) return bytesPerInsert + parameterBytes(params);
	return /^\s*(update|with)/i.test(sql) ? parameterBytes(params) : 0;
}

interface Growth {
	tenantId: string;
	statements: Statement[];
	/** The bytes that the change removes, as far as known. */
	freed: number;
	/** The transaction also creates deliveries of these events. */
	eventIds: string[];
	limit: StorageLimit | undefined;
}

/**
 * Counts the bytes that the transaction adds, and lets the database refuse it without room. A change that creates a
 * record is refused as soon as the studio is full. Other changes remain possible in a full studio: they may add up to the
 * plan's bytes between two daily counts.
 */
export function countGrowth({ tenantId, statements, freed, eventIds, limit }: Growth): Write {
	const bytes = statements.reduce((sum, statement) => sum + addedBytes(statement), -freed);
	const deliveryBytes = eventIds.length === 0 ? sql`` : sql` + ${bytesOfDeliveries(tenantId, eventIds)}`;
	const grown = sql`added + excluded.added`;
	const room = limit?.creates ? sql`counted + ${grown}` : grown;
	// Without room the sum is null, which the column refuses. Most tenants have a row, whose limit decides.
	const [first, sum] = limit
		? [
				sql`iif(n <= ${limit.bytes} OR EXISTS (SELECT 1 FROM ${storedBytes} WHERE tenant_id = ${tenantId}), n, NULL)`,
				sql`iif(${room} <= ${limit.bytes}, ${grown}, NULL)`,
			]
		: [sql`n`, grown];
	return sql`INSERT INTO ${storedBytes} (tenant_id, added, added_meanwhile)
		SELECT ${tenantId}, ${first}, n FROM (SELECT ${bytes}${deliveryBytes} AS n) WHERE true
		ON CONFLICT (tenant_id) DO UPDATE SET added = ${sum}, added_meanwhile = added_meanwhile + excluded.added_meanwhile`;
}

const gibi = 1024 ** 3;

export const storageFull = ({ bytes }: StorageLimit): Problem =>
	problem(
		"plan_limit_reached",
		`The studio stores as much as its plan allows, which is ${bytes / gibi} GiB. Delete records, or move to a higher plan.`,
	);

/** Only for a commit without a change of its own: a lack of room is then the only cause of this code. */
export const isStorageFull = (error: unknown): boolean =>
	error instanceof Problem && error.code === "plan_limit_reached";

export async function storedBytesOf(db: Database, tenantId: string): Promise<number> {
	const [row] = await db.select().from(storedBytes).where(eq(storedBytes.tenantId, tenantId));
	return Math.max(0, (row?.counted ?? 0) + (row?.added ?? 0));
}
