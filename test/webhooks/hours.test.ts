import { beforeAll, expect, it } from "vitest";
import { hourOf, keptHours } from "../../src/domain/events/attempts/hourly-counts.ts";
import { clock } from "../../src/platform/lib/clock.ts";
import { call } from "../support/api.ts";
import { rows } from "../support/database.ts";
import { type EndpointOfTenant, newEndpoint, publish, settled } from "../support/endpoints.ts";
import { Receiver } from "../support/receiver.ts";
import { letPass, newWorld } from "../support/world.ts";

let receiver: Receiver;

beforeAll(() => {
	receiver = new Receiver();
});

const hoursOf = async ({ id }: EndpointOfTenant) =>
	await rows("SELECT hour, slot, succeeded, failed FROM endpoint_hours WHERE endpoint_id = ? ORDER BY hour", id);

async function attempt(hook: EndpointOfTenant, status: number): Promise<void> {
	const before = receiver.at(hook.url).length;
	receiver.answersStatus(hook.url, status);
	await publish(hook.tenantId);
	await receiver.until(hook.url, before + 1);
	await settled(hook);
}

it("each attempt counts in its hour as succeeded or failed, and a test counts nowhere", async () => {
	const hook = await newEndpoint(await newWorld());
	const hour = hourOf(clock.now());
	await attempt(hook, 200);
	await attempt(hook, 204);
	await attempt(hook, 400);
	const { id } = (await call(200, `/v1/webhook_endpoints/${hook.id}/test`, { method: "POST", key: hook.key })).body;
	await receiver.until(hook.url, 4);
	await settled(hook);
	expect((await call(200, `/v1/deliveries/${id}`, { key: hook.key })).body.attempt_count).toBe(1);
	expect(await hoursOf(hook)).toEqual([{ hour, slot: hour % keptHours, succeeded: 2, failed: 1 }]);
});

it("keeps the sum and the longest of the durations", async () => {
	const hook = await newEndpoint(await newWorld());
	receiver.answers(hook.url, () => new Promise((resolve) => setTimeout(() => resolve(new Response("slow")), 60)));
	await publish(hook.tenantId);
	await receiver.until(hook.url, 1);
	await settled(hook);
	await attempt(hook, 200);
	const [hour] = await rows("SELECT * FROM endpoint_hours WHERE endpoint_id = ?", hook.id);
	expect(Number(hour?.slowest_ms)).toBeGreaterThanOrEqual(55);
	expect(Number(hour?.duration_ms)).toBeGreaterThanOrEqual(Number(hour?.slowest_ms));
});

it("an hour takes the place of the one that is long over, so that an endpoint never has more rows", async () => {
	const hook = await newEndpoint(await newWorld());
	await attempt(hook, 400);
	await attempt(hook, 200);
	const first = hourOf(clock.now());
	await letPass(3600);
	await attempt(hook, 200);
	expect(await hoursOf(hook)).toHaveLength(2);
	await letPass((keptHours - 1) * 3600);
	await attempt(hook, 400);
	await attempt(hook, 200);
	expect((await hoursOf(hook)).map(({ hour, succeeded, failed }) => [hour, succeeded, failed])).toEqual([
		[first + 1, 1, 0],
		[first + keptHours, 1, 1],
	]);
});
