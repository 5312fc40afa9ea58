import { count } from "drizzle-orm";
import type { Caller } from "../../../platform/context.ts";
import type { Region } from "../../../platform/db/placement.ts";
import { databases } from "../../../platform/db/tables/control/databases.ts";
import { tenants } from "../../../platform/db/tables/control/tenants.ts";

export interface KnownDatabase {
	id: string;
	region: Region;
	sizeBytes: number;
	placedSince: number;
	awaySince: number | null;
	tenants: number;
}

/** The bound data databases, each with its data from the control database. */
export async function knownDatabases({ control, allData }: Caller): Promise<KnownDatabase[]> {
	const [rows, counts] = await Promise.all([
		control.select().from(databases),
		control.select({ id: tenants.database, n: count() }).from(tenants).groupBy(tenants.database),
	]);
	return allData().map(({ id, region }) => {
		const row = rows.find((one) => one.id === id);
		return {
			id,
			region,
			sizeBytes: row?.sizeBytes ?? 0,
			placedSince: row?.placedSince ?? 0,
			awaySince: row?.awaySince ?? null,
			tenants: counts.find((one) => one.id === id)?.n ?? 0,
		};
	});
}
