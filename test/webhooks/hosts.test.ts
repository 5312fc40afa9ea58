import { env } from "cloudflare:workers";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { clock } from "../../src/platform/lib/clock.ts";
import { call } from "../support/api.ts";
import { database } from "../support/database.ts";
import { createClient, createEndpoint } from "../support/deliveries.ts";
import { newEndpoint, patchEndpoint } from "../support/endpoints.ts";
import { Receiver, until } from "../support/receiver.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { newWorld, type Tenant } from "../support/world.ts";

const receiver = new Receiver();
const most = 20;

let open = true;
let waiting = 0;
afterEach(() => {
	open = true;
});
afterAll(async () => {
	await database.prepare("DELETE FROM webhook_endpoints").run();
});

async function atOneHost(tenant: Tenant, host = `https://${crypto.randomUUID()}.example`) {
	open = false;
	waiting = 0;
	const urls = [1, 2, 3].map((n) => `${host}/${n}`);
	for (const url of urls) await newEndpoint(tenant, { url });
	urls.push(`${host}:8443/hook`);
	const body = { target_url: urls[3], trigger: "new_client" };
	await call(201, "/v1/automation/hooks", { key: tenant.key, body });
	for (const url of urls)
		receiver.answers(url, async () => {
			waiting++;
			await until(() => open, 60_000);
			return new Response();
		});
	const received = () => urls.map((url) => receiver.at(url).length);
	const total = () => received().reduce((sum, one) => sum + one, 0);
	return { host, received, total };
}

const clients = (key: string, count: number) => Promise.all(Array.from({ length: count }, () => createClient(key)));
const moment = (ms = 150) => new Promise((resolve) => setTimeout(resolve, ms));

describe("a host", () => {
	it("has 20 attempts of a tenant under way, hooks and ports included, and gets all 60 when it answers", async () => {
		const tenant = await newWorld({ plan: "crew" });
		const { received, total } = await atOneHost(tenant);
		const elsewhere = await createEndpoint(tenant.key);
		await clients(tenant.key, 15);
		await until(() => total() === most);
		await receiver.until(elsewhere.url, 15);
		await moment();
		expect(total()).toBe(most);
		open = true;
		await until(() => total() === 60, 15_000);
		expect(received()).toEqual([15, 15, 15, 15]);
	});

	it("lets in what waits when each answer comes, without a sweep, until nothing is left", async () => {
		const tenant = await newWorld({ plan: "crew" });
		const { total } = await atOneHost(tenant);
		await clients(tenant.key, 15);
		await until(() => waiting === most);
		open = true;
		await until(() => total() === 60, 15_000);
	});

	it("of two tenants has more than one tenant's attempts and at most half of all, and gets the rest later", async () => {
		const [one, other] = [await newWorld({ plan: "crew" }), await newWorld({ plan: "crew" })];
		const first = await atOneHost(one);
		await clients(one.key, 10);
		await until(() => first.total() === most);
		const second = await atOneHost(other, first.host);
		await clients(other.key, 10);
		await until(() => second.total() > most);
		// Longer than a nudge without a permit is tried again.
		await moment(1000);
		expect(second.total()).toBeLessThanOrEqual(32);
		open = true;
		await until(() => second.total() === 80, 20_000);
	});

	it("is swept: what found no permit and whose turn was lost is sent in the end", async () => {
		const tenant = await newWorld({ plan: "crew" });
		const { total } = await atOneHost(tenant);
		await clients(tenant.key, 10);
		await until(() => total() === most);
		await moment();
		const lose = async () => undefined as never;
		const spies = [vi.spyOn(env.WEBHOOKS, "send"), vi.spyOn(env.WEBHOOKS, "sendBatch")];
		for (const spy of spies) spy.mockImplementation(lose);
		open = true;
		await until(async () => (await claimed(tenant.id)) === 0);
		for (const spy of spies) spy.mockRestore();
		// A nudge that was already on its way may have found a permit, but most were lost.
		expect(total()).toBeLessThan(40);
		clock.advance(61);
		await scheduledWork();
		await until(() => total() === 40, 15_000);
	});

	it("is known of every endpoint and hook, as its URL says now", async () => {
		const tenant = await newWorld();
		const hook = await newEndpoint(tenant, { url: "https://One.Example.:8443/x?y#z" });
		expect(await hosts(tenant.id)).toEqual(["one.example"]);
		await patchEndpoint(hook, { url: "https://two.example/x" });
		expect(await hosts(tenant.id)).toEqual(["two.example"]);
		await patchEndpoint(hook, { description: "still there" });
		expect(await hosts(tenant.id)).toEqual(["two.example"]);
	});
});

const claimed = (tenantId: string) =>
	database
		.prepare("SELECT count(*) AS n FROM deliveries WHERE tenant_id = ? AND leased_until > 0")
		.bind(tenantId)
		.first("n");

const hosts = async (tenantId: string): Promise<unknown[]> =>
	(
		await database.prepare("SELECT host FROM webhook_endpoints WHERE tenant_id = ? ORDER BY id").bind(tenantId).all()
	).results.map(({ host }) => host);
