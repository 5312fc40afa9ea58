import { createExecutionContext, createMessageBatch, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { consumeNudges } from "../../src/domain/events/attempts/consumer.ts";
import type { FanOutNudge, Nudge } from "../../src/platform/commit/after/queue-messages.ts";
import { costOf, countingRows } from "../support/cost.ts";
import { createEndpoint, deliveriesOf } from "../support/deliveries.ts";
import { Receiver } from "../support/receiver.ts";
import { newWorld } from "../support/world.ts";

type Message = Nudge | FanOutNudge;

const newLead = { method: "POST", body: '{"first_name":"Bo"}', headers: { "Content-Type": "application/json" } };

/** Keeps what is sent to the queue, which delivers nothing meanwhile. */
function heldMessages(): Message[] {
	const sent: Message[] = [];
	vi.spyOn(env.WEBHOOKS, "sendBatch").mockImplementation(async (batch) => {
		for (const { body } of batch) sent.push(body as Message);
		return undefined as never;
	});
	return sent;
}

async function consume(messages: Message[], bindings: typeof env): Promise<void> {
	for (const [n, body] of messages.entries()) {
		const ctx = createExecutionContext();
		const batch = createMessageBatch("webhook-deliveries", [
			{ id: String(n), timestamp: new Date(), attempts: 1, body },
		]);
		await consumeNudges(batch, bindings, ctx);
		await waitOnExecutionContext(ctx);
	}
}

/** Endpoints of a tenant that have had a delivery already, because the first attempt of an hour begins a row. */
async function warm(count: number) {
	const { key } = await newWorld({ plan: "empire" });
	await costOf("/v1/leads", key, newLead);
	const alone = await costOf("/v1/leads", key, newLead);
	const endpoints = [];
	for (let n = 0; n < count; n++) endpoints.push(await createEndpoint(key, ["lead.created"]));
	const messages = heldMessages();
	await costOf("/v1/leads", key, newLead);
	await consume(messages.splice(0), env);
	return { key, endpoints, messages, alone };
}

// Written rows are most of the service's bill: docs/scale.md. The event itself writes eight more.
it("an event to 50 endpoints: its deliveries and their successful attempts write 90 rows, with ten messages", async () => {
	const receiver = new Receiver();
	const { key, endpoints, messages, alone } = await warm(50);
	const published = await costOf("/v1/leads", key, newLead);
	expect(published.status).toBe(201);
	expect(published.rowsWritten - alone.rowsWritten).toBe(40);
	expect(messages).toHaveLength(10);
	const { count, bindings } = countingRows();
	await consume(messages, bindings);
	expect(count.rows).toBe(50);
	for (const { id, url } of endpoints) {
		expect(receiver.at(url)).toHaveLength(2);
		const answered = { attempt: 1, response_status: 200, response_body: "thanks" };
		expect(await deliveriesOf(key, id)).toMatchObject([
			{ status: "SUCCEEDED", attempt_count: 1, attempts: [answered] },
			{ status: "SUCCEEDED", attempt_count: 1, attempts: [answered] },
		]);
	}
}, 60_000);

it.each([1, 5])(
	"the deliveries of an event to %i endpoints write nine rows, and make two calls to the database",
	async (count) => {
		new Receiver();
		const { key, messages, alone } = await warm(count);
		const published = await costOf("/v1/leads", key, newLead);
		expect(published.rowsWritten - alone.rowsWritten).toBe(4);
		const counted = countingRows();
		await consume(messages, counted.bindings);
		expect(counted.count).toEqual({ rows: 5, batches: 2 });
	},
);
