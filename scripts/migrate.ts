// Migrates all databases: `npm run migrate` those of local development, `npm run migrate -- --remote` those of the
// deployment in wrangler.toml. It skips the applied migrations, so it is safe to repeat.
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { unstable_readConfig } from "wrangler";
import { kindOf, migrateLocally } from "./local/databases.ts";
import { readSettings } from "./local/settings.ts";

const root = join(import.meta.dirname, "..");
const args = process.argv.slice(2);

if (args.includes("--remote")) {
	const { d1_databases } = unstable_readConfig({ config: join(root, "wrangler.toml") });
	const bindings: string[] = d1_databases.map((database: { binding: string }) => database.binding).filter(kindOf);
	// The control database comes first, because the service reads it before any other.
	for (const binding of bindings.sort((a, b) => Number(b === "DB") - Number(a === "DB"))) {
		console.log(`${binding}:`);
		wrangler("d1", "migrations", "apply", binding, ...args);
	}
} else {
	await migrateLocally(root, resolve(root, readSettings(process.env).stateDir));
}

function wrangler(...command: string[]): void {
	const program = join(root, "node_modules/wrangler/bin/wrangler.js");
	const { status } = spawnSync(process.execPath, [program, ...command], { cwd: root, stdio: "inherit" });
	if (status !== 0) process.exit(status ?? 1);
}
