import type { Placement } from "../../db/placement.ts";
import type { tenants } from "../../db/tables/control/tenants.ts";
import type { Plan } from "../plans.ts";

/** The part of the tenant's row that is read with the credential. A request needs no more of the row. */
export interface TenantOfCredential extends Placement {
	name: string;
	plan: Plan;
}

export const toTenantOfCredential = ({
	id,
	name,
	plan,
	database,
	region,
	deleteAt,
}: typeof tenants.$inferSelect): TenantOfCredential => ({
	id,
	name,
	plan,
	database,
	region,
	beingDeleted: deleteAt !== null,
});
