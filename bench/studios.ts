import type { Miniflare } from "miniflare";
import { operatorToken } from "./contenders.ts";

/** A studio's own limit is 1000 requests a minute, so many studios share the load, as they would. */
const studioCount = 64;

export interface Studio {
	id: string;
	key: string;
	clientId: string;
}

async function ask<T>(origin: string, path: string, token: string, body: object): Promise<T> {
	const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
	const response = await fetch(origin + path, { method: "POST", headers, body: JSON.stringify(body) });
	const answer = await response.json();
	if (response.status !== 201) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
	return answer as T;
}

async function newStudio(origin: string, n: number): Promise<Studio> {
	const tenant = { name: `Studio ${n}`, plan: "empire", email: `owner-${n}@example.com` };
	const { id } = await ask<{ id: string }>(origin, "/admin/tenants", operatorToken, tenant);
	const { key } = await ask<{ key: string }>(origin, `/admin/tenants/${id}/api_keys`, operatorToken, {
		name: "Bench",
		scopes: ["read:clients", "write:clients"],
		rate_limit_tier: "custom",
		rate_limit_per_minute: 100_000,
	});
	const client = await ask<{ id: string }>(origin, "/v1/clients", key, { first_name: "Ada", email: "ada@example.com" });
	return { id, key, clientId: client.id };
}

export async function newStudios(origin: string): Promise<Studio[]> {
	const studios: Studio[] = [];
	for (let n = 0; n < studioCount; n++) studios.push(await newStudio(origin, n));
	return studios;
}

/** Fills the tables of both up to so many records, for the first studios alone: those of `filled`. */
export async function fill(runtime: Miniflare, studios: Studio[], total: number): Promise<void> {
	const each = total / filledStudios;
	await fillClients(runtime, filled(studios), each);
	await fillFloor(runtime, each);
}

/** As few as keep their limits while a list of theirs is read. */
const filledStudios = 10;
export const filled = <T>(studios: T[]): T[] => studios.slice(0, filledStudios);

/** Copies of the studio's own client, which is the first. */
async function fillClients(runtime: Miniflare, studios: Studio[], upTo: number): Promise<void> {
	const data = await runtime.getD1Database("DATA_1", "product");
	const { results } = await data.prepare("SELECT name FROM pragma_table_info('clients')").all<{ name: string }>();
	const columns = results.map(({ name }) => name);
	const own: Record<string, string> = {
		id: "'cli_' || printf('%032x', n.i)",
		email: "'client-' || n.i || '@example.com'",
		email_key: "'client-' || n.i || '@example.com'",
	};
	const values = columns.map((name) => own[name] ?? `one.${name}`);
	for (const { id, clientId } of studios)
		await data
			.prepare(
				`WITH RECURSIVE n(i) AS (SELECT (SELECT count(*) FROM clients WHERE tenant_id = ?1) + 1
					UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
				INSERT INTO clients (${columns.join()}) SELECT ${values.join()}
				FROM n JOIN clients AS one ON one.tenant_id = ?1 AND one.id = ?2`,
			)
			.bind(id, clientId, upTo)
			.run();
}

async function fillFloor(runtime: Miniflare, upTo: number): Promise<void> {
	const floor = await runtime.getD1Database("DATA", "floor");
	const body = JSON.stringify({ first_name: "Ada", last_name: null, email: "ada@example.com", phone: null, tags: [] });
	for (let n = 0; n < filledStudios; n++)
		await floor
			.prepare(
				`WITH RECURSIVE n(i) AS (SELECT (SELECT count(*) FROM records WHERE tenant_id = ?1) + 1
					UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
				INSERT INTO records SELECT ?1, printf('%032x', i), ?3, 0 FROM n`,
			)
			.bind(floorTenant(n), upTo, body)
			.run();
}

export const floorTenant = (n: number): string => `studio-${n}`;
