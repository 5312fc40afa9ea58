import { expect, it } from "vitest";
import { removeDeparted } from "../../src/domain/moves/remove-departed.ts";
import { clock } from "../../src/platform/lib/clock.ts";
import { dayMs } from "../../src/platform/lib/time.ts";
import { advance } from "../support/clock.ts";
import { dataDatabase, move, moveWriter } from "../support/moves.ts";
import { newWorld } from "../support/world.ts";

const many = 150;

/** Clients with as many and as long words as a client can have. Triggers index 384 prefixes of each. */
async function addLargeClients(tenantId: string): Promise<void> {
	const words = Array.from({ length: 24 }, (_, n) => `${String.fromCharCode(97 + n).repeat(2)}${"x".repeat(14)}`);
	for (let at = 0; at < many; at += 50)
		await dataDatabase("DATA_1")
			.prepare(
				`INSERT INTO clients (id, tenant_id, first_name, email, email_key, search_words, created_at, updated_at)
				SELECT 'cli_0' || substr(lower(hex(randomblob(16))), 2), ?1, 'Mo', value || '@example.com', value || '@example.com', ?2, 1, 1 FROM json_each(?3)`,
			)
			.bind(tenantId, JSON.stringify(words), JSON.stringify(Array.from({ length: 50 }, (_, n) => at + n)))
			.run();
}

it("no transaction of a move holds a database for more than a moment, however much triggers derive from its rows", async () => {
	const { id } = await newWorld({ database: "DATA_1" });
	await addLargeClients(id);
	const written: number[] = [];
	const writer = moveWriter();
	const measuring: typeof writer = {
		...writer,
		transaction: async (store, statements) => {
			const results = await writer.transaction(store, statements);
			written.push(results.reduce((sum, { meta }) => sum + meta.rows_written, 0));
			return results;
		},
	};
	expect(await move(id, "DATA_2", measuring)).toMatchObject({ status: "DONE" });
	const index = "SELECT count(*) AS n FROM client_search WHERE client_search MATCH ?";
	const ofTenant = `"${id.slice(4)}" *`;
	expect(await dataDatabase("DATA_2").prepare(index).bind(ofTenant).first("n")).toBe(many);
	expect(Math.max(...written)).toBeLessThan(30_000);
	advance((2 * dayMs) / 1000);
	const local = { ...measuring, dataDatabase: writer.databases.data("DATA_1") };
	written.length = 0;
	await removeDeparted(local, clock.now(), 60_000);
	expect(await dataDatabase("DATA_1").prepare(index).bind(ofTenant).first("n")).toBe(0);
	expect(Math.max(...written)).toBeLessThan(30_000);
});
