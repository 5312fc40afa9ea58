import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { continueEndpointWork } from "../../src/domain/events/endpoint-work/continue-endpoint-work.ts";
import { purgeDeletedEndpoints } from "../../src/domain/events/endpoint-work/delete-endpoint.ts";
import { clock } from "../../src/platform/lib/clock.ts";
import { Meter } from "../../src/platform/lib/meter.ts";
import { call } from "../support/api.ts";
import { database, rows } from "../support/database.ts";
import { type EndpointOfTenant, newEndpoint, patchEndpoint } from "../support/endpoints.ts";
import { databaseOf, localIn } from "../support/local.ts";
import { newWorld } from "../support/world.ts";

/** More than two steps do. */
const many = 1100;
const numbers = `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${many})`;

/** Adds deliveries that one statement could not change. */
const seed = ({ id, tenantId }: EndpointOfTenant, status: string, dueAt: number | null) =>
	database
		.prepare(
			`${numbers} INSERT INTO deliveries (id, tenant_id, endpoint_id, event_id, event_type, status, next_attempt_at, created_at, updated_at)
			SELECT 'wbd_' || lower(hex(randomblob(16))), ?1, ?2, 'evt_' || lower(hex(randomblob(16))), 'client.created', ?3, ?4, ?5, ?5 FROM n`,
		)
		.bind(tenantId, id, status, dueAt, clock.now() - 60_000)
		.run();
const path = ({ id }: EndpointOfTenant) => `/v1/webhook_endpoints/${id}`;

const works: Record<string, (hook: EndpointOfTenant) => Promise<unknown>> = {
	async "the deletion of an endpoint"(hook) {
		await seed(hook, "DEAD", null);
		await call(200, path(hook), { method: "DELETE", key: hook.key });
	},
	async "an endpoint that is active again"(hook) {
		await seed(hook, "PENDING", clock.now() + 3_600_000);
		await patchEndpoint(hook, { status: "DISABLED" });
		await patchEndpoint(hook, { status: "ACTIVE" });
	},
	async "the deliveries of missed events"(hook) {
		await patchEndpoint(hook, { status: "DISABLED" });
		await database
			.prepare(
				`${numbers} INSERT INTO events (id, tenant_id, sequence, type, data, actor_type, created_at)
				SELECT 'evt_' || lower(hex(randomblob(16))), ?1, n, 'client.created', '{}', 'system', ?2 FROM n`,
			)
			.bind(hook.tenantId, clock.now())
			.run();
		await patchEndpoint(hook, { status: "ACTIVE", replay_missed: true });
	},
	async "a recovery"(hook) {
		await seed(hook, "DEAD", null);
		await call(200, `${path(hook)}/recover`, { key: hook.key, body: { since: new Date(0).toISOString() } });
	},
};

it.each(Object.entries(works))(
	"%s of many deliveries goes on in transactions that each write at most 12 000 rows",
	async (_, begin) => {
		vi.spyOn(env.WEBHOOKS, "sendBatch").mockImplementation(async () => undefined as never);
		const hook = await newEndpoint(await newWorld({ plan: "empire" }));
		await begin(hook);
		const meter = new Meter();
		const { caller, writer } = localIn(await databaseOf(hook.tenantId), { meter });
		const written: number[] = [];
		const transaction: typeof writer.transaction = async (store, statements) => {
			const before = meter.rowsWritten;
			const results = await writer.transaction(store, statements);
			written.push(meter.rowsWritten - before);
			return results;
		};
		for (const work of [continueEndpointWork, purgeDeletedEndpoints]) await work(caller, { ...writer, transaction });
		// The entries of indexes count, too.
		expect(Math.max(...written)).toBeLessThan(12_000);
		expect(Math.max(...written)).toBeGreaterThan(100);
		expect(await rows("SELECT id FROM endpoint_work")).toEqual([]);
	},
);
