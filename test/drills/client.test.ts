import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { type StudioEvent, TattooStudio } from "../../client/src/index.ts";
import { FaultyProxy } from "./faulty-proxy.ts";
import { sharedServer } from "./shared-server.ts";

const server = sharedServer();
beforeAll(async () => {
	await server.ready();
});

const changes = 1000;
/** A studio has a limit of requests of its own, so that many changes need several. */
const studios = 5;

let proxy: FaultyProxy;
let address: string;
beforeAll(async () => {
	proxy = new FaultyProxy({ target: server.origin, seed: inject("seed"), part: 0.35 });
	address = await proxy.start();
});
afterAll(() => proxy.stop());

async function newKey(): Promise<string> {
	const tenant = await server.operate("POST", "/admin/tenants", {
		name: "Proxy",
		plan: "empire",
		email: "proxy@example.com",
	});
	const { body } = await server.operate("POST", `/admin/tenants/${tenant.body.id}/api_keys`, {
		name: "Proxy",
		rate_limit_tier: "custom",
		rate_limit_per_minute: 100_000,
		scopes: ["read:leads", "write:leads", "read:events"],
	});
	return body.key;
}

/** Makes leads, a few at a time, and changes each once. */
async function work(studio: TattooStudio, names: string[]): Promise<string[]> {
	const made: string[] = [];
	const waiting = [...names];
	const worker = async () => {
		for (let name = waiting.shift(); name; name = waiting.shift()) {
			const lead = await studio.leads.create({ first_name: name });
			made.push(lead.id);
			expect(await studio.leads.update(lead.id, { stage: "CONTACTED" })).toMatchObject({ first_name: name });
		}
	};
	await Promise.all(Array.from({ length: 10 }, worker));
	return made;
}

async function follow(studio: TattooStudio, count: number): Promise<StudioEvent[]> {
	const events: StudioEvent[] = [];
	for await (const event of studio.events.follow({ after: 0 })) if (events.push(event) === count) break;
	return events;
}

it(`${changes} changes through a network that drops, delays, refuses and breaks off happen once each, and the feed tells each once and in order`, async () => {
	const names = Array.from({ length: changes / 2 / studios }, (_, n) => `lead-${n}`);
	await Promise.all(
		Array.from({ length: studios }, async () => {
			const apiKey = await newKey();
			// Patience is short, so that a request is sent again while its first copy still runs.
			const studio = new TattooStudio({ apiKey, baseUrl: address, timeoutMs: 2000, maxRetries: 15 });
			const following = follow(studio, 2 * names.length);
			const made = await work(studio, names);

			const leads: { id: string; first_name: string; stage: string }[] = [];
			for await (const lead of studio.leads.list({ limit: 7 })) leads.push(lead);
			expect(leads.map(({ first_name }) => first_name).sort()).toEqual([...names].sort());
			expect(leads.map(({ id }) => id).sort()).toEqual([...made].sort());
			expect(leads.every(({ stage }) => stage === "CONTACTED")).toBe(true);

			const events = await following;
			expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, n) => n + 1));
			for (const type of ["lead.created", "lead.stage_changed"]) {
				const told = events
					.filter((event) => event.type === type)
					.map(({ data }) => (data as { leadId: string }).leadId);
				expect(told.sort()).toEqual([...made].sort());
			}
		}),
	);
	for (const [fault, times] of Object.entries(proxy.done)) expect(times, fault).toBeGreaterThan(0);
}, 600_000);
