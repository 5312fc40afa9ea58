import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { call } from "../support/api.ts";
import { createClient, createEndpoint } from "../support/deliveries.ts";
import { type Received, Receiver } from "../support/receiver.ts";
import { newWorld } from "../support/world.ts";

const receiver = new Receiver();

function accepts({ body, headers }: Pick<Received, "body" | "headers">, secret: string): boolean {
	try {
		return new Webhook(secret).verify(body, Object.fromEntries(headers)) !== undefined;
	} catch (error) {
		if (error instanceof WebhookVerificationError) return false;
		throw error;
	}
}

async function next(key: string, url: string): Promise<Received> {
	const count = receiver.at(url).length;
	await createClient(key);
	return (await receiver.until(url, count + 1))[count] as Received;
}

const signatures = ({ headers }: Received) => headers.get("webhook-signature")?.split(" ") ?? [];

describe("the official verifier of Standard Webhooks", () => {
	it("takes a delivery with the endpoint's secret as it was shown, and with no other", async () => {
		const { key } = await newWorld();
		const { url, secret } = await createEndpoint(key);
		const received = await next(key, url);
		expect(accepts(received, secret)).toBe(true);
		expect(accepts(received, (await createEndpoint(key)).secret)).toBe(false);
		expect(accepts({ ...received, body: received.body.replace("Ana", "Eve") }, secret)).toBe(false);
		const headers = new Headers(received.headers);
		headers.set("webhook-id", "evt_0199044a4400744a9fb4f20a3dea5fd9");
		expect(accepts({ ...received, headers }, secret)).toBe(false);
	});

	it("finds the id of the event and the time of the attempt", async () => {
		const { key } = await newWorld();
		const { url } = await createEndpoint(key);
		const { headers, event } = await next(key, url);
		expect(headers.get("webhook-id")).toBe(event.id);
		expect(headers.get("Service-Signature")).toContain(`t=${headers.get("webhook-timestamp")},`);
	});

	it("takes it with either secret after a rotation, the newest first, and with the last two after another", async () => {
		const { key } = await newWorld();
		const { id, url, secret: first } = await createEndpoint(key);
		const rotate = async (): Promise<string> =>
			(await call(200, `/v1/webhook_endpoints/${id}/rotate_secret`, { method: "POST", key })).body.secret;
		const second = await rotate();
		const during = await next(key, url);
		expect([accepts(during, first), accepts(during, second)]).toEqual([true, true]);
		expect(signatures(during)).toHaveLength(2);
		const newest = { ...during, headers: new Headers(during.headers) };
		newest.headers.set("webhook-signature", signatures(during)[0] ?? "");
		expect([accepts(newest, first), accepts(newest, second)]).toEqual([false, true]);
		const third = await rotate();
		const after = await next(key, url);
		expect([first, second, third].map((secret) => accepts(after, secret))).toEqual([false, true, true]);
	});

	it("takes a test send, whose id is that of its envelope", async () => {
		const { key } = await newWorld();
		const { id, url, secret } = await createEndpoint(key);
		await call(200, `/v1/webhook_endpoints/${id}/test`, { method: "POST", key });
		const [received] = (await receiver.until(url, 1)) as [Received];
		expect(received.event.test).toBe(true);
		expect(received.headers.get("webhook-id")).toBe(received.event.id);
		expect(accepts(received, secret)).toBe(true);
	});

	it("finds the three headers at an automation hook, too", async () => {
		const { key } = await newWorld();
		const url = `https://hooks.zapier.example/${crypto.randomUUID()}`;
		await call(201, "/v1/automation/hooks", { key, body: { target_url: url, trigger: "new_client" } });
		const { headers, event } = await next(key, url);
		expect(headers.get("webhook-id")).toBe(event.id);
		expect(headers.get("webhook-timestamp")).toMatch(/^\d{10}$/);
		expect(headers.get("webhook-signature")).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
	});
});
