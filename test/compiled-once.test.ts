import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import { app } from "../src/entry/app.ts";
import { isInWorkerd } from "./support/runtime.ts";
import { at, newStudio, type Studio } from "./support/studio.ts";

/** Only the platform in one process tells of compilations. In workerd the requests must succeed. */
const { recompiled } = isInWorkerd
	? { recompiled: new Map<string, number>() }
	: await import("../lab/platform/d1/sqlite.ts");

let studio: Studio;
beforeAll(async () => {
	studio = await newStudio();
});

async function send(method: string, path: string, body?: object): Promise<void> {
	const ctx = createExecutionContext();
	const headers = {
		Authorization: `Bearer ${studio.key}`,
		...(body ? { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() } : {}),
	};
	const request = new Request(`https://api.test${path}`, { method, headers, body: body ? JSON.stringify(body) : null });
	const response = await app.fetch(request, env as never, ctx);
	expect(response.status, await response.text()).toBeLessThan(300);
	await waitOnExecutionContext(ctx);
}

const query = (values: Record<string, string>) => new URLSearchParams(values).toString();

it.each<[string, (studio: Studio, n: number) => [method: string, path: string, body?: object]]>([
	["GET a client", ({ clientId }) => ["GET", `/v1/clients/${clientId}`]],
	["GET a page of clients", () => ["GET", "/v1/clients?limit=50"]],
	["search clients", (_, n) => ["GET", `/v1/clients?q=an${n}`]],
	["GET changed clients", (_, n) => ["GET", `/v1/clients?updated_since=2026-0${n + 1}-01T00:00:00Z`]],
	["GET appointments of a time", (_, n) => ["GET", `/v1/appointments?start_from=2027-0${n + 1}-01T00:00:00Z`]],
	["GET leads", () => ["GET", "/v1/leads"]],
	["GET the feed", (_, n) => ["GET", `/v1/events?after_sequence=${n}`]],
	[
		"GET availability",
		({ artistId, typeId }, n) => [
			"GET",
			`/v1/availability?${query({ artist_id: artistId, event_type_id: typeId, from: at("00:00"), to: at(`2${n}:00`) })}`,
		],
	],
	["POST a client", (_, n) => ["POST", "/v1/clients", { email: `new-${n}@example.com`, first_name: "Ana" }]],
	["PATCH a client", ({ clientId }, n) => ["PATCH", `/v1/clients/${clientId}`, { first_name: `Ana ${n}` }]],
	["POST a lead", (_, n) => ["POST", "/v1/leads", { first_name: `Ana ${n}` }]],
	[
		"POST an appointment",
		({ artistId, clientId, typeId }, n) => [
			"POST",
			"/v1/appointments",
			{ artist_id: artistId, client_id: clientId, event_type_id: typeId, start_at: at(`1${n}:00`) },
		],
	],
])("no statement of “%s” is compiled again when it runs again", async (_, requestOf) => {
	for (const n of [0, 1]) await send(...requestOf(studio, n));
	recompiled.clear();
	await send(...requestOf(studio, 2));
	expect([...recompiled.keys()]).toEqual([]);
});
