// Brings all databases up to the code: `npm run migrate` the local ones, `npm run migrate -- --remote` those of the
// deployment, as wrangler.toml names them. What is applied already is passed over, so it is safe to repeat.
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { unstable_readConfig } from "wrangler";
import { writeLocalConfig } from "./local/config.mjs";
import { kindOf } from "./local/migrations.mjs";
import { readSettings } from "./local/settings.mjs";

const root = join(fileURLToPath(import.meta.url), "../..");
const args = process.argv.slice(2);
const node = join(root, "node_modules/.bin/node");

if (args.includes("--remote")) {
	const config = unstable_readConfig({ config: join(root, "wrangler.toml") });
	/** @type {string[]} */
	const bound = config.d1_databases.map((/** @type {{ binding: string }} */ { binding }) => binding);
	const bindings = bound.filter((binding) => kindOf(binding));
	// The control database comes first: it is asked before any other.
	for (const binding of bindings.sort((a, b) => Number(b === "DB") - Number(a === "DB"))) {
		console.log(`${binding}:`);
		run(fileURLToPath(import.meta.resolve("wrangler")), "d1", "migrations", "apply", binding, ...args);
	}
} else {
	writeLocalConfig(root);
	run(join(root, "scripts/local/migrate.mjs"), resolve(root, readSettings(process.env).stateDir));
}

/** @param {string[]} command */
function run(...command) {
	const { status } = spawnSync(node, ["--no-warnings", ...command], { cwd: root, stdio: "inherit" });
	if (status !== 0) process.exit(status ?? 1);
}
