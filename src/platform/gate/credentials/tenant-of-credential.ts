import type { Placement } from "../../db/placement.ts";
import type { tenants } from "../../db/tables/control/tenants.ts";
import type { Plan } from "../plans.ts";

/** What a request must know of the tenant, so that it reads the tenant's row only with the credential. */
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
}: typeof tenants.$inferSelect): TenantOfCredential => ({ id, name, plan, database, region });
