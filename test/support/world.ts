import { env } from "cloudflare:workers";
import { scopes } from "../../src/gate/scopes.ts";
import { type Answer, type Call, call } from "./api.ts";

const token = { Authorization: `Bearer ${env.OPERATOR_TOKEN}` };

/** Calls the operator interface. */
export const operate = (status: number, path: string, options: Call = {}): Promise<Answer> =>
	call(status, path, { ...options, headers: { ...token, ...options.headers } });

export interface Tenant {
	id: string;
	key: string;
	keyId: string;
}

export async function newTenant(given: Record<string, unknown> = {}): Promise<string> {
	const body = { name: "Black Lotus", plan: "solo", email: "owner@example.com", timezone: "Europe/Berlin", ...given };
	return (await operate(201, "/admin/tenants", { body })).body.id;
}

export async function newKey(
	tenantId: string,
	given: Record<string, unknown> = {},
): Promise<{ id: string; key: string }> {
	const { body } = await operate(201, `/admin/tenants/${tenantId}/api_keys`, {
		body: { name: "Test", scopes, ...given },
	});
	return { id: body.api_key.id, key: body.key };
}

/** Makes a tenant and a key with every scope. The limit is high, so that only tests of limits meet it. */
export async function newWorld({ plan = "solo", limit = 100_000 } = {}): Promise<Tenant> {
	const id = await newTenant({ plan });
	const { id: keyId, key } = await newKey(id, { rate_limit_tier: "custom", rate_limit_per_minute: limit });
	return { id, key, keyId };
}

/** Moves the service's clock. */
export const advance = (seconds: number) => operate(200, "/admin/dev/advance", { body: { seconds } });
