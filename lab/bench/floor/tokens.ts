import { type Env, gateOf } from "./gate.ts";

/** Makes the round trips of a refresh: limits, app, secret, token, rotation. Returns the next token. */
export async function refresh(env: Env, tenant: string, id: string): Promise<string> {
	const { DATA } = env;
	const now = Date.now();
	const find = (one: string) =>
		DATA.prepare("SELECT * FROM tokens WHERE tenant_id = ? AND id = ?").bind(tenant, one).first();
	await gateOf(env, `addresses-${tenant}`).call();
	await find("app");
	await find("secret");
	await gateOf(env, tenant).call();
	await find(id);
	const next = crypto.randomUUID();
	const insert = (one: string) =>
		DATA.prepare("INSERT INTO tokens (tenant_id, id, body, created_at) VALUES (?, ?, '', ?)").bind(tenant, one, now);
	await DATA.batch([
		DATA.prepare("UPDATE tokens SET body = 'used' WHERE tenant_id = ? AND id = ?").bind(tenant, id),
		DATA.prepare("UPDATE tokens SET created_at = ? WHERE tenant_id = ? AND id = 'grant'").bind(now, tenant),
		insert(next),
		insert(`access-${next}`),
	]);
	return next;
}
