import { beforeAll, describe, expect, it } from "vitest";
import { call } from "../support/api.ts";
import { database } from "../support/database.ts";
import { createClient, createEndpoint } from "../support/deliveries.ts";
import { newEndpoint, publish } from "../support/endpoints.ts";
import { Receiver } from "../support/receiver.ts";
import { newWorkbenchMember, pageTextOf, pathsIn, type WorkbenchMember } from "../support/workbench.ts";
import { changePlan, letPass, newKey, newTenant, newWorld, type Tenant } from "../support/world.ts";

const path = "/dashboard/events";

beforeAll(() => {
	new Receiver();
});

async function studio(): Promise<{ world: Tenant; owner: WorkbenchMember }> {
	const world = await newWorld({ plan: "studio" });
	return { world, owner: await newWorkbenchMember(world.id) };
}

const newest = async ({ key }: Tenant) => (await call(200, "/v1/events?limit=1", { key })).body.data[0];
const opened = async (owner: WorkbenchMember, id: string) => (await owner.open(`${path}/${id}`)).text;

describe("the list of events", () => {
	it("names who caused each, filters by type and time, and shows markup as text", async () => {
		const { world, owner } = await studio();
		const { id: keyId, key } = await newKey(world.id, { name: "<b>Till</b>" });
		const client = await createClient(key);
		await letPass(3600);
		await call(200, `/v1/clients/${client.id}`, { method: "PATCH", key, body: { notes: "x" } });
		const { text } = await owner.open(path);
		expect(pageTextOf(text)).toContain("API key <b>Till</b>");
		expect(pathsIn(text)).toEqual(
			expect.arrayContaining([`/dashboard/api_keys/${keyId}`, `/dashboard/clients/${client.id}`]),
		);
		const typesIn = (html: string) => [...html.matchAll(/<code>(client\.\w+)<\/code>/g)].map(([, type]) => type);
		expect(typesIn(text)).toEqual(["client.updated", "client.created"]);
		expect(typesIn((await owner.open(path, { type: "client.created" })).text)).toEqual(["client.created"]);
		const since = new Date(Date.parse((await newest(world)).created_at) - 60_000);
		const berlin = new Intl.DateTimeFormat("sv-SE", {
			timeZone: "Europe/Berlin",
			dateStyle: "short",
			timeStyle: "short",
		});
		const field = berlin.format(since).replace(" ", "T");
		expect(typesIn((await owner.open(path, { since: field })).text)).toEqual(["client.updated"]);
	});

	it("goes on to older events, each once", async () => {
		const { world, owner } = await studio();
		await Promise.all(Array.from({ length: 55 }, () => publish(world.id)));
		const first = (await owner.open(path)).text;
		const after = /after=(evt_[0-9a-f]{32})/.exec(first)?.[1] ?? "";
		const second = (await owner.open(path, { after })).text;
		const idsIn = (html: string) => pathsIn(html).filter((one) => one.startsWith(`${path}/evt_`));
		expect([idsIn(first).length, idsIn(second).length]).toEqual([50, 5]);
		expect(new Set([...idsIn(first), ...idsIn(second)]).size).toBe(55);
	});
});

describe("the page of an event", () => {
	it("shows what changed, who changed it and which request, and leads to its deliveries", async () => {
		const { world, owner } = await studio();
		const { id: endpointId } = await createEndpoint(world.key);
		const client = await createClient(world.key);
		const headers = { "X-Request-ID": "patch-1" };
		const body = { notes: `<i>"new"</i>` };
		await call(200, `/v1/clients/${client.id}`, { method: "PATCH", key: world.key, body, headers });
		const event = await newest(world);
		const html = await opened(owner, event.id);
		expect(pageTextOf(html)).toContain(`notes – <i>"new"</i>`);
		expect(html).not.toContain("<i>");
		expect(pathsIn(html)).toEqual(
			expect.arrayContaining([
				"/dashboard/requests/patch-1",
				`/dashboard/clients/${client.id}`,
				`/dashboard/webhooks/${endpointId}`,
			]),
		);
		expect(pathsIn(html).some((one) => /^\/dashboard\/deliveries\/wbd_/.test(one))).toBe(true);
		expect(pageTextOf(html)).not.toContain("Endpoints without a delivery");
	});

	it("is found by nobody of another studio, and by no staff", async () => {
		const { world } = await studio();
		await createClient(world.key);
		const { id } = await newest(world);
		expect((await (await newWorkbenchMember(await newTenant())).open(`${path}/${id}`)).status).toBe(404);
		expect((await (await newWorkbenchMember(world.id, "STAFF")).open(`${path}/${id}`)).status).toBe(403);
	});
});

