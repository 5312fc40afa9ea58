import { inArray, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { type regions, tenants } from "./tables/control/tenants.ts";

export type Region = (typeof regions)[number];

/** Where a tenant is. */
export interface Placement {
	/** The tenant's. */
	id: string;
	/** The binding of the database of its data. */
	database: string;
	/** The jurisdiction of its data and of its gate. */
	region: Region;
}

/** A parameter for each id would be too many for one statement. */
export const readPlacements = (control: Database, tenantIds: string[]): Promise<Placement[]> =>
	control
		.select({ id: tenants.id, database: tenants.database, region: tenants.region })
		.from(tenants)
		.where(inArray(tenants.id, sql`(SELECT value FROM json_each(${JSON.stringify(tenantIds)}))`));
