import { z } from "zod";
import { plans, subscriptionStatuses, type tenants } from "../../db/tables/service/tenants.ts";
import { email, id, instant, name, time, timezone } from "../../http/fields.ts";
import { timestamp, timestampOrNull } from "../../lib/time.ts";

const settable = {
	name: name(),
	plan: z.enum(plans),
	email,
	timezone,
};
const subscription = {
	subscription_status: z.enum(subscriptionStatuses).optional(),
	trial_ends_at: instant.nullable().optional(),
};

export const newTenant = z.object({
	...settable,
	plan: settable.plan.default("light"),
	timezone: settable.timezone.default("UTC"),
	...subscription,
});
export const tenantPatch = z.object({ ...z.object(settable).partial().shape, ...subscription });

export const tenant = z
	.object({
		object: z.literal("tenant"),
		id: id("tenant"),
		...settable,
		email: z.string(),
		timezone: z.string(),
		subscription_status: z.enum(subscriptionStatuses),
		trial_ends_at: time.nullable(),
		created_at: time,
		updated_at: time,
	})
	.meta({ id: "Tenant" });

export type Tenant = z.output<typeof tenant>;
export type TenantRow = typeof tenants.$inferSelect;

export const toTenant = (row: TenantRow): Tenant => ({
	object: "tenant",
	id: row.id,
	name: row.name,
	plan: row.plan,
	email: row.email,
	timezone: row.timezone,
	subscription_status: row.subscriptionStatus,
	trial_ends_at: timestampOrNull(row.trialEndsAt),
	created_at: timestamp(row.createdAt),
	updated_at: timestamp(row.updatedAt),
});
