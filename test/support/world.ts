import { env } from "cloudflare:workers";
import { dataIds } from "../../src/platform/db/databases.ts";
import { mintKey } from "../../src/platform/gate/credentials/api-keys.ts";
import { scopes } from "../../src/platform/gate/scopes.ts";
import { clock } from "../../src/platform/lib/clock.ts";
import { newId } from "../../src/platform/lib/ids.ts";
import { hashOfSecret, hintOfSecret } from "../../src/platform/lib/secrets/secret-value.ts";
import { type Answer, type Call, call } from "./api.ts";
import { addRows } from "./database.ts";

const token = { Authorization: `Bearer ${env.OPERATOR_TOKEN}` };

export const operate = (status: number, path: string, options: Call = {}): Promise<Answer> =>
	call(status, path, { ...options, headers: { ...token, ...options.headers } });

export interface Tenant {
	id: string;
	key: string;
	keyId: string;
}

const tenantOf = (given: object) => ({
	name: "Black Lotus",
	plan: "solo",
	email: "owner@example.com",
	timezone: "Europe/Berlin",
	...given,
});
const keyOf = <G extends object>(given: G) => ({ name: "Test", scopes, ...given });

/** As the operator does, with an entry in the audit log. */
export const createTenant = async (given: Record<string, unknown> = {}): Promise<string> =>
	(await operate(201, "/admin/tenants", { body: tenantOf(given) })).body.id;

/** As the operator does, with an entry in the audit log. */
export async function createKey(
	tenantId: string,
	given: Record<string, unknown> = {},
): Promise<{ id: string; key: string }> {
	const { body } = await operate(201, `/admin/tenants/${tenantId}/api_keys`, { body: keyOf(given) });
	return { id: body.api_key.id, key: body.key };
}

const dataDatabases = dataIds(env);
let placed = 0;

/** The tenants take turns, so that those of one test are in different databases. */
const nextDatabase = (): string => dataDatabases[placed++ % dataDatabases.length] ?? "DATA_1";

/** Adding the row is fast, and most tests do not care how a tenant is made. */
export async function newTenant(
	given: { name?: string; plan?: string; email?: string; database?: string } = {},
): Promise<string> {
	const now = clock.now();
	const id = newId("tenant", now);
	const { database = nextDatabase(), ...rest } = given;
	const tenant = tenantOf(rest);
	const row = { id, ...tenant, database, subscription_status: "active", created_at: now, updated_at: now };
	await addRows(["tenants", row], ["studios", { tenant_id: id, effects: 0, ...tenant }]);
	return id;
}

interface GivenKey {
	name?: string;
	scopes?: readonly string[];
	mode?: "live" | "test";
	ip_allowlist?: string[];
	expires_at?: string;
	rate_limit_tier?: string | null;
	rate_limit_per_minute?: number | null;
}

export async function newKey(tenantId: string, given: GivenKey = {}): Promise<{ id: string; key: string }> {
	const now = clock.now();
	const id = newId("api_key", now);
	const { mode = "live", ip_allowlist = [], expires_at, ...rest } = keyOf(given);
	const key = mintKey(mode);
	const expires = expires_at === undefined ? null : Date.parse(expires_at);
	const row = { id, tenant_id: tenantId, mode, status: "ACTIVE", ip_allowlist, expires_at: expires, ...rest };
	await addRows(
		["api_keys", { ...row, created_at: now, updated_at: now }],
		["api_key_values", { hash: hashOfSecret(key), key_id: id, hint: hintOfSecret(key), created_at: now }],
	);
	return { id, key };
}

interface GivenWorld {
	plan?: string;
	limit?: number;
	database?: string;
}

/** The key has every scope. Its limit is high, so that only tests of limits meet it. */
export async function newWorld({ plan = "solo", limit = 100_000, database }: GivenWorld = {}): Promise<Tenant> {
	const id = await newTenant({ plan, ...(database === undefined ? {} : { database }) });
	const { id: keyId, key } = await newKey(id, { rate_limit_tier: "custom", rate_limit_per_minute: limit });
	return { id, key, keyId };
}

/** The route of the clock also does the due work (contract: Running 7). */
export const letPass = (seconds: number) => operate(200, "/admin/dev/advance", { body: { seconds } });

export const changePlan = (tenantId: string, plan: string): Promise<Answer> =>
	operate(200, `/admin/tenants/${tenantId}`, { method: "PATCH", body: { plan } });
