import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { clocksAt } from "../../src/domain/events/dispatch/clocks.ts";
import { sweep } from "../../src/domain/events/dispatch/sweep.ts";
import { execute } from "../../src/platform/commit/execute.ts";
import { firstPosition } from "../../src/platform/commit/in-bulk/resumable-scan.ts";
import type { Nudge } from "../../src/platform/events/nudges.ts";
import { clock } from "../../src/platform/lib/clock.ts";
import { Meter } from "../../src/platform/lib/meter.ts";
import { database, rows } from "../support/database.ts";
import { newEndpoint } from "../support/endpoints.ts";
import { localIn } from "../support/local.ts";
import { newWorld } from "../support/world.ts";

/** An endpoint with so many deliveries without a nudge, due since `secondsAgo`. */
export async function endpointWith(count: number, { secondsAgo = 60, claimed = 0 } = {}) {
	const tenant = await newWorld({ plan: "empire", database: "DATA_1" });
	const hook = await newEndpoint(tenant);
	await database
		.prepare(
			`WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?3)
			INSERT INTO deliveries (id, tenant_id, endpoint_id, event_id, event_type, status, next_attempt_at, replaying, test_body,
				leased_until, queued_until, created_at, updated_at)
			SELECT 'wbd_' || lower(hex(randomblob(16))), ?1, ?2, 'evt_' || lower(hex(randomblob(16))), 'client.created', 'PENDING', ?4, 1, '{}',
				CASE WHEN n <= ?5 THEN ?6 ELSE 0 END, 0, ?4, ?4 FROM n`,
		)
		.bind(tenant.id, hook.id, count, clock.now() - secondsAgo * 1000, claimed, Date.now() + 60_000)
		.run();
	return hook;
}

/** The number of deliveries that a sweep, or one of its statements, nudges at each endpoint. The queue loses them. */
export async function swept(how: (local: ReturnType<typeof localIn>) => unknown) {
	const spy = vi.spyOn(env.WEBHOOKS, "sendBatch").mockImplementation(async () => undefined as never);
	const meter = new Meter();
	const work: Promise<unknown>[] = [];
	await how(localIn("DATA_1", { meter, waitUntil: (one) => work.push(one) }));
	await Promise.all(work);
	const ids = spy.mock.calls.flatMap(([batch]) =>
		[...batch].flatMap(({ body }) => (body as Nudge).deliveries.map(({ delivery_id }) => delivery_id)),
	);
	spy.mockRestore();
	const found = await rows(
		"SELECT endpoint_id, count(*) AS n FROM deliveries WHERE id IN (SELECT value FROM json_each(?)) GROUP BY 1",
		JSON.stringify(ids),
	);
	return { at: Object.fromEntries(found.map(({ endpoint_id, n }) => [endpoint_id, n])), rowsRead: meter.rowsRead };
}

export const sweptOnce = () =>
	swept(({ writer, caller }) => execute(writer, caller, () => sweep(clocksAt(caller.now), firstPosition)));
