import { expect } from "vitest";
import { checkDatabases } from "../../lab/universe/checks/hourly.ts";
import { remember } from "./cloud/databases.ts";
import { quickWrangler } from "./quick-wrangler.ts";
import { Rehearsal, usual } from "./rehearsal.ts";

const bindings = ["DB", "DATA_1", "DATA_2", "DATA_3"];
export async function deployed(wranglerOf = quickWrangler): Promise<Rehearsal> {
	const rehearsal = new Rehearsal(wranglerOf);
	expect(await rehearsal.deploy(...usual, "--data-databases", "3")).toBe(true);
	return rehearsal;
}

export function databasesOf({ cloud }: Rehearsal) {
	const named = (binding: string) => (binding === "DB" ? "control" : binding.toLowerCase().replace("_", "-"));
	const found = bindings.map((binding) =>
		cloud.databases.find(({ name }) => name === `tattoo-studio-${named(binding)}`),
	);
	return new Map(bindings.map((binding, n) => [binding, found[n] as NonNullable<(typeof found)[number]>]));
}

function rowsOf(rehearsal: Rehearsal, binding: string, sql: string): Record<string, unknown>[] {
	const { columns, rows } = databasesOf(rehearsal)
		.get(binding)
		?.sqlite.transaction([{ sql, params: [] }])[0] ?? {
		columns: [],
		rows: [],
	};
	return rows.map((row) => Object.fromEntries(columns.map((name, n) => [name, row[n]])));
}

/** Cloudflare keeps the contents of all databases. */
export function keep(rehearsal: Rehearsal, at: number): void {
	for (const database of databasesOf(rehearsal).values()) remember(database, at);
}

/** These rules hold between the databases, and within each of them. */
export function expectConsistent(rehearsal: Rehearsal, ids: string[]): void {
	const databases = new Map([...databasesOf(rehearsal)].map(([binding, { sqlite }]) => [binding, sqlite]));
	const world = {
		cloud: { platform: { databases } },
		expect: (rule: string, holds: boolean, details: () => string) =>
			expect([rule, holds || details()]).toEqual([rule, true]),
	};
	checkDatabases(
		world,
		ids.map((id) => ({ id })),
	);
	const columns = "effects, name, email, timezone, plan";
	const tenants = rowsOf(rehearsal, "DB", `SELECT id, "database", delete_at, ${columns} FROM tenants ORDER BY id`);
	expect(tenants.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
	for (const { id, database, delete_at, ...known } of tenants) {
		const [studio] = rowsOf(
			rehearsal,
			String(database),
			`SELECT state, ${columns} FROM studios WHERE tenant_id = '${id}'`,
		);
		expect(studio).toEqual({ ...known, state: delete_at === null ? "OPEN" : "DELETING" });
	}
	const owned = rowsOf(rehearsal, "DB", "SELECT slug, tenant_id FROM booking_addresses");
	for (const binding of bindings.slice(1))
		for (const artist of rowsOf(rehearsal, binding, "SELECT slug, tenant_id FROM artists"))
			expect(owned).toContainEqual(artist);
	expect(rowsOf(rehearsal, "DB", "SELECT count(*) AS waiting FROM effects")).toEqual([{ waiting: 0 }]);
}

export const soon = () => new Promise((resolve) => setTimeout(resolve, 20));
