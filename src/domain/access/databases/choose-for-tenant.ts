import { sql } from "drizzle-orm";
import type { Write } from "../../../platform/commit/write.ts";
import type { Caller } from "../../../platform/context.ts";
import type { Region } from "../../../platform/db/placement.ts";
import { laterThanBefore } from "../../../platform/db/record.ts";
import { databases } from "../../../platform/db/tables/control/databases.ts";
import { fieldProblem, problem } from "../../../platform/problems/problem.ts";
import { chooseDatabase, fits } from "./choose.ts";
import { knownDatabases } from "./known.ts";

/** A tenant is assumed to store at least this much, even if the average is lower. */
const leastBytesPerTenant = 1024 ** 2;

/** The database for a new tenant's data: the one that the operator names, or the one with most room. */
export async function databaseForTenant(
	caller: Caller,
	{ region, database }: { region: Region; database?: string | undefined },
): Promise<string> {
	if (database !== undefined) return checkedDatabase(caller, database, region);
	const known = await knownDatabases(caller);
	const [bytes, count] = known.reduce(([sum, n], one) => [sum + one.sizeBytes, n + one.tenants], [0, 0]);
	const chosen = chooseDatabase(
		known.map((one) => ({ ...one, isAway: one.awaySince !== null })),
		{ region, bytesPerTenant: Math.max(leastBytesPerTenant, bytes / Math.max(1, count)) },
	);
	if (chosen !== undefined) return chosen;
	if (!known.some((one) => fits(one, region))) throw fieldProblem("region", "has no database of this service");
	throw problem("service_unavailable", "No database has room for a tenant. Bind another one.");
}

export function checkedDatabase({ allData }: Caller, id: string, region: Region): string {
	const database = allData().find((one) => one.id === id);
	if (!database) throw fieldProblem("database", "is not a data database of this service");
	if (!fits(database, region)) throw fieldProblem("database", `does not lie in the region ${region}`);
	return id;
}

/** Counts a tenant that the measured size of its database does not include yet. */
export const countPlacement = (id: string, now: number): Write =>
	sql`INSERT INTO ${databases} (id, placed_since, created_at, updated_at) VALUES (${id}, 1, ${now}, ${now})
		ON CONFLICT (id) DO UPDATE SET placed_since = placed_since + 1, updated_at = ${laterThanBefore(sql`excluded.updated_at`)}`;
