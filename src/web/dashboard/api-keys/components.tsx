import type { ApiKey } from "../../../domain/access/api-keys/schema.ts";
import { hasApiAccess, requestsPerMinute, tierOf } from "../../../platform/gate/plans.ts";
import { dayMs } from "../../../platform/lib/time.ts";
import { Badge, Note } from "../../ui/components/elements.tsx";
import { LocalTime } from "../components/local-time.tsx";
import type { Visit } from "../frame/visit.ts";
import type { Use } from "./use.ts";

export const path = "/dashboard/api_keys";
export const pathOf = ({ id }: { id: string }): string => `${path}/${id}`;
export const back = (visit: Visit) => ({ href: visit.to(path), text: "API keys" });

const soonMs = 7 * dayMs;

/** A key that has expired is shown as expired, even if its status is ACTIVE. */
function statesOf({ status, expires_at }: ApiKey, now: number) {
	if (status === "REVOKED") return [{ tone: "bad", text: "Revoked" }] as const;
	const leftMs = expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at) - now;
	if (leftMs <= 0) return [{ tone: "warn", text: "Expired" }] as const;
	const state =
		status === "ACTIVE" ? ({ tone: "good", text: "Active" } as const) : ({ tone: "warn", text: "Paused" } as const);
	return leftMs < soonMs ? ([state, { tone: "warn", text: "Expires soon" }] as const) : ([state] as const);
}

export const State = ({ apiKey, visit }: { apiKey: ApiKey; visit: Visit }) => (
	<span class="badges">
		{statesOf(apiKey, visit.ctx.now).map(({ tone, text }) => (
			<Badge tone={tone}>{text}</Badge>
		))}
	</span>
);

/** `use` is null if the request log does not answer. */
export const LastUsed = ({ use, zone }: { use: Use | null; zone: string }) => {
	if (!use) return <span class="dim">Not available now</span>;
	return use.lastUsedAt === null ? (
		<span class="dim">No use recorded</span>
	) : (
		<LocalTime at={use.lastUsedAt} zone={zone} />
	);
};

/** Contract: Plans 2. */
export const NoApiAccess = ({ visit }: { visit: Visit }) =>
	hasApiAccess(visit.studio.plan) ? null : (
		<Note tone="warn">
			Your studio is on the plan Light, which has no API access. Every request with a key is refused. The keys will work
			as soon as the studio is on Solo or a higher plan.
		</Note>
	);

const tierNames = { free: "Free", standard: "Standard", pro: "Pro", custom: "Custom" } as const;

/** Contract: Rate limits 2, Rate limits 3, Rate limits 7. */
function tierOfKey(key: ApiKey, { studio: tenant }: Visit): { name: string; limit: number } {
	const own = { ownTier: key.rate_limit_tier, tenant };
	const limit = requestsPerMinute({ ...own, customLimit: key.rate_limit_per_minute, testMode: key.mode === "test" });
	return { name: tierNames[tierOf(own)], limit };
}

export const Tier = ({ apiKey, visit }: { apiKey: ApiKey; visit: Visit }) => {
	const { name, limit } = tierOfKey(apiKey, visit);
	return (
		<>
			{name}
			<div class="dim">{limit} a minute</div>
		</>
	);
};

export function rateLimitOf(key: ApiKey, visit: Visit): string {
	const { name, limit } = tierOfKey(key, visit);
	const from = key.rate_limit_tier === null ? ", from your plan" : "";
	const half = key.mode === "test" ? " (half, because it is a test key)" : "";
	return `${name}${from}: ${limit} requests a minute${half}`;
}
