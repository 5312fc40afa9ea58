import { expect, it } from "vitest";
import { costOf } from "./support/cost.ts";
import { database } from "./support/database.ts";
import { newArtist } from "./support/studio.ts";
import { newWorld } from "./support/world.ts";

it.each([60, 3000])("the deletion of an artist looks through none of the studio's %i clients", async (count) => {
	const { id, key } = await newWorld({ plan: "empire" });
	const [artist, other] = [await newArtist(key), await newArtist(key)];
	await database
		.prepare(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
			INSERT INTO clients (tenant_id, id, email, email_key, first_name, assigned_artist_id, created_at, updated_at)
			SELECT ?1, 'cli_' || printf('%016x', i) || printf('%016x', i), i || '@example.com', i || '@example.com', 'Ana', iif(i % 2, ?3, NULL), i, i FROM n`,
		)
		.bind(id, count, other)
		.run();
	await costOf("/v1/me", key);
	const cost = await costOf(`/v1/artists/${artist}`, key, { method: "DELETE" });
	expect(cost.status).toBe(200);
	expect(cost.rowsRead, cost.statements.join("\n")).toBeLessThanOrEqual(20);
	const { results } = await database
		.prepare("EXPLAIN QUERY PLAN SELECT 1 FROM clients WHERE tenant_id = ?1 AND assigned_artist_id = ?2")
		.bind(id, artist)
		.all<{ detail: string }>();
	expect(results.map(({ detail }) => detail).join()).toContain("clients_artist");
});
