import * as z from "zod";
import { type apiKeys, keyModes, keyStatuses, tiers } from "../../../platform/db/tables/control/api-keys.ts";
import { parseRange } from "../../../platform/gate/credentials/ip-allowlist.ts";
import { type Scope, scopes } from "../../../platform/gate/scopes.ts";
import { id, instant, name, time } from "../../../platform/http/fields/fields.ts";
import { withVersion } from "../../../platform/http/versions/version.ts";
import { bounded } from "../../../platform/lib/bounded.ts";
import { timestamp, timestampOrNull } from "../../../platform/lib/time.ts";

const maxAllowlist = 100;
/** Every scope, and some of them twice. */
const maxScopes = 100;
/** The longest form of an IPv6 network is half as long. */
const maxRangeLength = 100;
const maxOverlapSeconds = 7 * 86_400;
/** Far above what one tenant may send with all its keys. */
const maxPerMinute = 100_000;

const unique = (values: string[]) => [...new Set(values)];

const settable = {
	name: name(),
	scopes: z
		.array(z.enum(scopes as readonly [Scope, ...Scope[]]))
		.max(maxScopes)
		.transform(unique),
	ip_allowlist: z
		.array(
			bounded(maxRangeLength).refine(
				(entry) => parseRange(entry) !== null,
				"must be an IPv4 or IPv6 address or CIDR range",
			),
		)
		.max(maxAllowlist)
		.transform(unique),
	expires_at: instant.nullable(),
	rate_limit_tier: z.enum(tiers).nullable(),
	rate_limit_per_minute: z.int().min(1).max(maxPerMinute).nullable(),
};

export const newApiKey = z.object({
	...z.object(settable).partial().shape,
	name: settable.name,
	mode: z.enum(keyModes).default("live"),
});

export const apiKeyPatch = z.object({ ...z.object(settable).partial().shape, status: z.enum(keyStatuses).optional() });

export const rotation = z.object({ overlap_seconds: z.int().min(0).max(maxOverlapSeconds).default(0) });

export const apiKey = z
	.object({
		object: z.literal("api_key"),
		id: id("api_key"),
		tenant_id: id("tenant"),
		name: z.string(),
		mode: z.enum(keyModes),
		status: z.enum(keyStatuses),
		hint: z.string().meta({ description: "The last characters of the key's current value." }),
		scopes: z.array(z.string()),
		ip_allowlist: z.array(z.string()),
		expires_at: time.nullable(),
		rate_limit_tier: z.enum(tiers).nullable().meta({ description: "Null: the tier of the tenant's plan." }),
		rate_limit_per_minute: z.int().nullable(),
		created_at: time,
		updated_at: time,
	})
	.meta({ id: "ApiKey" });

export const keyWithValue = z.object({
	api_key: apiKey,
	key: z.string().meta({ description: "The value of the key. Only this answer shows it." }),
});

export type ApiKey = z.output<typeof apiKey>;
export type ApiKeyRow = typeof apiKeys.$inferSelect;

export const toApiKey = (row: ApiKeyRow, hint: string): ApiKey =>
	withVersion(row.revision, {
		object: "api_key",
		id: row.id,
		tenant_id: row.tenantId,
		name: row.name,
		mode: row.mode,
		status: row.status,
		hint,
		scopes: row.scopes,
		ip_allowlist: row.ipAllowlist,
		expires_at: timestampOrNull(row.expiresAt),
		rate_limit_tier: row.rateLimitTier,
		rate_limit_per_minute: row.rateLimitPerMinute,
		created_at: timestamp(row.createdAt),
		updated_at: timestamp(row.updatedAt),
	});
