import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { costOf, countingRows } from "../support/cost.ts";
import { consumeDeliveries, createEndpoint, deliveriesOf, splitFanOuts } from "../support/deliveries.ts";
import { Receiver } from "../support/receiver.ts";
import { newWorld } from "../support/world.ts";

const newLead = { method: "POST", body: '{"first_name":"Bo"}', headers: { "Content-Type": "application/json" } };

// Written rows are most of the service's bill: docs/scale.md.
it("the attempt at a delivery with a row of its own writes nine rows", async () => {
	const { key } = await newWorld();
	const { id, url } = await createEndpoint(key);
	new Receiver().answers(url, () => new Response("ok"));
	vi.spyOn(env.WEBHOOKS, "sendBatch").mockImplementation(async () => undefined as never);
	await costOf("/v1/leads", key, newLead);
	await costOf("/v1/leads", key, newLead);
	await splitFanOuts();
	// The first attempt at an endpoint begins its hour, too.
	const [delivery, earlier] = await deliveriesOf(key, id);
	await consumeDeliveries([earlier.id]);
	const { count, bindings } = countingRows();
	await consumeDeliveries([delivery.id], bindings);
	expect(count.rows).toBe(9);
});
