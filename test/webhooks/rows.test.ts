/** @module-tag rows */
import { expect, it } from "vitest";
import { costOf, countingRows } from "../support/cost.ts";
import { consumeDeliveries, createEndpoint, deliveriesOf } from "../support/deliveries.ts";
import { Receiver } from "../support/receiver.ts";
import { newWorld } from "../support/world.ts";

const newLead = { method: "POST", body: '{"first_name":"Bo"}', headers: { "Content-Type": "application/json" } };

// Written rows are most of the service's bill: docs/scale.md.
it("a delivery writes nine rows, and so does its attempt", async () => {
	const { key } = await newWorld();
	await costOf("/v1/leads", key, newLead);
	const alone = await costOf("/v1/leads", key, newLead);
	const { id, url } = await createEndpoint(key);
	new Receiver().answers(url, () => new Response("ok"));
	const delivered = await costOf("/v1/leads", key, newLead);
	expect(delivered.status).toBe(201);
	expect(delivered.rowsWritten - alone.rowsWritten).toBe(9);

	// The first attempt at an endpoint begins its hour, too.
	await costOf("/v1/leads", key, newLead);
	const [delivery, earlier] = await deliveriesOf(key, id);
	await consumeDeliveries([earlier.id]);
	const { count, bindings } = countingRows();
	await consumeDeliveries([delivery.id], bindings);
	expect(count.rows).toBe(9);
});
