import type { tiers } from "../db/tables/control/api-keys.ts";
import type { plans } from "../db/tables/control/tenants.ts";

/**
 * The limits of plans that the gate asks for. Endpoints are counted in `domain/events/endpoint-work/plan-cap.ts`, because
 * the transaction refuses what is beyond that cap.
 */
export type Plan = (typeof plans)[number];
export type Tier = (typeof tiers)[number];

/** Requests a minute for each tier (contract: Rate limits 2). `custom` is the key's own number. */
export const tierLimits: Record<Exclude<Tier, "custom">, number> = { free: 60, standard: 100, pro: 500 };

/** The limit for all keys of a tenant together (contract: Rate limits 5). */
export const tenantRequestsPerMinute = 1000;

const planTiers: Record<Plan, Exclude<Tier, "custom">> = {
	light: "free",
	solo: "standard",
	duo: "standard",
	crew: "standard",
	studio: "pro",
	empire: "pro",
};

const gibi = 1024 ** 3;

/** How many bytes a tenant may store (contract: Plans 9). Light has no API, but its earlier data stays. */
export const storedBytesLimits: Record<Plan, number> = {
	light: gibi,
	solo: gibi,
	duo: 2 * gibi,
	crew: 5 * gibi,
	studio: 10 * gibi,
	empire: 50 * gibi,
};

/** Contract: Plans 2. */
export const hasApiAccess = (plan: Plan): boolean => plan !== "light";

/** Contract: Plans 4. */
export const hasAppRegistration = (plan: Plan): boolean => plan === "studio" || plan === "empire";

/** A key without a tier of its own follows the tenant's present plan (contract: Rate limits 3). */
export const tierOf = (credential: { ownTier: Tier | null; tenant: { plan: Plan } }): Tier =>
	credential.ownTier ?? planTiers[credential.tenant.plan];

/** A test-mode key has half the limit (contract: Rate limits 7). */
export function requestsPerMinute(credential: {
	ownTier: Tier | null;
	customLimit: number | null;
	testMode: boolean;
	tenant: { plan: Plan };
}): number {
	const tier = tierOf(credential);
	const limit = tier === "custom" ? (credential.customLimit ?? tierLimits.free) : tierLimits[tier];
	return credential.testMode ? Math.max(1, Math.floor(limit / 2)) : limit;
}
