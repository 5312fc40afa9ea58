import { and, asc, eq, gt } from "drizzle-orm";
import type { Database } from "../../../platform/db/database.ts";
import { memberships, type roles, sessions } from "../../../platform/db/tables/control/people.ts";
import { tenants } from "../../../platform/db/tables/control/tenants.ts";

export type Studio = Pick<
	typeof tenants.$inferSelect,
	"id" | "name" | "plan" | "timezone" | "database" | "region" | "subscriptionStatus" | "trialEndsAt" | "deleteAt"
> & { role: (typeof roles)[number] };

export const openStudios = (studios: Studio[]): Studio[] => studios.filter(({ deleteAt }) => deleteAt === null);

/**
 * Sorted by name, with those that are being deleted. One call to the database reads the person and the studios by the
 * session.
 */
export const studiosOfSession = (control: Database, hash: string, now: number): Promise<Studio[]> =>
	control
		.select({
			id: tenants.id,
			name: tenants.name,
			plan: tenants.plan,
			timezone: tenants.timezone,
			database: tenants.database,
			region: tenants.region,
			subscriptionStatus: tenants.subscriptionStatus,
			trialEndsAt: tenants.trialEndsAt,
			deleteAt: tenants.deleteAt,
			role: memberships.role,
		})
		.from(sessions)
		.innerJoin(memberships, eq(memberships.userId, sessions.userId))
		.innerJoin(tenants, eq(tenants.id, memberships.tenantId))
		.where(and(eq(sessions.hash, hash), gt(sessions.expiresAt, now)))
		.orderBy(asc(tenants.name), asc(tenants.id));
