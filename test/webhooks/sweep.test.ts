import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { sweepAll } from "../../src/domain/events/dispatch/sweep.ts";
import { columnsOf, database, rows } from "../support/database.ts";
import type { EndpointOfTenant } from "../support/endpoints.ts";
import { endpointWith, swept, sweptOnce } from "./swept.ts";

const clear = () => database.prepare("DELETE FROM webhook_endpoints").run();
beforeEach(clear);
afterAll(clear);

const sweptAll = (ms?: number) => swept(({ writer, caller }) => sweepAll(caller, writer, ms));

describe("the sweep", () => {
	it("takes what the next sweep finds still uncarried, and nothing twice", async () => {
		const hook = await endpointWith(10);
		for (const count of [4, 4, 2]) expect((await sweptOnce()).at).toEqual({ [hook.id]: count });
		expect((await sweptOnce()).at).toEqual({});
	});

	it("goes round all endpoints, however many there are", async () => {
		const first = await endpointWith(1);
		const ids = await copies(first, 250);
		const { at } = await sweptAll();
		expect(Object.keys(at).sort()).toEqual([first.id, ...ids].sort());
	});

	it("that is cut off goes on there at the next run, and comes round", async () => {
		const first = await endpointWith(1);
		const ids = [first.id, ...(await copies(first, 250))];
		const turns = [];
		for (let n = 0; n < 3; n++) turns.push(Object.keys((await sweptAll(0)).at));
		expect(turns.map(({ length }) => length)).toEqual([100, 100, 51]);
		expect(turns.flat().sort()).toEqual(ids.sort());
		expect(await rows("SELECT position FROM scan_positions WHERE step = 'sweep'")).toEqual([]);
	});
});

async function copies({ id, tenantId }: EndpointOfTenant, count: number): Promise<string[]> {
	const copy = async (table: string, changed: Record<string, string>, column: string) => {
		const all = await columnsOf(table);
		await database
			.prepare(
				`WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?2)
				INSERT INTO ${table} (${all.map((name) => `"${name}"`)})
				SELECT ${all.map((name) => changed[name] ?? `"${name}"`)} FROM ${table}, n WHERE ${column} = ?1 AND tenant_id = ?3`,
			)
			.bind(id, count, tenantId)
			.run();
	};
	const made = "substr('whe_', 1, 4) || printf('%032d', n)";
	await copy("webhook_endpoints", { id: made, number: "1000 + n" }, "id");
	await copy(
		"deliveries",
		{ id: "'wbd_' || lower(hex(randomblob(16)))", endpoint_id: made, event_id: "lower(hex(randomblob(16)))" },
		"endpoint_id",
	);
	return (await rows("SELECT id FROM webhook_endpoints WHERE id <> ?", id)).map((row) => String(row.id));
}
