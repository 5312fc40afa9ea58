import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { readIfExists, replaceFile } from "./files.mjs";

/** More data databases, only in local development, so that a statement across two databases fails there. */
const further = ["DATA_2", "DATA_3"];

/** `require` is a third of a second faster than `import`, which reads all of wrangler to find its exported names. */
export const wrangler = (): typeof import("wrangler") => createRequire(import.meta.url)("wrangler");

/** The ids of the local databases, by binding. Without an id in wrangler.toml, wrangler takes the name of the binding. */
export function localDatabases(root: string): Map<string, string> {
	const { d1_databases } = wrangler().unstable_readConfig({ config: join(root, "wrangler.toml") });
	const all: { binding: string; database_id?: string }[] = [
		...further.map((binding) => ({ binding })),
		...d1_databases,
	];
	return new Map(all.map(({ binding, database_id }) => [binding, database_id ?? binding]));
}

/** Undefined if the database has no migrations. */
function kindOf(binding: string): "control" | "data" | undefined {
	if (binding === "DB") return "control";
	return /^DATA_[1-9]\d*$/.test(binding) ? "data" : undefined;
}

interface Migration {
	name: string;
	sql: string;
}

/**
 * Migrates the local databases. One runtime migrates all of them in a second; wrangler's own command would start a
 * runtime for each migration of each database.
 */
export async function migrateLocally(root: string, stateDir: string): Promise<void> {
	const databases = localDatabases(root);
	const migrations = { control: migrationsOf(root, "control"), data: migrationsOf(root, "data") };
	const stamp = join(stateDir, "migrated");
	const version = JSON.stringify({ databases: [...databases], hashes: hashesOf(migrations) }, undefined, "\t");
	const migrated = readIfExists(stamp);
	if (migrated === version && existsSync(join(stateDir, "v3/d1"))) return;
	if (migrated && isOlder(migrated, databases, migrations)) throw olderState(stateDir);
	const { convertV4MiniflareOptions, Miniflare } = await import("miniflare");
	const worker = { name: "migrations", modules: true, script: "", d1Databases: Object.fromEntries(databases) } as const;
	const runtime = new Miniflare({
		...convertV4MiniflareOptions({ workers: [worker] }),
		resourcePersistencePath: join(stateDir, "v3"),
	});
	try {
		for (const binding of databases.keys()) {
			const kind = kindOf(binding);
			if (!kind) continue;
			const isOfThisSchema = await migrate(await runtime.getD1Database(binding), migrations[kind]);
			if (!isOfThisSchema) throw olderState(stateDir);
		}
	} finally {
		await runtime.dispose();
	}
	replaceFile(stamp, version);
}

const olderState = (stateDir: string): Error =>
	new Error(
		`The data in ${stateDir} is of an older schema, which nothing carries over to this one. Remove that folder and start again.`,
	);

const hashesOf = (migrations: Record<string, Migration[]>): Record<string, string> =>
	Object.fromEntries(
		Object.entries(migrations).flatMap(([kind, list]) =>
			list.map(({ name, sql }) => [`${kind}/${name}`, createHash("sha256").update(sql).digest("hex")]),
		),
	);

/** Whether a migration that made the databases is gone by now, or has another text, or a database has another id. */
function isOlder(stamp: string, ids: Map<string, string>, migrations: Record<string, Migration[]>): boolean {
	const present = hashesOf(migrations);
	try {
		const { databases, hashes } = JSON.parse(stamp) as {
			databases: [binding: string, id: string][];
			hashes: Record<string, string>;
		};
		const hasOtherId = databases.some(([binding, id]) => ids.has(binding) && ids.get(binding) !== id);
		return hasOtherId || Object.entries(hashes).some(([name, hash]) => present[name] !== hash);
	} catch {
		return true;
	}
}

function migrationsOf(root: string, kind: "control" | "data"): Migration[] {
	const folder = join(root, "migrations", kind);
	const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
	return files.sort().map((name) => ({ name, sql: readFileSync(join(folder, name), "utf8") }));
}

/**
 * Applies each migration in a transaction, and notes it in wrangler's table. False if the database was made by migrations
 * that are gone.
 */
async function migrate(database: D1Database, migrations: Migration[]): Promise<boolean> {
	await database.exec(
		"CREATE TABLE IF NOT EXISTS d1_migrations(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
	);
	const { results } = await database.prepare("SELECT name FROM d1_migrations").all();
	const applied = new Set(results.map(({ name }) => name));
	if ([...applied].some((name) => !migrations.some((migration) => migration.name === name))) return false;
	for (const { name, sql } of migrations) {
		if (applied.has(name)) continue;
		const statements = sql.split("--> statement-breakpoint").filter((statement) => statement.trim() !== "");
		await database.batch([
			...statements.map((statement) => database.prepare(statement)),
			database.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name),
		]);
	}
	return true;
}
