import { asc, eq } from "drizzle-orm";
import type { Database } from "../db/database.ts";
import { memberships } from "../db/tables/control/people.ts";
import { tenants } from "../db/tables/control/tenants.ts";
import { hasApiAccess } from "../gate/plans.ts";

/** A studio of the signed-in user. */
export interface Studio {
	id: string;
	name: string;
	/** Whether its plan lets apps connect. */
	connects: boolean;
}

/** The studios of which the user is a member, in the order of their names. */
export async function studiosOf(control: Database, userId: string): Promise<Studio[]> {
	const rows = await control
		.select({ id: tenants.id, name: tenants.name, plan: tenants.plan })
		.from(memberships)
		.innerJoin(tenants, eq(tenants.id, memberships.tenantId))
		.where(eq(memberships.userId, userId))
		.orderBy(asc(tenants.name), asc(tenants.id));
	return rows.map(({ id, name, plan }) => ({ id, name, connects: hasApiAccess(plan) }));
}
