import { secretsAt } from "./inventory.ts";
import type { Rehearsal } from "./rehearsal.ts";

const origin = "https://api.example.com";

// biome-ignore lint/suspicious/noExplicitAny: read by path
type Answer = any;

export async function send(
	rehearsal: Rehearsal,
	method: string,
	path: string,
	body?: object,
	key?: string,
): Promise<Answer> {
	const token = key ?? secretsAt(rehearsal.cloud, "api.example.com").OPERATOR_TOKEN;
	const response = await fetch(origin + path, {
		method,
		headers: { Authorization: `Bearer ${token}`, ...(body && { "Content-Type": "application/json" }) },
		...(body && { body: JSON.stringify(body) }),
	});
	const answer = await response.json();
	if (!response.ok) throw new Error(`${method} ${path} gave ${response.status} ${JSON.stringify(answer)}`);
	return answer;
}

export async function newStudio(rehearsal: Rehearsal, name: string, database: string) {
	const email = `${name.toLowerCase()}@example.com`;
	const tenant = await send(rehearsal, "POST", "/admin/tenants", { name, email, plan: "studio", database });
	const scopes = ["read:clients", "write:clients", "read:artists", "write:artists", "read:audit_log"];
	const { key, api_key } = await send(rehearsal, "POST", `/admin/tenants/${tenant.id}/api_keys`, {
		name: "key",
		scopes,
	});
	const artist = await send(rehearsal, "POST", "/v1/artists", { name: `${name} Artist` }, key);
	const client = await send(rehearsal, "POST", "/v1/clients", { email: "ada@example.com", first_name: "Ada" }, key);
	return { id: tenant.id as string, key: key as string, keyId: api_key.id as string, artist, client };
}
