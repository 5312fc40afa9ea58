import { ask, many } from "./ask.ts";

export interface Studio {
	id: string;
	key: string;
	clientId: string;
}

let founded = 0;

const scopes = [
	...["clients", "appointments", "artists", "webhook_endpoints"].flatMap((name) => [`read:${name}`, `write:${name}`]),
	"read:events",
];

export const newKey = async (origin: string, tenantId: string): Promise<string> =>
	(
		await ask<{ key: string }>(origin, `/admin/tenants/${tenantId}/api_keys`, {
			name: "Bench",
			scopes,
			rate_limit_tier: "custom",
			rate_limit_per_minute: 100_000,
		})
	).key;

export async function newStudio(origin: string): Promise<Studio> {
	const n = ++founded;
	const tenant = { name: `Studio ${n}`, plan: "empire", email: `owner-${n}@example.com`, timezone: "UTC" };
	const { id } = await ask<{ id: string }>(origin, "/admin/tenants", tenant);
	const key = await newKey(origin, id);
	const client = { first_name: "Ada", email: "ada@example.com" };
	return { id, key, clientId: (await ask<{ id: string }>(origin, "/v1/clients", client, { key })).id };
}

/** A studio may send 1000 requests a minute, so many studios share the load, as in production. */
export const newStudios = (origin: string, count: number): Promise<Studio[]> => many(count, () => newStudio(origin));
