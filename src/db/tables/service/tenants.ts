import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { changed } from "../../columns.ts";

export const plans = ["light", "solo", "duo", "crew", "studio", "empire"] as const;
export const subscriptionStatuses = ["trialing", "active", "past_due", "cancelled"] as const;

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
		/** Rises with every change that concerns credentials: see gate/credential-version.ts. */
		credentialVersion: integer("credential_version").notNull().default(1),
		...changed,
	},
	(t) => [
		index("tenants_updated").on(t.updatedAt, t.id),
		index("tenants_trial_ends_at")
			.on(t.trialEndsAt)
			.where(sql`${t.subscriptionStatus} = 'trialing' AND ${t.trialEndingSentAt} IS NULL`),
	],
);
