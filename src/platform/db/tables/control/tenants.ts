import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { changed } from "../../columns.ts";

export const plans = ["light", "solo", "duo", "crew", "studio", "empire"] as const;
export const subscriptionStatuses = ["trialing", "active", "past_due", "cancelled"] as const;

export const regions = ["any", "eu"] as const;

/** The email and the name in lower case. SQLite uses their indexes only for exactly these expressions. */
export const tenantEmailKey = `lower("email")`;
export const tenantNameKey = `lower("name")`;

export const tenants = sqliteTable(
	"tenants",
	{
		id: text("id").primaryKey(),
		name: text("name").notNull(),
		plan: text("plan", { enum: plans }).notNull(),
		email: text("email").notNull(),
		timezone: text("timezone").notNull(),
		subscriptionStatus: text("subscription_status", { enum: subscriptionStatuses }).notNull(),
		trialEndsAt: integer("trial_ends_at"),
		trialEndingSentAt: integer("trial_ending_sent_at"),
		/** Rises with every change that concerns credentials: see platform/gate/object/credential-version.ts. */
		credentialVersion: integer("credential_version").notNull().default(1),
		/** The binding of the database with the tenant's data, such as `DATA_1`. */
		database: text("database").notNull(),
		/** Never changes, because the tenant's gate lies there, too. */
		region: text("region", { enum: regions }).notNull().default("any"),
		/** The number of the last effect (effects.ts). */
		effects: integer("effects").notNull().default(0),
		/** The time from which on the tenant is removed. Until then it is refused everywhere and can be restored. */
		deleteAt: integer("delete_at"),
		/** From this time on rows are gone, and the tenant cannot be restored any more. */
		removalBeganAt: integer("removal_began_at"),
		...changed,
	},
	(t) => [
		index("tenants_email").on(sql.raw(tenantEmailKey), t.id),
		index("tenants_name").on(sql.raw(tenantNameKey), t.id),
		index("tenants_plan").on(t.plan, t.id),
		index("tenants_subscription").on(t.subscriptionStatus, t.id),
		index("tenants_updated").on(t.updatedAt, t.id),
		index("tenants_database").on(t.database),
		index("tenants_to_remove").on(t.database, t.deleteAt).where(sql`${t.deleteAt} IS NOT NULL`),
		index("tenants_trial_ends_at")
			.on(t.trialEndsAt)
			.where(sql`${t.subscriptionStatus} = 'trialing' AND ${t.trialEndingSentAt} IS NULL`),
	],
);
