import * as z from "zod";
import { plans, regions, subscriptionStatuses, type tenants } from "../../../platform/db/tables/control/tenants.ts";
import { storedBytesLimits } from "../../../platform/gate/plans.ts";
import { email, id, instant, name, time, timezone } from "../../../platform/http/fields/fields.ts";
import { withVersion } from "../../../platform/http/versions/version.ts";
import { bounded } from "../../../platform/lib/bounded.ts";
import { timestamp, timestampOrNull } from "../../../platform/lib/time.ts";

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
	region: z
		.enum(regions)
		.default("any")
		.meta({ description: "The jurisdiction in which the tenant's data must lie. It never changes." }),
	database: bounded(20)
		.optional()
		.meta({ description: "The database for the tenant's data. Without it, the one with most room." }),
});
/** The properties that an owner sets at the dashboard. */
export const studioSettings = z.object({ name: settable.name, email, timezone });
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
		region: z.enum(regions),
		database: z.string().meta({ description: "The database that holds the tenant's data.", example: "DATA_1" }),
		stored_bytes: z
			.int()
			.nullable()
			.meta({ description: "About how many bytes the tenant stores; null while its database does not answer." }),
		stored_bytes_limit: z.int().meta({ description: "How many it may store, by its plan." }),
		delete_at: time
			.nullable()
			.meta({ description: "The tenant is refused everywhere, and is removed from this time on; null otherwise." }),
		created_at: time,
		updated_at: time,
	})
	.meta({ id: "Tenant" });

export type Tenant = z.output<typeof tenant>;
export type TenantRow = typeof tenants.$inferSelect;

/** `storedBytes` matters only in answers to the operator. They change without a new version (contract: Versions 3). */
export const toTenant = (row: TenantRow, storedBytes: number | null = 0): Tenant =>
	withVersion(
		row.revision,
		{
			object: "tenant",
			id: row.id,
			name: row.name,
			plan: row.plan,
			email: row.email,
			timezone: row.timezone,
			subscription_status: row.subscriptionStatus,
			trial_ends_at: timestampOrNull(row.trialEndsAt),
			region: row.region,
			database: row.database,
			stored_bytes: storedBytes,
			stored_bytes_limit: storedBytesLimits[row.plan],
			delete_at: timestampOrNull(row.deleteAt),
			created_at: timestamp(row.createdAt),
			updated_at: timestamp(row.updatedAt),
		},
		String(storedBytes),
	);
