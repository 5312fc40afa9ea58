import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { migrationsOf } from "../support/migrations.ts";

/** A database in which the migrations before the named one have run, and a function that runs that one. */
function before(kind: "control" | "data", name: string): { db: DatabaseSync; migrate: () => void } {
	const db = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
	const migrations = migrationsOf(kind);
	const at = migrations.findIndex((migration) => migration.name.includes(name));
	const run = (of: typeof migrations) => {
		for (const { queries } of of) for (const query of queries) db.exec(query);
	};
	run(migrations.slice(0, at));
	return { db, migrate: () => run(migrations.slice(at, at + 1)) };
}

it("databases and moves from before show since when they are and when they changed last", () => {
	const { db, migrate } = before("control", "changes_of_the_operator");
	db.exec(`INSERT INTO tenants (id, name, plan, email, timezone, subscription_status, database, created_at, updated_at) VALUES
		('ten_1', 'Anchor', 'solo', 'a@example.com', 'UTC', 'active', 'DATA_1', 500, 900),
		('ten_2', 'Fern', 'solo', 'f@example.com', 'UTC', 'active', 'DATA_1', 400, 400)`);
	db.exec("INSERT INTO databases (id, updated_at) VALUES ('DATA_1', 700), ('DATA_2', 600)");
	db.exec(`INSERT INTO tenant_moves (id, tenant_id, number, from_database, to_database, status, progressed_at, started_at, finished_at) VALUES
		('mov_1', 'ten_1', 1, 'DATA_2', 'DATA_1', 'DONE', 120, 100, 150),
		('mov_2', 'ten_1', 2, 'DATA_1', 'DATA_2', 'COPYING', 230, 200, NULL)`);
	migrate();
	const rows = (query: string) =>
		db
			.prepare(query)
			.all()
			.map((row) => ({ ...row }));
	expect(rows("SELECT id, created_at, updated_at FROM databases ORDER BY id")).toEqual([
		{ id: "DATA_1", created_at: 400, updated_at: 700 },
		{ id: "DATA_2", created_at: 600, updated_at: 600 },
	]);
	expect(rows("SELECT id, updated_at FROM tenant_moves ORDER BY id")).toEqual([
		{ id: "mov_1", updated_at: 150 },
		{ id: "mov_2", updated_at: 230 },
	]);
});