describe("an endpoint has no delivery of an event, because", () => {
	it("it does not listen to the type; and when it has changed since, that is said", async () => {
		const { world, owner } = await studio();
		const { id } = await createEndpoint(world.key, ["lead.created"]);
		await createClient(world.key);
		const event = await newest(world);
		expect(pageTextOf(await opened(owner, event.id))).toMatch(/does not listen to client\.created\. (?!Its settings)/);
		await letPass(1);
		const body = { events: ["lead.archived"] };
		await call(200, `/v1/webhook_endpoints/${id}`, { method: "PATCH", key: world.key, body });
		expect(pageTextOf(await opened(owner, event.id))).toContain(
			"does not listen to client.created. Its settings have changed since then",
		);
	});

	it("it was created later, and it can be recovered", async () => {
		const { world, owner } = await studio();
		await createClient(world.key);
		const event = await newest(world);
		await letPass(1);
		const { id } = await createEndpoint(world.key);
		const html = await opened(owner, event.id);
		expect(pageTextOf(html)).toContain("The endpoint was created after the event.");
		const [link = ""] = /\/dashboard\/webhooks\/[^"]*\/recover\?[^"]*/.exec(html) ?? [];
		const query = Object.fromEntries(new URL(link.replaceAll("&amp;", "&"), "https://api.test").searchParams);
		expect(pageTextOf((await owner.open(`/dashboard/webhooks/${id}/recover`, query)).text)).toContain("1 to send");
	});

	it("it is disabled since before", async () => {
		const { world, owner } = await studio();
		const { id } = await createEndpoint(world.key);
		await owner.submit(`/dashboard/webhooks/${id}/disable`);
		await createClient(world.key);
		expect(pageTextOf(await opened(owner, (await newest(world)).id))).toContain(
			"The endpoint was disabled at that time by somebody.",
		);
	});

	it("it was disabled then and is active again, which nobody knows for certain", async () => {
		const { world, owner } = await studio();
		const { id } = await createEndpoint(world.key);
		await owner.submit(`/dashboard/webhooks/${id}/disable`);
		await createClient(world.key);
		const event = await newest(world);
		await letPass(1);
		await owner.submit(`/dashboard/webhooks/${id}/activate`, { replay_missed: "false" });
		expect(pageTextOf(await opened(owner, event.id))).toContain(
			"With its present settings the endpoint would receive this event. The endpoint has changed since the event",
		);
	});

	it("its own program caused it", async () => {
		const { world, owner } = await studio();
		await newEndpoint(world, { exclude_own: true });
		await createClient(world.key);
		expect(pageTextOf(await opened(owner, (await newest(world)).id))).toContain("its program caused this");
	});

	it("its filter names another artist", async () => {
		const { world, owner } = await studio();
		const { body: artist } = await call(201, "/v1/artists", { key: world.key, body: { name: "Mo" } });
		await newEndpoint(world, { filter: { artist_id: [artist.id] } });
		await createClient(world.key);
		expect(pageTextOf(await opened(owner, (await newest(world)).id))).toContain(
			"does not match the artist, shop or client",
		);
	});

	it("the studio is on Light", async () => {
		const { world, owner } = await studio();
		await createEndpoint(world.key);
		await changePlan(world.id, "light");
		const { id } = await publish(world.id);
		expect(pageTextOf(await opened(owner, id))).toContain("The studio's plan, Light, has no deliveries.");
	});

	it("there is none", async () => {
		const { world, owner } = await studio();
		await createClient(world.key);
		expect(pageTextOf(await opened(owner, (await newest(world)).id))).toContain("The studio has no webhook endpoint.");
	});

	it("it was deleted, and then it is not told of at all", async () => {
		const { world, owner } = await studio();
		const { id, url } = await createEndpoint(world.key);
		await createClient(world.key);
		const event = await newest(world);
		await owner.submit(`/dashboard/webhooks/${id}/delete`);
		expect(await opened(owner, event.id)).not.toContain(url);
		expect(await database.prepare("SELECT 1 FROM events WHERE id = ?").bind(event.id).first()).not.toBeNull();
	});
});
