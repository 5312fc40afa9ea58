import { crc32 } from "node:zlib";
import { eq } from "drizzle-orm";
import type { Database } from "../db/database.ts";
import { apiKeys, apiKeyValues, type keyModes, tenants } from "../db/schema.ts";
import { base62, randomBase62, sha256 } from "../lib/crypto.ts";
import type { Code } from "../problems.ts";
import { isAllowed } from "./ip-allowlist.ts";
import type { Plan, Tier } from "./plans.ts";

type Mode = (typeof keyModes)[number];

/** 30 letters of base 62 hold 178 bits. */
const randomLength = 30;
const checksumLength = 6;
const form = /^svc_(?:live|test)_sk_([0-9A-Za-z]+)$/;

/**
 * A new key value: prefix, randomness, and a checksum of both, so that a mistyped key is refused
 * without a look-up and scanners can tell a leaked one from chance.
 */
export function mintKey(mode: Mode): string {
	const body = `svc_${mode}_sk_${randomBase62(randomLength)}`;
	return body + checksum(body);
}

const checksum = (body: string) => base62(crc32(body), checksumLength);

export function isKeyForm(value: string): boolean {
	if (form.exec(value)?.[1]?.length !== randomLength + checksumLength) return false;
	return checksum(value.slice(0, -checksumLength)) === value.slice(-checksumLength);
}

export const hashOfKey = (value: string): string => sha256(value);
export const hintOfKey = (value: string): string => value.slice(-4);

/** An API key as the gate knows it, through one of its values. */
export interface KeyRecord {
	kind: "api_key";
	id: string;
	name: string;
	testMode: boolean;
	status: "ACTIVE" | "INACTIVE" | "REVOKED";
	/** Null: this is the key's current value; otherwise it was replaced. */
	goodUntil: number | null;
	expiresAt: number | null;
	scopes: string[];
	ipAllowlist: string[];
	ownTier: Tier | null;
	customLimit: number | null;
	tenant: { id: string; name: string; plan: Plan };
	/** Of the tenant's credentials when this was read. */
	version: number;
}

export async function readKey(db: Database, hash: string): Promise<KeyRecord | null> {
	const [row] = await db
		.select()
		.from(apiKeyValues)
		.innerJoin(apiKeys, eq(apiKeys.id, apiKeyValues.keyId))
		.innerJoin(tenants, eq(tenants.id, apiKeys.tenantId))
		.where(eq(apiKeyValues.hash, hash));
	if (!row) return null;
	const { api_key_values: value, api_keys: key, tenants: tenant } = row;
	return {
		kind: "api_key",
		id: key.id,
		name: key.name,
		testMode: key.mode === "test",
		status: key.status,
		goodUntil: value.goodUntil,
		expiresAt: key.expiresAt,
		scopes: key.scopes,
		ipAllowlist: key.ipAllowlist,
		ownTier: key.rateLimitTier,
		customLimit: key.rateLimitPerMinute,
		tenant: { id: tenant.id, name: tenant.name, plan: tenant.plan },
		version: tenant.credentialVersion,
	};
}

type KeyRefusal = Extract<Code, "revoked_api_key" | "expired_api_key" | "inactive_api_key" | "ip_not_allowed">;

/** Why the key does not work now from this address, if it does not. */
export function keyRefusal(key: KeyRecord, now: number, address: string | null): KeyRefusal | null {
	if (isDead(key, now)) return "revoked_api_key";
	if (key.expiresAt !== null && key.expiresAt <= now) return "expired_api_key";
	if (key.status === "INACTIVE") return "inactive_api_key";
	return isAllowed(key.ipAllowlist, address) ? null : "ip_not_allowed";
}

/** Refused for good: nothing brings a revoked key or a replaced value back. */
export const isDead = (key: KeyRecord, now: number): boolean =>
	key.status === "REVOKED" || (key.goodUntil !== null && key.goodUntil <= now);
