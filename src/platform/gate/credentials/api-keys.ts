import { eq, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { builder } from "../../db/statements/builder.ts";
import { apiKeys, apiKeyValues, type keyModes } from "../../db/tables/control/api-keys.ts";
import { tenants } from "../../db/tables/control/tenants.ts";
import { isWellFormedToken, mintToken } from "../../lib/secrets/secret-value.ts";
import { problem } from "../../problems/problem.ts";
import type { Tier } from "../plans.ts";
import type { CredentialRefusal } from "./credential-refusal.ts";
import { isAllowed } from "./ip-allowlist.ts";
import { type TenantOfCredential, toTenantOfCredential } from "./tenant-of-credential.ts";

type Mode = (typeof keyModes)[number];

const prefixes: Record<Mode, string> = { live: "svc_live_sk_", test: "svc_test_sk_" };

export const mintKey = (mode: Mode): string => mintToken(prefixes[mode]);

export const isWellFormedKey = (value: string): boolean =>
	Object.values(prefixes).some((prefix) => isWellFormedToken(prefix, value));

/** An API key as the gate knows it, through one of its values. */
export interface KeyRecord {
	kind: "api_key";
	id: string;
	name: string;
	actor: { type: "api_key"; id: string };
	bucket: string;
	testMode: boolean;
	status: "ACTIVE" | "INACTIVE" | "REVOKED";
	/** The last characters of the value that was sent. */
	hint: string;
	/** Until when a replaced value still works; null for the current value of the key. */
	goodUntil: number | null;
	expiresAt: number | null;
	scopes: string[];
	ipAllowlist: string[];
	ownTier: Tier | null;
	customLimit: number | null;
	tenant: TenantOfCredential;
	/** The version of the tenant's credentials when this was read. */
	version: number;
}

const keyOfHash = builder
	.select()
	.from(apiKeyValues)
	.innerJoin(apiKeys, eq(apiKeys.id, apiKeyValues.keyId))
	.innerJoin(tenants, eq(tenants.id, apiKeys.tenantId))
	.where(eq(apiKeyValues.hash, sql.placeholder("hash")))
	.prepare();

export async function readKey(control: Database, hash: string): Promise<KeyRecord | null> {
	const [row] = await control.execute(keyOfHash, { hash });
	if (!row) return null;
	const { api_key_values: value, api_keys: key, tenants: tenant } = row;
	return {
		kind: "api_key",
		id: key.id,
		name: key.name,
		actor: { type: "api_key", id: key.id },
		bucket: key.id,
		testMode: key.mode === "test",
		status: key.status,
		hint: value.hint,
		goodUntil: value.goodUntil,
		expiresAt: key.expiresAt,
		scopes: key.scopes,
		ipAllowlist: key.ipAllowlist,
		ownTier: key.rateLimitTier,
		customLimit: key.rateLimitPerMinute,
		tenant: toTenantOfCredential(tenant),
		version: tenant.credentialVersion,
	};
}

/** Why the key does not work now from this address; null when it works. Contract: Credentials 9. */
export function keyRefusal(key: KeyRecord, now: number, address: string | null): CredentialRefusal | null {
	// This is final: a revoked key and a replaced value never work again.
	if (key.status === "REVOKED" || (key.goodUntil !== null && key.goodUntil <= now))
		return { final: true, problem: problem("revoked_api_key", "This API key was revoked or replaced.") };
	if (key.expiresAt !== null && key.expiresAt <= now)
		return { final: false, problem: problem("expired_api_key", "This API key has expired.") };
	if (key.status === "INACTIVE")
		return { final: false, problem: problem("inactive_api_key", "This API key is paused.") };
	if (isAllowed(key.ipAllowlist, address)) return null;
	return {
		final: false,
		problem: problem("ip_not_allowed", "The connecting address is not on this key's allowlist."),
	};
}
