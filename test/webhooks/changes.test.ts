import { expect, it } from "vitest";
import { clock } from "../../src/platform/lib/clock.ts";
import { firstIdAt } from "../../src/platform/lib/ids.ts";
import { database, rows } from "../support/database.ts";
import { type EndpointOfTenant, newEndpoint } from "../support/endpoints.ts";
import { readAllPages } from "../support/read-all-pages.ts";
import { newWorld } from "../support/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: records as JSON
type Json = any;

const minute = 60_000;

/** Adds deliveries that were created `apartMs` after each other, and changed `laterMs` after their creation. */
const seed = (
	{ id, tenantId }: EndpointOfTenant,
	{ count, from, apartMs, laterMs }: { count: number; from: number; apartMs: number; laterMs: (n: number) => number },
) =>
	database
		.prepare(
			`INSERT INTO deliveries (id, tenant_id, endpoint_id, event_id, event_type, status, test_body, created_at, updated_at)
			SELECT value ->> 0, ?1, ?2, 'evt_' || lower(hex(randomblob(16))), iif(key % 50 = 0, 'lead.created', 'client.created'), 'SUCCEEDED', '{}', value ->> 1, value ->> 2 FROM json_each(?3)`,
		)
		.bind(
			tenantId,
			id,
			JSON.stringify(
				Array.from({ length: count }, (_, n) => {
					const created = from + n * apartMs;
					const random = crypto.randomUUID().replaceAll("-", "").slice(0, 13);
					return [`${firstIdAt("delivery", created)}${random}0000001`, created, created + laterMs(n)];
				}),
			),
		)
		.run();

/** Seeds that a page of the list cannot read whole. */
const seeds: Record<string, (hook: EndpointOfTenant, now: number) => Promise<unknown>> = {
	"that changed at once": (hook, now) =>
		seed(hook, { count: 1500, from: now - 30 * minute, apartMs: 500, laterMs: (n) => (n * 37) % 900 }),
	"of one moment": (hook, now) =>
		seed(hook, { count: 1300, from: now - 5 * minute, apartMs: 0, laterMs: (n) => n % 7 }),
	"of which each third waited for minutes": (hook, now) =>
		seed(hook, {
			count: 2000,
			from: now - 60 * minute,
			apartMs: 700,
			laterMs: (n) => (n % 3 === 0 ? minute + 1 + ((n * 7919) % (10 * minute)) : (n * 37) % minute),
		}),
	"that waited for an hour, between others": async (hook, now) => {
		await seed(hook, { count: 700, from: now - 100 * minute, apartMs: 400, laterMs: () => 20 });
		await seed(hook, { count: 900, from: now - 95 * minute, apartMs: 2000, laterMs: (n) => 60 * minute + (n % 50) });
		await seed(hook, { count: 700, from: now - 62 * minute, apartMs: 300, laterMs: (n) => (n % 3) * 59_999 });
	},
};

it.each(Object.entries(seeds))(
	"the list of deliveries %s, in the order of their changes, has each once and in order",
	async (_, fill) => {
		const world = await newWorld({ plan: "empire" });
		const hook = await newEndpoint(world);
		await fill(hook, clock.now());
		const stored = await rows("SELECT id FROM deliveries WHERE endpoint_id = ? ORDER BY updated_at, id", hook.id);
		const expected = stored.map(({ id }) => id);
		const idsOf = async (query: string): Promise<Json[]> =>
			(await readAllPages(`/v1/webhook_endpoints/${hook.id}/deliveries?sort=updated_at&limit=100${query}`, world.key))
				.flat()
				.map(({ id }: Json) => id);
		expect(await idsOf("")).toEqual(expected);
		const rare = await rows(
			"SELECT id FROM deliveries WHERE endpoint_id = ? AND event_type = 'lead.created' ORDER BY updated_at, id",
			hook.id,
		);
		expect(await idsOf("&event_type=lead.created&status=SUCCEEDED")).toEqual(rare.map(({ id }) => id));
		expect(await idsOf("&status=DEAD")).toEqual([]);
		const [middle] = await rows("SELECT updated_at AS at FROM deliveries WHERE id = ?", expected[600]);
		const since = new Date(Number(middle?.at)).toISOString();
		const later = await rows(
			"SELECT id FROM deliveries WHERE endpoint_id = ? AND updated_at >= ? ORDER BY updated_at, id",
			hook.id,
			Number(middle?.at),
		);
		expect(await idsOf(`&updated_since=${since}`)).toEqual(later.map(({ id }) => id));
	},
	60_000,
);
