import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { clock } from "../../src/platform/lib/clock.ts";
import { firstIdAt } from "../../src/platform/lib/ids.ts";
import { database, rows } from "../support/database.ts";
import { consumeDeliveries } from "../support/deliveries.ts";
import { newEndpoint } from "../support/endpoints.ts";
import { Receiver } from "../support/receiver.ts";
import { newWorld } from "../support/world.ts";

const many = 10_000;

it("an attempt at an ordered endpoint reads a few rows, whatever waits behind it", async () => {
	const receiver = new Receiver();
	vi.spyOn(env.WEBHOOKS, "sendBatch").mockImplementation(async () => undefined as never);
	const world = await newWorld({ plan: "crew" });
	const { id, url } = await newEndpoint(world, { ordered: true });
	const made = clock.now() - 60_000;
	await database.batch([
		database
			.prepare(
				`WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?2)
				INSERT INTO events (id, tenant_id, sequence, type, data, actor_type, created_at)
				SELECT printf('evt_%012x%013d0000000', ?3, n), ?1, n, 'client.updated', '{"clientId":"s"}', 'system', ?3 FROM n`,
			)
			.bind(world.id, many, made),
		database
			.prepare(
				`INSERT INTO deliveries (id, tenant_id, endpoint_id, event_id, event_type, status, next_attempt_at, created_at, updated_at, record_id, sequence)
				SELECT printf('wbd_%012x%013d0000001', ?3, sequence), tenant_id, ?2, id, type, 'PENDING', iif(sequence = 1, ?3, NULL), ?3, ?3, 's', sequence
				FROM events WHERE tenant_id = ?1 ORDER BY sequence`,
			)
			.bind(world.id, id, made),
	]);
	const log = vi.spyOn(console, "log").mockImplementation(() => {});
	await consumeDeliveries([`${firstIdAt("delivery", made)}${"1".padStart(13, "0")}0000001`]);
	const lines = log.mock.calls.map(([line]) => JSON.parse(line));
	expect(lines.find(({ kind }) => kind === "attempt").rows_read).toBeLessThan(70);
	expect(receiver.at(url)).toHaveLength(1);
	const waiting =
		"SELECT count(*) AS n FROM deliveries WHERE endpoint_id = ? AND status = 'PENDING' AND next_attempt_at IS NULL";
	expect(await rows(waiting, id)).toEqual([{ n: many - 2 }]);
});
