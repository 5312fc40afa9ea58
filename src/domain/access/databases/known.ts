import { count, eq } from "drizzle-orm";
import type { Caller } from "../../../platform/context.ts";
import type { Region } from "../../../platform/db/placement.ts";
import { databases } from "../../../platform/db/tables/control/databases.ts";
import { tenants } from "../../../platform/db/tables/control/tenants.ts";
import { together } from "../../../platform/db/together.ts";

export interface KnownDatabase {
	id: string;
	region: Region;
	sizeBytes: number;
	placedSince: number;
	awaySince: number | null;
	tenants: number;
	createdAt: number;
	updatedAt: number;
}

const unreported = { sizeBytes: 0, placedSince: 0, awaySince: null, createdAt: 0, updatedAt: 0 };

/** The name of the binding of the control database. */
export const controlId = "DB";

export async function knownControl({ control }: Caller): Promise<KnownDatabase> {
	const [row] = await control.select().from(databases).where(eq(databases.id, controlId));
	const { sizeBytes, createdAt, updatedAt } = row ?? unreported;
	return { id: controlId, region: "any", sizeBytes, placedSince: 0, awaySince: null, tenants: 0, createdAt, updatedAt };
}

export async function knownDatabases({ control, allData }: Caller): Promise<KnownDatabase[]> {
	const [rows, counts] = await together(
		{ control },
		({ control }) => control.select().from(databases),
		({ control }) => control.select({ id: tenants.database, n: count() }).from(tenants).groupBy(tenants.database),
	);
	return allData().map(({ id, region }) => {
		const { sizeBytes, placedSince, awaySince, createdAt, updatedAt } = rows.find((one) => one.id === id) ?? unreported;
		return {
			id,
			region,
			sizeBytes,
			placedSince,
			awaySince,
			createdAt,
			updatedAt,
			tenants: counts.find((one) => one.id === id)?.n ?? 0,
		};
	});
}
