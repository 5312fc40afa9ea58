// Migrates the local databases: `node scripts/local/migrate.mjs <state folder>`. One runtime migrates all of them, which
// takes a second. Wrangler's own command starts a runtime for each migration of each database.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { getPlatformProxy } from "wrangler";
import { writeDatabasesConfig } from "./config.mjs";
import { kindOf, migrationsOf } from "./migrations.mjs";

const root = join(fileURLToPath(import.meta.url), "../../..");
const [stateDir = ".wrangler/state"] = process.argv.slice(2);

const proxy = await getPlatformProxy({
	configPath: writeDatabasesConfig(root, stateDir),
	persist: { path: join(stateDir, "v3") },
	remoteBindings: false,
});
try {
	for (const [binding, d1] of Object.entries(proxy.env)) {
		const kind = kindOf(binding);
		if (kind) await migrate(/** @type {import("@cloudflare/workers-types").D1Database} */ (d1), kind);
	}
} finally {
	await proxy.dispose();
}

/**
 * Each migration is a transaction of its own. The table in which it is noted is wrangler's.
 *
 * @param {import("@cloudflare/workers-types").D1Database} d1
 * @param {"control" | "data"} kind
 */
async function migrate(d1, kind) {
	await d1
		.prepare(
			"CREATE TABLE IF NOT EXISTS d1_migrations(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
		)
		.run();
	const { results } = await d1.prepare("SELECT name FROM d1_migrations").all();
	const applied = new Set(results.map(({ name }) => name));
	for (const { name, sql } of migrationsOf(root, kind)) {
		if (applied.has(name)) continue;
		const statements = sql.split("--> statement-breakpoint").filter((statement) => statement.trim() !== "");
		await d1.batch([
			...statements.map((statement) => d1.prepare(statement)),
			d1.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name),
		]);
	}
}
