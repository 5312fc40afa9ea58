import { inArray, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { eachOf } from "./each-of.ts";
import { type regions, tenants } from "./tables/control/tenants.ts";

export type Region = (typeof regions)[number];

export interface Placement {
	id: string;
	database: string;
	region: Region;
	/** The tenant is refused everywhere. */
	beingDeleted: boolean;
}

export const isBeingDeleted = sql<boolean>`${tenants.deleteAt} IS NOT NULL`.mapWith(Boolean);

/** The ids are one JSON parameter, because a statement of D1 takes at most 100 parameters. */
export const readPlacements = (control: Database, tenantIds: string[]): Promise<Placement[]> =>
	control
		.select({
			id: tenants.id,
			database: tenants.database,
			region: tenants.region,
			beingDeleted: isBeingDeleted,
		})
		.from(tenants)
		.where(inArray(tenants.id, eachOf(tenantIds)));
