import { randomUUID } from "node:crypto";
import { scopes } from "../../src/platform/gate/scopes.ts";
import type { Caller } from "./caller.ts";

/** A studio whose artist works every day, and can be booked. */
export interface Studio {
	id: string;
	/** A key with every scope and without its own limit. */
	key: string;
	artistId: string;
	clientId: string;
	typeId: string;
}

/** Sends a request, and throws if its status is not the expected one. */
export async function request(
	caller: Caller,
	[method, path, status]: [string, string, number],
	{ key, body }: { key: string; body?: unknown },
) {
	const answer = await caller.call(method, path, { key, body });
	if (answer.status !== status) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
	return answer.body;
}

export async function newTenant(caller: Caller, given: object = {}): Promise<string> {
	const body = { name: "Drill", plan: "empire", email: "drill@example.com", ...given };
	return (await request(caller, ["POST", "/admin/tenants", 201], { key: caller.operatorToken, body })).id;
}

export async function newKey(caller: Caller, tenantId: string, perMinute = 100_000): Promise<string> {
	const body = { name: "Drill", scopes, rate_limit_tier: "custom", rate_limit_per_minute: perMinute };
	const path = `/admin/tenants/${tenantId}/api_keys`;
	return (await request(caller, ["POST", path, 201], { key: caller.operatorToken, body })).key;
}

export const newClient = async (caller: Caller, key: string): Promise<string> => {
	const body = { email: `${randomUUID()}@example.com`, first_name: "Ana" };
	return (await request(caller, ["POST", "/v1/clients", 201], { key, body })).id;
};

const everyDay = Array.from({ length: 7 }, (_, weekday) => ({ weekday, start: "06:00", end: "22:00" }));

export async function newStudio(caller: Caller, given: object = {}): Promise<Studio> {
	const id = await newTenant(caller, given);
	const key = await newKey(caller, id);
	const operator = caller.operatorToken;
	const artist = await request(caller, ["POST", "/v1/artists", 201], { key, body: { name: "Mia", timezone: "UTC" } });
	const hours = `/admin/artists/${artist.id}/working_hours`;
	await request(caller, ["PUT", hours, 200], { key: operator, body: { hours: everyDay } });
	const type = { artist_id: artist.id, name: "Tattoo", slug: "tattoo", duration_minutes: 60, kind: "TATTOO" };
	const types = `/admin/tenants/${id}/event_types`;
	const { id: typeId } = await request(caller, ["POST", types, 201], { key: operator, body: type });
	const clientId = await newClient(caller, key);
	return { id, key, artistId: artist.id, clientId, typeId };
}

/** The day is so many days ahead. */
export const noon = (days: number): string =>
	`${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T12:00:00.000Z`;
