import { createExecutionContext, createMessageBatch, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { databasesIn } from "../../lab/harness/placement.ts";
import { consumeNudges } from "../../src/domain/events/attempts/consumer.ts";
import type { Nudge } from "../../src/platform/events/nudges.ts";
import { clock } from "../../src/platform/lib/clock.ts";
import { call } from "./api.ts";
import { database } from "./database.ts";
import { until } from "./receiver.ts";
import { letPass } from "./world.ts";

// biome-ignore lint/suspicious/noExplicitAny: records as JSON
type Json = any;

let made = 0;

export interface CreatedEndpoint {
	id: string;
	url: string;
	secret: string;
}

export async function createEndpoint(key: string, events: string[] = ["*"]): Promise<CreatedEndpoint> {
	const url = `https://receiver-${++made}.example/hook`;
	const { body } = await call(201, "/v1/webhook_endpoints", { key, body: { url, events } });
	return { id: body.endpoint.id, url, secret: body.secret };
}

/** The creation emits `client.created`. */
export const createClient = async (key: string): Promise<Json> =>
	(await call(201, "/v1/clients", { key, body: { email: `d${++made}@example.com`, first_name: "Ana" } })).body;

export const deliveriesOf = async (key: string, endpointId: string, query = ""): Promise<Json[]> =>
	(await call(200, `/v1/webhook_endpoints/${endpointId}/deliveries${query}`, { key })).body.data;

export const getDelivery = async (key: string, id: string): Promise<Json> =>
	(await call(200, `/v1/deliveries/${id}`, { key })).body;

/** Waits until so many attempts are recorded, and returns the delivery. */
export async function waitForAttempts(key: string, id: string, count: number, timeoutMs = 5000): Promise<Json> {
	await until(async () => {
		const row = await database.prepare("SELECT attempt_count AS n FROM deliveries WHERE id = ?").bind(id).first("n");
		return ((row as number | null) ?? (await getDelivery(key, id)).attempt_count) >= count;
	}, timeoutMs);
	return await getDelivery(key, id);
}

/** The nudge of a delivery; one that names nothing but the id if no database has it. */
export async function nudgeOf(delivery_id: string): Promise<Nudge> {
	const found = `SELECT d.tenant_id, d.endpoint_id, e.host FROM deliveries d
		JOIN webhook_endpoints e ON e.tenant_id = d.tenant_id AND e.id = d.endpoint_id WHERE d.id = ?`;
	for (const [database, d1] of databasesIn(env).slice(1)) {
		const row = await d1
			.prepare(found)
			.bind(delivery_id)
			.first<{ tenant_id: string; endpoint_id: string; host: string }>();
		if (row) {
			const { tenant_id, ...at } = row;
			return { database, tenant_id, deliveries: [{ delivery_id, ...at }] };
		}
	}
	return { database: "DATA_1", tenant_id: "", deliveries: [{ delivery_id, endpoint_id: "", host: "" }] };
}

/** A nudge for each delivery. All that follows has ended afterwards. */
export async function consumeDeliveries(deliveryIds: string[], given: Partial<typeof env> = {}): Promise<void> {
	await consume(await Promise.all(deliveryIds.map(nudgeOf)), given);
}

export async function consume(nudges: Nudge[], given: Partial<typeof env> = {}): Promise<void> {
	const ctx = createExecutionContext();
	const messages = nudges.map((body, n) => ({ id: String(n), timestamp: new Date(), attempts: 1, body }));
	await consumeNudges(createMessageBatch("webhook-deliveries", messages), { ...env, ...given }, ctx);
	await waitOnExecutionContext(ctx);
}

/** Ends the pending deliveries of earlier tests, which would be retried whenever the clock advances. */
export const endPendingDeliveries = () =>
	database.prepare("UPDATE deliveries SET status = 'DEAD', next_attempt_at = NULL WHERE status = 'PENDING'").run();

/** Moves the service's clock forward to this time. */
export const advanceTo = (ms: number) => letPass(Math.max(0, ms - clock.now()) / 1000);
