import { and, asc, eq, isNull } from "drizzle-orm";
import type { Database } from "../../../platform/db/database.ts";
import { memberships } from "../../../platform/db/tables/control/people.ts";
import { tenants } from "../../../platform/db/tables/control/tenants.ts";
import { hasApiAccess } from "../../../platform/gate/plans.ts";

export interface Studio {
	id: string;
	name: string;
	/** The reason why the user cannot connect an app: no owner, or a plan that is too low. Null if the user can. */
	blockedBy: "role" | "plan" | null;
}

/** The studios of which the user is a member and that are not being deleted, in the order of their names. */
export async function studiosOf(control: Database, userId: string): Promise<Studio[]> {
	const rows = await control
		.select({ id: tenants.id, name: tenants.name, plan: tenants.plan, role: memberships.role })
		.from(memberships)
		.innerJoin(tenants, eq(tenants.id, memberships.tenantId))
		.where(and(eq(memberships.userId, userId), isNull(tenants.deleteAt)))
		.orderBy(asc(tenants.name), asc(tenants.id));
	return rows.map(({ id, name, plan, role }) => ({
		id,
		name,
		blockedBy: role !== "OWNER" ? "role" : hasApiAccess(plan) ? null : "plan",
	}));
}
