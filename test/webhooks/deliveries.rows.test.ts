import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import type { Nudge } from "../../src/platform/events/nudges.ts";
import { costOf, countingRows } from "../support/cost.ts";
import { consume, createEndpoint, deliveriesOf } from "../support/deliveries.ts";
import { Receiver } from "../support/receiver.ts";
import { newWorld } from "../support/world.ts";

const newLead = { method: "POST", body: '{"first_name":"Bo"}', headers: { "Content-Type": "application/json" } };

/** Keeps what is sent to the queue, which delivers nothing meanwhile. */
function heldNudges(): Nudge[] {
	const sent: Nudge[] = [];
	vi.spyOn(env.WEBHOOKS, "sendBatch").mockImplementation(async (batch) => {
		for (const { body } of batch) sent.push(body as Nudge);
		return undefined as never;
	});
	return sent;
}

/** Endpoints of a tenant that have had a delivery already, because the first attempt of an hour begins a row. */
async function warm(count: number) {
	const { key } = await newWorld({ plan: "empire" });
	await costOf("/v1/leads", key, newLead);
	const alone = await costOf("/v1/leads", key, newLead);
	const endpoints = [];
	for (let n = 0; n < count; n++) endpoints.push(await createEndpoint(key, ["lead.created"]));
	const nudges = heldNudges();
	await costOf("/v1/leads", key, newLead);
	for (const nudge of nudges.splice(0)) await consume([nudge]);
	return { key, endpoints, nudges, alone };
}

// Written rows are most of the service's bill: docs/scale.md. The event itself writes eight more.
it.each([1, 5, 50])(
	"an event to %i endpoints: each delivery that succeeds at once writes six rows in its life",
	async (count) => {
		const receiver = new Receiver();
		const { key, endpoints, nudges, alone } = await warm(count);
		const published = await costOf("/v1/leads", key, newLead);
		expect(published.status).toBe(201);
		// The delivery, and its place in the index of due ones.
		expect(published.rowsWritten - alone.rowsWritten).toBe(2 * count);
		expect(nudges).toHaveLength(Math.ceil(count / 5));
		for (const nudge of nudges) {
			const counted = countingRows();
			await consume([nudge], counted.bindings);
			expect(counted.count).toEqual({ rows: 4 * nudge.deliveries.length, batches: 2 });
		}
		const answered = { attempt: 1, response_status: 200, response_body: "thanks" };
		for (const { id, url } of endpoints) {
			expect(receiver.at(url)).toHaveLength(2);
			expect(await deliveriesOf(key, id)).toMatchObject([
				{ status: "SUCCEEDED", attempt_count: 1, attempts: [answered] },
				{ status: "SUCCEEDED", attempt_count: 1, attempts: [answered] },
			]);
		}
	},
	60_000,
);
