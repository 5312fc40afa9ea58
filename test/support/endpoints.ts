import { clock } from "../../src/platform/lib/clock.ts";
import { call } from "./api.ts";
import { database } from "./database.ts";
import { until } from "./receiver.ts";
import { operate } from "./world.ts";

// biome-ignore lint/suspicious/noExplicitAny: records as JSON
type Json = any;

export interface EndpointOfTenant {
	id: string;
	url: string;
	key: string;
	tenantId: string;
	secret: string;
}

let made = 0;

export async function newEndpoint(
	{ id, key }: { id: string; key: string },
	given: object = {},
): Promise<EndpointOfTenant> {
	const body = { url: `https://hooks.example/${++made}`, events: ["*"], ...given };
	const { endpoint, secret } = (await call(201, "/v1/webhook_endpoints", { key, body })).body;
	return { id: endpoint.id, url: endpoint.url, key, tenantId: id, secret };
}

export const endpointOf = async ({ id, key }: EndpointOfTenant): Promise<Json> =>
	(await call(200, `/v1/webhook_endpoints/${id}`, { key })).body;

export const patchEndpoint = async ({ id, key }: EndpointOfTenant, body: object): Promise<Json> =>
	(await call(200, `/v1/webhook_endpoints/${id}`, { method: "PATCH", key, body })).body;

export const deliveriesOf = async ({ id, key }: EndpointOfTenant): Promise<Json[]> =>
	(await call(200, `/v1/webhook_endpoints/${id}/deliveries?limit=100`, { key })).body.data;

export const publish = async (tenantId: string, given: object = {}): Promise<Json> =>
	(await operate(201, `/admin/tenants/${tenantId}/events`, { body: { type: "message.created", data: {}, ...given } }))
		.body;

/** Waits until the endpoint has no running attempt, and no due delivery that may start. */
export const settled = ({ id }: EndpointOfTenant): Promise<void> =>
	until(async () => {
		const busy = await database
			.prepare(
				`SELECT count(*) AS n FROM deliveries WHERE endpoint_id = ?1 AND status = 'PENDING'
				AND (leased_until > 0 OR (next_attempt_at <= ?2
					AND (test_body IS NOT NULL OR endpoint_id IN (SELECT id FROM webhook_endpoints WHERE status = 'ACTIVE'))))`,
			)
			.bind(id, clock.now())
			.first<{ n: number }>();
		return busy?.n === 0;
	}, 10_000);
